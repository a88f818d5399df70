package lab

import (
	"errors"
	"fmt"
	"io/fs"

	"evolab/arena"
	"evolab/game"
	"evolab/internal/files"
)

// save writes the game for show-game: as a JSON line, or as SGF or PDN if the file's
// name ends so. It overwrites a file only if replace is set.
func (s *playSession) save(path string, replace bool) error {
	if path == "" {
		return errors.New("save needs a file's name, as in save game.jsonl")
	}
	text, err := s.recorded(path)
	if err != nil {
		return err
	}
	write := files.Create
	if replace {
		write = files.Replace
	}
	switch err := write(path, text); {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s exists already (save! %s replaces it)", path, path)
	case err != nil:
		return err
	}
	_, err = fmt.Fprintf(s.out, "saved; evolve show-game %s replays it\n", printable(path))
	return err
}

// recorded is the text of a file of this name.
func (s *playSession) recorded(path string) ([]byte, error) {
	lines := []arena.Line{s.line()}
	n := notationOf(path)
	if n == nil {
		return appendLines(nil, lines)
	}
	if err := n.check(s.game); err != nil {
		return nil, err
	}
	return n.text(s.game, lines)
}

// line is the game as a record.
func (s *playSession) line() arena.Line {
	specs := [2]string{"human", s.against}
	if s.person == game.Second {
		specs = [2]string{s.against, "human"}
	}
	rec := arena.Record{Plies: len(s.plies), Result: game.Ongoing, Reason: arena.Unfinished}
	for _, p := range s.plies {
		rec.Moves = append(rec.Moves, p.text)
	}
	if s.end != nil {
		rec.Result, rec.Reason, rec.Failure = s.end.result, s.end.reason, s.end.detail
	}
	cast := arena.Cast{Info: s.info, Names: specs[:], Specs: specs[:]}
	return cast.Line(arena.Job{First: 0, Second: 1, Variant: s.variant, Opening: "start", Seed: s.seed}, rec)
}
