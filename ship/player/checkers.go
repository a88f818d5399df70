package player

import (
	"evolab/agent/frozen"
	featcheckers "evolab/features/checkers"
	"evolab/game"
	"evolab/game/checkers"
	pcheckers "evolab/protocol/checkers"
	"evolab/protocol/playdata"
	"evolab/search"
	"evolab/search/budget"
	"evolab/search/cputime"
	"evolab/search/think"
)

const checkersName = "checkers"

// drawAt is how often a position has to come up for a draw.
const drawAt = 3

// checkers plays a ply of checkers.
func (d *desk) checkers(text []byte) (int, error) {
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
	moves := s.Moves(nil)
	d.answer = pcheckers.AppendOutput(d.answer[:0], moves[0])
	if err := d.put(); err != nil {
		return Failed, err
	}
	r := d.recall(checkersName, s.Turn(), in.Single)
	past := pastOfCheckers(&r)
	s = past.Meet(&s)
	best, a := moves[0], d.allowance(in.Single, in.Left, &r, past.Known)
	if len(moves) > 1 {
		if best, err = d.thinkCheckers(&s, a, past.Cycles(&s)); err != nil {
			return Failed, err
		}
	}
	if in.Single {
		return Done, nil
	}
	past.Leave(&s, best)
	r.Board, r.Quiet, r.Seen = appendCheckers(r.Board[:0], &past.Last), past.Last.Quiet(), past.Seen
	d.keep(&r, in.Left)
	return Done, nil
}

// thinkCheckers writes each iteration's best move and returns the last one.
func (d *desk) thinkCheckers(s *checkers.State, a budget.Allowance, c think.Cycles) (game.Move, error) {
	set := featcheckers.Set()
	eval, err := frozen.Evaluation(set)
	if err != nil {
		return game.NoMove, err
	}
	a.Used = d.used()
	a.Share(&set.Length, set.Progress(s), budget.AnyNumber)
	t := think.New[checkers.State, *checkers.State](eval, cputime.Process)
	t.Begin(s, search.Limits{}, a, c)
	for more := true; more; {
		more = t.Think()
		d.answer = pcheckers.AppendOutput(d.answer[:0], t.Best().Move)
		if err := d.better(); err != nil {
			return game.NoMove, err
		}
	}
	return t.Best().Move, d.put()
}

// pastOfCheckers is what a record tells of the game.
func pastOfCheckers(r *playdata.Record) think.Past[checkers.State, *checkers.State] {
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

func appendCheckers(dst []byte, s *checkers.State) []byte {
	for q := 0; q < checkers.Size*checkers.Size; q++ {
		dst = append(dst, s.Symbol(q/checkers.Size, q%checkers.Size))
	}
	return dst
}
