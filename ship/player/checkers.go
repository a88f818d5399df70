package player

import (
	"evolab/agent/frozen/endings/compact"
	featcheckers "evolab/features/checkers"
	"evolab/game"
	"evolab/game/checkers"
	pcheckers "evolab/protocol/checkers"
	"evolab/protocol/playdata"
	searchcheckers "evolab/search/checkers"
	"evolab/search/think"
)

func (d *folder) checkers(text []byte) (int, error) {
	in, err := pcheckers.ParseInput(text)
	if err != nil {
		return BadInput, err
	}
	s := in.State
	d.doubt(in.Doubt)
	if s.Outcome().Over() {
		d.say(gameOver)
		return Done, nil
	}
	g := timed[checkers.State, *checkers.State, *searchcheckers.Compact]{past: pastOfCheckers, note: noteCheckers}
	g.set, g.knows, g.output = featcheckers.Set(), compact.Checkers(), outputCheckers
	g.set.Hints.Ending, g.set.Hints.Estimate = ending, estimate
	return g.play(d, s, in.Single, in.Left)
}

// ending is the value of a position with few pieces.
func ending(s *checkers.State) int { return compact.Checkers().Ending(s) }

// estimate is the evaluation of a position with a piece more.
func estimate(s *checkers.State) int { return compact.Estimator().Estimate(s) }

func outputCheckers(dst []byte, _ *checkers.State, m game.Move) []byte {
	return pcheckers.AppendOutput(dst, m)
}

// pastOfCheckers is what a record says about the game.
func pastOfCheckers(r *playdata.Record) think.Past[checkers.State, *checkers.State] {
	// drawAt is how often a position has to come up for a draw.
	const drawAt = 3
	p := think.Past[checkers.State, *checkers.State]{Key: (*checkers.State).BoardHash, Draw: drawAt, Seen: r.Seen}
	set := checkers.Setup{Turn: r.Colour.Other(), Quiet: r.Quiet}
	if len(r.Board) != checkers.Size*checkers.Size {
		return p
	}
	for q := 0; q < len(r.Board); q++ {
		if !set.Put(q/checkers.Size, q%checkers.Size, r.Board[q]) {
			return p
		}
	}
	last, err := checkers.New(set)
	p.Last, p.Known = last, err == nil
	return p
}

// noteCheckers writes down the position after a move.
func noteCheckers(r *playdata.Record, s *checkers.State) {
	r.Board, r.Quiet = r.Board[:0], s.Quiet()
	for q := 0; q < checkers.Size*checkers.Size; q++ {
		r.Board = append(r.Board, s.Symbol(q/checkers.Size, q%checkers.Size))
	}
}
