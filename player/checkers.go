package player

import (
	"evolab/agent/frozen"
	featcheckers "evolab/features/checkers"
	"evolab/game"
	"evolab/game/checkers"
	pcheckers "evolab/protocol/checkers"
	"evolab/protocol/playdata"
	"evolab/search"
	"evolab/search/cputime"
	"evolab/search/think"
)

const checkersName = "checkers"

// checkers plays a ply of checkers.
func (d *desk) checkers(text []byte) (int, error) {
	in, err := pcheckers.ParseInput(text)
	if err != nil {
		return BadInput, err
	}
	s := in.State
	if s.Outcome().Over() {
		return Done, nil // nothing can be played
	}
	moves := s.Moves(nil)
	d.answer = pcheckers.AppendOutput(d.answer[:0], moves[0])
	if err := d.put(); err != nil {
		return Failed, err
	}
	r := playdata.Record{Game: checkersName, Colour: s.Turn()}
	if !in.Single {
		r = d.recall(checkersName, s.Turn(), in.Left)
		s = followCheckers(&r, &s)
		r.See(s.BoardHash())
	}
	best, err := d.thinkCheckers(&s, &in, &r, moves)
	if err != nil || in.Single {
		return exitCode(err), err
	}
	var after checkers.State
	s.Play(best, &after)
	r.See(after.BoardHash())
	r.Board, r.Quiet = appendCheckers(r.Board[:0], &after), after.Quiet()
	r.Played(in.Left, cputime.Process())
	d.keep(&r)
	return Done, nil
}

// thinkCheckers writes each iteration's best move and returns the last one.
func (d *desk) thinkCheckers(s *checkers.State, in *pcheckers.Input, r *playdata.Record, moves []game.Move) (game.Move, error) {
	if len(moves) == 1 {
		return moves[0], nil
	}
	set := featcheckers.Set()
	eval, err := frozen.Evaluation(set)
	if err != nil {
		return moves[0], err
	}
	cycles := think.Cycles{Draw: drawAt}
	var after checkers.State
	for _, m := range moves {
		s.Play(m, &after)
		cycles.Seen = append(cycles.Seen, r.Times(after.BoardHash()))
	}
	t := think.New[checkers.State, *checkers.State](eval, cputime.Process)
	t.Begin(s, search.Limits{}, d.allowance(checkersName, in.Single, in.Left, set.Progress(s), r), cycles)
	for more := true; more; {
		more = t.Think()
		d.answer = pcheckers.AppendOutput(d.answer[:0], t.Best().Move)
		if err := d.put(); err != nil {
			return moves[0], err
		}
	}
	return t.Best().Move, nil
}

// drawAt is how often a position has to come up for a draw.
const drawAt = 3

// followCheckers returns the position with the quiet plies that the game has
// seen. The record is emptied if the game cannot have come here from it, or if
// nothing that was there can come back.
func followCheckers(r *playdata.Record, now *checkers.State) checkers.State {
	before, ok := parseCheckers(r, now.Turn().Other())
	if ok && !before.Outcome().Over() {
		var after checkers.State
		for _, m := range before.Moves(nil) {
			before.Play(m, &after)
			if after.BoardHash() == now.BoardHash() && !after.Outcome().Over() {
				if after.Quiet() == 0 {
					r.Seen = r.Seen[:0]
				}
				return after
			}
		}
	}
	r.Forget()
	return *now
}

func appendCheckers(dst []byte, s *checkers.State) []byte {
	for q := 0; q < checkers.Size*checkers.Size; q++ {
		dst = append(dst, s.Symbol(q/checkers.Size, q%checkers.Size))
	}
	return dst
}

func parseCheckers(r *playdata.Record, turn game.Side) (checkers.State, bool) {
	set := checkers.Setup{Turn: turn, Quiet: r.Quiet}
	if len(r.Board) != checkers.Size*checkers.Size {
		return checkers.State{}, false
	}
	for q := 0; q < len(r.Board); q++ {
		if !set.Put(q/checkers.Size, q%checkers.Size, r.Board[q]) {
			return checkers.State{}, false
		}
	}
	s, err := checkers.New(set)
	return s, err == nil
}
