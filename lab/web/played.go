package web

import (
	"context"
	"encoding/json"
	"io/fs"
	"net/http"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"evolab/arena"
	"evolab/arena/session"
	"evolab/game"
	"evolab/internal/files"
	"evolab/internal/quantity"
)

// playedFolder holds the games that people play here, below the folder of the runs: a
// file each, of one record, which is written anew after each move.
const playedFolder = "played"

// playedFile is the file of a game, below the folder of the runs.
func playedFile(id string) string { return path.Join(playedFolder, id+".jsonl") }

// readPlayed reads a game that is kept: as a browser has it, and its record.
func (s *Server) readPlayed(ctx context.Context, id string) (*playRequest, *arena.Line, error) {
	if localPath(id) != id || strings.Contains(id, "/") {
		return nil, nil, refuse(http.StatusNotFound, "there is no game of that name here")
	}
	lines, _, err := s.gamesOf(ctx, playedFile(id))
	if err != nil {
		return nil, nil, err
	}
	l := &lines[0]
	person, ok := session.PersonIn(l)
	strength := strengthIn([2]string{l.First, l.Second}[person.Other()])
	if len(lines) != 1 || !ok || strength == "" || l.Opening != "start" {
		return nil, nil, refuse(http.StatusUnprocessableEntity, "%s is no game of a person that was begun here", playedFile(id))
	}
	return &playRequest{ID: id, Keep: true, Game: l.GameName, Variant: l.Variant, Against: l.Agents[person.Other()], Strength: strength,
		Second: person == game.Second, Seed: l.Seed, Moves: l.Moves}, l, nil
}

func errContinued() error {
	return refuse(http.StatusConflict, "the game has been continued elsewhere (reload the page)")
}

// opponentName is what a record calls an opponent of a strength.
func opponentName(against, strength string) string { return against + " (" + strength + ")" }

// strengthIn is the strength in an opponent's name, "" if there is none.
func strengthIn(name string) string {
	for _, x := range strengths() {
		if strings.HasSuffix(name, " ("+x.Name+")") {
			return x.Name
		}
	}
	return ""
}

// keep writes a game that is to be kept, and returns its name.
func (s *Server) keep(ctx context.Context, q *playRequest, p *session.Session) (id string, err error) {
	if !q.Keep || q.ID == "" && len(p.Board().Played()) == 0 {
		return q.ID, nil
	}
	line := p.Line(opponentName(q.Against, q.Strength), q.Against, true)
	if q.kept != nil && q.kept.Reason == line.Reason && slices.Equal(q.kept.Moves, line.Moves) {
		return q.ID, nil
	}
	text, err := line.Append(nil)
	if err != nil {
		return "", err
	}
	text = append(text, '\n')
	s.playing.Lock()
	defer s.playing.Unlock()
	if q.ID != "" {
		if _, now, err := s.readPlayed(ctx, q.ID); err != nil || now.Reason != q.kept.Reason || !slices.Equal(now.Moves, q.kept.Moves) {
			return "", errContinued()
		}
		return q.ID, files.Replace(filepath.Join(s.options.Runs, filepath.FromSlash(playedFile(q.ID))), text)
	}
	id = time.Now().Format(gameTime) + "-" + q.Game
	return id, s.writeNew(playedFile(id), text)
}

// gameTime begins the names of files of games.
const gameTime = "2006-01-02-150405.000"

// writeNew writes a new file in a folder below that of the runs.
func (s *Server) writeNew(name string, text []byte) error {
	folder := path.Dir(name)
	if err := s.runs.Mkdir(folder, 0o755); err != nil {
		if err := checkContained(s.runs, folder); err != nil {
			return err
		}
	}
	return files.Create(filepath.Join(s.options.Runs, filepath.FromSlash(name)), text)
}

// showPlayed shows a game that is kept, to be continued.
func (s *Server) showPlayed(w http.ResponseWriter, r *http.Request) error {
	q, _, err := s.readPlayed(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	text, err := json.Marshal(q)
	if err != nil {
		return err
	}
	return s.showBoard(w, r, &playPage{Game: q.Game, Chosen: q.Against, Saved: string(text)})
}

// openGame is a game that can be continued.
type openGame struct {
	ID, Game, Opponent string
	Length             string
}

// openGames lists the newest games that have not ended.
func (s *Server) openGames(ctx context.Context) []openGame {
	const looked, most = 40, 8
	entries, _ := fs.ReadDir(s.runs.FS(), playedFolder)
	played := map[string]time.Time{} // when the last move was
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			played[e.Name()] = info.ModTime()
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return played[b.Name()].Compare(played[a.Name()]) })
	var list []openGame
	for _, e := range entries[:min(looked, len(entries))] {
		id, ok := strings.CutSuffix(e.Name(), ".jsonl")
		if !ok || len(list) == most {
			continue
		}
		if q, l, err := s.readPlayed(ctx, id); err == nil && l.Reason == arena.Unfinished {
			list = append(list, openGame{id, q.Game, opponentName(q.Against, q.Strength), quantity.Of(l.Plies, "ply")})
		}
	}
	return list
}
