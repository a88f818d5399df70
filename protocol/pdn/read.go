package pdn

import (
	"slices"
	"strconv"
	"strings"

	"evolab/game/checkers"
)

// Parse reads the records of a file, without variations and marks; it joins the
// comments after a move. The error has the line.
func Parse(text string) ([]Game, error) {
	s := scanner{text: strings.TrimPrefix(text, "\ufeff"), next: 1}
	var games []Game
	for {
		w, err := s.word()
		if err != nil {
			return nil, err
		}
		if w.kind == endOfFile {
			return games, nil
		}
		r := reader{scanner: &s}
		if err := r.read(w); err != nil {
			return nil, err
		}
		games = append(games, r.game)
	}
}

// reader reads one record.
type reader struct {
	*scanner
	game    Game
	derived []Tag // the headers that decide fields of the game
	state   checkers.State
}

// read reads a record that begins with the word w, up to its result or the end
// of the file.
func (r *reader) read(w word) error {
	var err error
	for ; w.kind == tagWord && err == nil; w, err = r.word() {
		if err := r.header(w.tag); err != nil {
			return err
		}
	}
	if err == nil {
		err = r.setUp()
	}
	for ; err == nil; w, err = r.word() {
		switch w.kind {
		case commentWord:
			r.comment(w.text)
		case moveWord:
			if err := r.move(w.text); err != nil {
				return err
			}
		case resultWord:
			return r.result(w.text)
		case tagWord:
			return r.fail("a header among the moves (expected: a result before it)")
		default:
			return r.result(find(r.derived, "Result"))
		}
	}
	return err
}

func (r *reader) header(t Tag) error {
	if find(r.derived, t.Name) != "" || r.game.Tag(t.Name) != "" {
		return r.fail("the header %.40s is there twice", t.Name)
	}
	if slices.Contains(derived, t.Name) {
		r.derived = append(r.derived, t)
	} else if t.Value != "" && (t.Value != "?" || !slices.Contains(roster, t.Name)) {
		r.game.Tags = append(r.game.Tags, t)
	}
	return nil
}

// setUp finds the start from the headers.
func (r *reader) setUp() error {
	kind := find(r.derived, "GameType")
	if number, _, _ := strings.Cut(kind, ","); kind != "" && number != "21" {
		return r.fail("game type %.40q (allowed: 21, English draughts)", kind)
	}
	quiet := 0
	if text := find(r.derived, "QuietPlies"); text != "" {
		var err error
		if quiet, err = strconv.Atoi(text); err != nil || quiet < 0 || quiet > checkers.QuietLimit {
			return r.fail("quiet plies %.40q (allowed: 0..%d)", text, checkers.QuietLimit)
		}
	}
	fen := find(r.derived, "FEN")
	if fen == "" {
		fen = "B:W21-32:B1-12"
	}
	var err error
	if r.state, err = ParseFEN(fen, quiet); err != nil {
		return r.fail("%w", err)
	}
	r.game.Start = r.state
	return nil
}

func (r *reader) comment(text string) {
	to := &r.game.Comment
	if n := len(r.game.Plies); n > 0 {
		to = &r.game.Plies[n-1].Comment
	}
	*to = clean(*to + " " + text)
}

func (r *reader) move(text string) error {
	m, err := ParseMove(&r.state, text)
	if err != nil {
		return r.fail("ply %d: %w", len(r.game.Plies)+1, err)
	}
	r.game.Plies = append(r.game.Plies, Ply{Move: m})
	r.state.Play(m, &r.state)
	return nil
}

// result takes the result at the end, or else that of the header.
func (r *reader) result(text string) error {
	var ok bool
	if r.game.Result, ok = parseResult(text); !ok && text != "" && text != "?" {
		return r.fail("result %.40q (allowed: 1-0, 0-1, 1/2-1/2, *)", text)
	}
	if header := find(r.derived, "Result"); header != text && header != "" && header != "?" {
		return r.fail("the game ends with %s, but its header says %.40q", text, header)
	}
	return nil
}
