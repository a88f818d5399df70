package web

import (
	"net/http"
	"path"
	"path/filepath"
	"time"

	"evolab/arena"
	"evolab/game"
	"evolab/internal/files"
)

// playedFolder is below the folder of the runs.
const playedFolder = "played"

// saveGame writes a game for later, and says where it can be looked at.
func (s *Server) saveGame(w http.ResponseWriter, r *http.Request) error {
	var q playRequest
	if err := readJSON(r, &q); err != nil {
		return err
	}
	t, err := s.table(&q)
	if err != nil {
		return err
	}
	if len(t.board.Played()) == 0 {
		return refuse(http.StatusUnprocessableEntity, "there is nothing to save yet")
	}
	if _, _, err := s.against(q.Against, q.Strength, q.Game); err != nil {
		return err
	}
	line := t.line(&q)
	text, err := line.Append(nil)
	if err != nil {
		return err
	}
	if err := s.runs.Mkdir(playedFolder, 0o755); err != nil {
		if err := s.contained(playedFolder); err != nil {
			return err
		}
	}
	name := time.Now().Format("2006-01-02-150405.000") + "-" + q.Game + ".jsonl"
	if err := files.Create(filepath.Join(s.options.Runs, playedFolder, name), append(text, '\n')); err != nil {
		return err
	}
	return writeJSON(w, http.StatusCreated, map[string]string{"address": "/games/" + path.Join(playedFolder, name) + "?game=1"})
}

// line is the game as a record.
func (t *table) line(q *playRequest) arena.Line {
	names := []string{"human", q.Against + " (" + q.Strength + ")"}
	specs := []string{"human", q.Against}
	job := arena.Job{First: 0, Second: 1, Variant: q.Variant, Opening: "start", Seed: q.Seed, Timed: true}
	if q.Second {
		job.First, job.Second = 1, 0
	}
	rec := arena.Record{Plies: len(t.board.Played()), Moves: t.board.PlayedText(), Result: t.end.Result, Reason: t.end.Reason}
	if !t.over {
		rec.Result, rec.Reason = game.Ongoing, arena.Unfinished
	}
	cast := arena.Cast{Info: t.info, Names: names, Specs: specs}
	return cast.Line(job, rec)
}
