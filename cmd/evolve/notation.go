package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
)

// notation is a form of game records that other programs read. JSON lines,
// which keep everything, are the form of all games.
type notation struct {
	name  string // as --format has it, and file names end
	title string
	game  string // whose records it can hold
	begin string // the first bytes of files, any of them
	// append appends records as a file has them.
	append func(dst []byte, g agent.Game, lines []arena.Line) ([]byte, error)
	// parse reads a file's games, counted from 0. The winner is "" if the file
	// does not tell it.
	parse func(data []byte) ([]arena.Line, error)
}

// notations lists them.
func notations() []notation {
	return []notation{
		{"sgf", "SGF", "littlego", "(", appendSGF, parseSGF},
		{"pdn", "PDN", "checkers", "[;123456789", appendPDN, parsePDN},
	}
}

// notationOf is the one in which a file of this name is written, nil for JSON
// lines.
func notationOf(path string) *notation {
	return findNotation(strings.TrimPrefix(filepath.Ext(path), "."))
}

func findNotation(name string) *notation {
	for _, n := range notations() {
		if strings.EqualFold(n.name, name) {
			return &n
		}
	}
	return nil
}

// notationNames lists the values of --format.
func notationNames() string {
	names := []string{"text"}
	for _, n := range notations() {
		names = append(names, n.name)
	}
	return strings.Join(append(names, "json"), ", ")
}

// check refuses the records of another game.
func (n *notation) check(g agent.Game) error {
	if name := g.Info().Name; name != n.game {
		return badInput(fmt.Errorf("evolve: %s is for %s, not for %s", n.title, n.game, name), "JSON lines keep any game")
	}
	return nil
}

// text is a file of records, in which players bear the names that people know.
func (n *notation) text(g agent.Game, lines []arena.Line) ([]byte, error) {
	named := make([]arena.Line, len(lines))
	for i := range lines {
		named[i] = introduced(lines[i])
	}
	return n.append(nil, g, named)
}

// gamesOutDoc describes --games-out.
const gamesOutDoc = "file for the games, a JSON line each (or SGF or PDN, if its name ends in .sgf or .pdn)"

// checkGamesOut refuses a file that could not be written after the games.
func checkGamesOut(path string, g agent.Game) error {
	if path == "" {
		return nil
	}
	if n := notationOf(path); n != nil {
		if err := n.check(g); err != nil {
			return err
		}
	}
	return creatable("--games-out", path)
}

// foreignLine is a game of another program's file as a record; n counts the
// file's games from 0.
func foreignLine(n int, black, white string) arena.Line {
	l := arena.Line{Game: n, Pair: n, First: named(black, "black"), Second: named(white, "white"), Moves: []string{}}
	if l.First == l.Second || l.First == arena.DrawName || l.Second == arena.DrawName {
		l.First, l.Second = l.First+" (black)", l.Second+" (white)"
	}
	return l
}

// setWinner enters who has won, nobody if that is not known.
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

// winnerOf is the record's result; ongoing if it is not known, or there is none.
func winnerOf(l *arena.Line) game.Result {
	if l.Winner == "" || l.Open() {
		return game.Ongoing
	}
	return l.Result()
}

func named(name, fallback string) string {
	if strings.TrimSpace(name) == "" {
		return fallback
	}
	return name
}

// errIllegal is the error of a record that does not keep the rules.
var errIllegal = errors.New("not a legal move here")

// replay plays a record's moves and calls show, if there is one, after each.
func replay(g agent.Game, variant string, l *arena.Line, show func(ply int, side game.Side, move string, b agent.Board) error) (agent.Board, error) {
	b, err := g.Board(variant, l.Opening)
	if err != nil {
		return nil, fmt.Errorf("opening: %w", err)
	}
	for i, text := range l.Moves {
		m, err := b.ParseMove(text)
		if err != nil {
			return b, fmt.Errorf("ply %d: %w", i+1, err)
		}
		if !agent.Legal(b, m) {
			return b, fmt.Errorf("ply %d: %s: %w (%s)", i+1, text, errIllegal, b.Position())
		}
		side := b.Turn()
		b.Play(m)
		if show == nil {
			continue
		}
		if err := show(i+1, side, text, b); err != nil {
			return b, err
		}
	}
	return b, nil
}
