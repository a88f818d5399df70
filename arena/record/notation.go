package record

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
)

// Notation is a format of game records that other programs read.
type Notation struct {
	Name  string // also the extension of its files
	Game  string // the only one
	begin string // the possible first bytes of a file
	from  func(g agent.Game, l *arena.Line) (foreign, error)
	parse func(data []byte) []Entry // the winner is "" if the file does not tell it
}

// Notations lists the notations.
func Notations() []Notation {
	return []Notation{
		{"sgf", "littlego", "(", sgfOf, parseSGF},
		{"pdn", "checkers", "[;%123456789", pdnOf, parsePDN},
	}
}

// NotationOf returns the notation of a file's name, nil for JSON lines.
func NotationOf(path string) *Notation {
	return FindNotation(strings.TrimPrefix(filepath.Ext(path), "."))
}

// FindNotation returns the notation of a name, nil if there is none.
func FindNotation(name string) *Notation {
	for _, n := range Notations() {
		if strings.EqualFold(n.Name, name) {
			return &n
		}
	}
	return nil
}

// recognize returns the notation of a file, nil for JSON lines. An unknown file is
// taken for the first notation, whose error says what is missing.
func recognize(name string, text []byte) *Notation {
	if n := NotationOf(name); n != nil {
		return n
	}
	if strings.EqualFold(filepath.Ext(name), ".jsonl") || bytes.HasPrefix(text, []byte("{")) {
		return nil
	}
	all := Notations()
	for i := range all {
		if all[i].begins(text) {
			return &all[i]
		}
	}
	return &all[0]
}

// begins reports whether a text may be one of the notation, by its first byte.
func (n *Notation) begins(text []byte) bool {
	return len(text) > 0 && strings.IndexByte(n.begin, text[0]) >= 0
}

// Begins reports whether a file of that name may hold games, by how it begins.
func Begins(name string, head []byte) bool {
	head = bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))
	if n := NotationOf(name); n != nil {
		return len(head) == 0 || n.begins(head)
	}
	return len(head) == 0 || head[0] == '{' && bytes.Contains(head, []byte(`"moves":`))
}

// Check refuses another game.
func (n *Notation) Check(g agent.Game) error {
	if name := g.Info().Name; name != n.Game {
		return fmt.Errorf("%s is for %s, not for %s", strings.ToUpper(n.Name), n.Game, name)
	}
	return nil
}

// Format writes games, with the players' names for people.
func (n *Notation) Format(g agent.Game, lines []arena.Line) ([]byte, error) {
	list := make([]Entry, len(lines))
	for i := range lines {
		list[i] = Entry{Line: lines[i], Number: i + 1, Game: g}
	}
	return n.Convert(list)
}

// Convert writes games of a file. Those that are in this notation keep what a Line has no
// place for.
func (n *Notation) Convert(list []Entry) (text []byte, err error) {
	for i := range list {
		e := &list[i]
		one := e.foreign
		if one == nil || one.notation() != n.Name {
			named := WithSpecs(e.Line)
			one, err = n.from(e.Game, &named)
		}
		if err == nil {
			text, err = one.append(text)
		}
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", e.Number, err)
		}
	}
	return text, nil
}

// newEntry begins the record of a game of another program, the given one of its file from
// 0; with an error, that is all.
func newEntry(n int, f foreign, err error, notes []string) Entry {
	e := Entry{Number: n + 1, Place: fmt.Sprintf("game %d", n+1), Err: err, Notes: notes, foreign: f}
	e.Line.Game, e.Line.Pair = n, n
	return e
}

// setPlayers names the players of a game of another program.
func setPlayers(l *arena.Line, black, white string) {
	l.First, l.Second = orElse(black, "black"), orElse(white, "white")
	if l.First == l.Second || l.First == arena.DrawName || l.Second == arena.DrawName {
		l.First, l.Second = l.First+" (black)", l.Second+" (white)"
	}
}

func orElse(name, fallback string) string {
	if strings.TrimSpace(name) == "" {
		return fallback
	}
	return name
}

// setWinner sets the winner; an unknown one is left out.
func setWinner(l *arena.Line, r game.Result) {
	switch {
	case l.Open():
		l.Winner = arena.NoneName
	case r == game.FirstWins:
		l.Winner = l.First
	case r == game.SecondWins:
		l.Winner = l.Second
	case r == game.Draw:
		l.Winner = arena.DrawName
	}
}

// winnerOf returns the result; Ongoing if it is unknown or there is none.
func winnerOf(l *arena.Line) game.Result {
	if l.Winner == "" || l.Open() {
		return game.Ongoing
	}
	return l.Result()
}
