package main

import (
	"errors"
	"fmt"
	"strings"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
	"evolab/protocol/sgf"
)

// sgfOf is a record as SGF has it. What SGF has no place for (the numbers and
// seeds of the games, CPU time, standard error) is left out. The margin comes
// from replaying the game.
func sgfOf(g agent.Game, l *arena.Line) (sgf.Game, error) {
	if g.Info().Name != "littlego" {
		return sgf.Game{}, badInput(fmt.Errorf("evolve: SGF is for littlego, not for %s", g.Info().Name), "--format json keeps any game")
	}
	out := sgf.Game{Black: l.First, White: l.Second, Opening: l.Opening, Moves: l.Moves, Reason: l.Reason, Comment: l.Detail}
	switch l.Result() {
	case game.FirstWins:
		out.Winner = sgf.Black
	case game.SecondWins:
		out.Winner = sgf.White
	case game.Draw:
		out.Winner = sgf.Draw
	}
	if l.Winner == "" {
		out.Winner = ""
	}
	if l.Reason != arena.Normal {
		return out, nil
	}
	b, err := replay(g, "", l, nil)
	if err != nil {
		return out, err
	}
	if o := b.Outcome(); o.Over() {
		out.Margin = max(float64(o.Margin), -float64(o.Margin)) / 2
	}
	return out, nil
}

// appendSGF appends records as a collection.
func appendSGF(dst []byte, g agent.Game, lines []arena.Line) ([]byte, error) {
	for i := range lines {
		one, err := sgfOf(g, &lines[i])
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", i+1, err)
		}
		if dst, err = sgf.Append(dst, one); err != nil {
			return nil, fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	return dst, nil
}

// lineOf is a game of an SGF file as a record; n counts the file's games from
// 0. The winner is "" if the file does not tell it.
func lineOf(n int, g sgf.Game) arena.Line {
	l := arena.Line{
		Game: n, Pair: n, Opening: g.Opening, First: named(g.Black, "black"), Second: named(g.White, "white"),
		Moves: g.Moves, Plies: len(g.Moves), Reason: g.Reason, Detail: g.Comment,
	}
	if l.First == l.Second || l.First == arena.DrawName || l.Second == arena.DrawName {
		l.First, l.Second = l.First+" (black)", l.Second+" (white)"
	}
	switch g.Winner {
	case sgf.Black:
		l.Winner = l.First
	case sgf.White:
		l.Winner = l.Second
	case sgf.Draw:
		l.Winner = arena.DrawName
	}
	return l
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
