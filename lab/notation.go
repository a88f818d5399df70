package lab

import (
	"fmt"
	"path/filepath"
	"strings"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
)

// notation is a format of game records that other programs read. JSON lines work
// for all games and keep everything.
type notation struct {
	name   string // of --format, and of file names
	game   string // the only one
	begin  string // the possible first bytes of a file
	append func(dst []byte, g agent.Game, lines []arena.Line) ([]byte, error)
	// parse counts games from 0. The winner is "" if the file does not tell it.
	parse func(data []byte) ([]arena.Line, error)
}

func notations() []notation {
	return []notation{
		{"sgf", "littlego", "(", appendSGF, parseSGF},
		{"pdn", "checkers", "[;123456789", appendPDN, parsePDN},
	}
}

// notationOf returns the notation of a file name, nil for JSON lines.
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

// check refuses the records of another game.
func (n *notation) check(g agent.Game) error {
	if name := g.Info().Name; name != n.game {
		return badInput(fmt.Errorf("evolve: %s is for %s, not for %s", strings.ToUpper(n.name), n.game, name), "JSON lines keep any game")
	}
	return nil
}

// text formats records, with the players' names for people.
func (n *notation) text(g agent.Game, lines []arena.Line) ([]byte, error) {
	named := make([]arena.Line, len(lines))
	for i := range lines {
		named[i] = introduced(lines[i])
	}
	return n.append(nil, g, named)
}

// gamesOutDoc describes --games-out.
const gamesOutDoc = "file for the games, one JSON line per game (or SGF or PDN, if its name ends in .sgf or .pdn)"

// checkGamesOut checks, before the games, that they can be written to a file.
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

// foreignLine begins the record of a game of another program; n counts the file's
// games from 0.
func foreignLine(n int, black, white string) arena.Line {
	l := arena.Line{Game: n, Pair: n, First: named(black, "black"), Second: named(white, "white"), Moves: []string{}}
	if l.First == l.Second || l.First == arena.DrawName || l.Second == arena.DrawName {
		l.First, l.Second = l.First+" (black)", l.Second+" (white)"
	}
	return l
}

func named(name, fallback string) string {
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

// replay plays a record's moves and calls show, unless it is nil, after each.
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
			return b, fmt.Errorf("ply %d: %s: not a legal move here (%s)", i+1, text, b.Position())
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
