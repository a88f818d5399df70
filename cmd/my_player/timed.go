package main

import (
	"time"

	"evolab/agent/frozen"
	"evolab/features"
	featcheckers "evolab/features/checkers"
	feathalma "evolab/features/halma"
	"evolab/game"
	"evolab/game/checkers"
	"evolab/game/halma"
	pcheckers "evolab/protocol/checkers"
	phalma "evolab/protocol/halma"
	"evolab/search"
	"evolab/search/cputime"
)

// The games whose input.txt tells how much time there is. Their first line is
// SINGLE or GAME, and nothing that a Little-Go host writes.

// isCheckers and isHalma recognise input.txt by its form; a board of the wrong
// size is nobody's.
func isHalma(text []byte) bool { return phalma.Recognizes(text) }

func isCheckers(text []byte) bool {
	_, err := pcheckers.ParseInput(text)
	return err == nil
}

// playCheckers plays a ply of checkers.
func (t *turn) playCheckers(text []byte) error {
	in, err := pcheckers.ParseInput(text)
	if err != nil {
		return err
	}
	if in.State.Outcome().Over() {
		return nil // nothing can be played
	}
	write := func(m game.Move) error {
		return replaceFile(t.path(outputName), pcheckers.AppendOutput(nil, m))
	}
	moves := in.State.Moves(nil)
	if err := write(moves[0]); err != nil || len(moves) == 1 {
		return err
	}
	limits := share(in.Single, in.Left, checkersMoves)
	return deepen[checkers.State, *checkers.State](featcheckers.Set(), &in.State, limits, moves[0], write)
}

// playHalma plays a ply of Halma.
func (t *turn) playHalma(text []byte) error {
	in, err := phalma.ParseInput(text)
	if err != nil {
		return err
	}
	s, err := in.State(halma.Addendum)
	if err != nil || s.Outcome().Over() {
		return err
	}
	write := func(m game.Move) error {
		return replaceFile(t.path(outputName), phalma.AppendOutput(nil, &s, m))
	}
	moves := s.Moves(nil)
	if err := write(moves[0]); err != nil || len(moves) == 1 {
		return err
	}
	limits := share(in.Single, in.Left, halmaMoves)
	return deepen[halma.State, *halma.State](feathalma.Set(), &s, limits, moves[0], write)
}

// The moves that a game's time is spread over: games seldom last longer, and
// what is left is spread over as many moves again.
const (
	checkersMoves = 25
	halmaMoves    = 60
)

// slowLook is how late the search may notice that its time is over.
const slowLook = 4 * time.Millisecond

// share is the part of the time for this move, less what the process has used
// and a reserve for its end.
func share(single bool, left time.Duration, moves time.Duration) search.Limits {
	budget := left - max(left/10, min(left/2, slowLook))
	if !single {
		budget = left / moves
	}
	return search.Limits{Time: max(budget-cputime.Process()-2*time.Millisecond, 1)}
}

// deepen searches with a game's frozen weights and writes each iteration's best
// move, if it is another one than before.
func deepen[S comparable, P game.Position[S]](set features.Set[S], s *S, limits search.Limits, written game.Move, write func(game.Move) error) error {
	weights, err := frozen.Weights(set.Game)
	if err != nil {
		return err
	}
	eval, err := features.NewLinear(set, weights)
	if err != nil {
		return err
	}
	engine := search.New[S, P](eval, cputime.Process)
	engine.Begin(s, limits)
	for more := true; more; {
		more = engine.Deepen()
		if m := engine.Best().Move; m != written {
			if err := write(m); err != nil {
				return err
			}
			written = m
		}
	}
	return nil
}
