package player

import (
	"evolab/agent/frozen"
	feathalma "evolab/features/halma"
	"evolab/game"
	"evolab/game/halma"
	phalma "evolab/protocol/halma"
	"evolab/protocol/playdata"
	"evolab/search"
	"evolab/search/cputime"
	"evolab/search/think"
)

const halmaName = "halma"

// halma plays a ply of Halma.
func (d *desk) halma(text []byte) (int, error) {
	in, err := phalma.ParseInput(text)
	if err != nil {
		return BadInput, err
	}
	s, err := in.State(halma.Addendum)
	if err != nil {
		return BadInput, err
	}
	if s.Outcome().Over() {
		return Done, nil // nothing can be played
	}
	moves := s.Moves(nil)
	d.answer = phalma.AppendOutput(d.answer[:0], &s, moves[0])
	if err := d.put(); err != nil {
		return Failed, err
	}
	r := playdata.Record{Game: halmaName, Colour: s.Turn()}
	if !in.Single {
		r = d.recall(halmaName, s.Turn(), in.Left)
		followHalma(&r, &s)
		r.See(s.Hash())
	}
	best, err := d.thinkHalma(&s, &in, &r, moves)
	if err != nil || in.Single {
		return exitCode(err), err
	}
	var after halma.State
	s.Play(best, &after)
	r.See(after.Hash())
	r.Board = appendHalma(r.Board[:0], &after)
	r.Played(in.Left, cputime.Process())
	d.keep(&r)
	return Done, nil
}

// thinkHalma writes each iteration's best move and returns the last one.
func (d *desk) thinkHalma(s *halma.State, in *phalma.Input, r *playdata.Record, moves []game.Move) (game.Move, error) {
	if len(moves) == 1 {
		return moves[0], nil
	}
	set := feathalma.Set()
	eval, err := frozen.Evaluation(set)
	if err != nil {
		return moves[0], err
	}
	cycles := think.Cycles{}
	var after halma.State
	for _, m := range moves {
		s.Play(m, &after)
		cycles.Seen = append(cycles.Seen, r.Times(after.Hash()))
	}
	t := think.New[halma.State, *halma.State](eval, cputime.Process)
	t.Begin(s, search.Limits{}, d.allowance(halmaName, in.Single, in.Left, set.Progress(s), r), cycles)
	for more := true; more; {
		more = t.Think()
		d.answer = phalma.AppendOutput(d.answer[:0], s, t.Best().Move)
		if err := d.put(); err != nil {
			return moves[0], err
		}
	}
	return t.Best().Move, nil
}

// followHalma empties the record if the game cannot have come here from it.
func followHalma(r *playdata.Record, now *halma.State) {
	before, ok := parseHalma(r, now.Turn().Other())
	if ok && !before.Outcome().Over() {
		var after halma.State
		for _, m := range before.Moves(nil) {
			before.Play(m, &after)
			if after.Hash() == now.Hash() {
				return
			}
		}
	}
	r.Forget()
}

func appendHalma(dst []byte, s *halma.State) []byte {
	black, white := s.Pieces(game.First), s.Pieces(game.Second)
	for q := 0; q < halma.Squares; q++ {
		switch {
		case black.Has(q):
			dst = append(dst, 'B')
		case white.Has(q):
			dst = append(dst, 'W')
		default:
			dst = append(dst, '.')
		}
	}
	return dst
}

func parseHalma(r *playdata.Record, turn game.Side) (halma.State, bool) {
	var black, white halma.Board
	if len(r.Board) != halma.Squares {
		return halma.State{}, false
	}
	for q := 0; q < len(r.Board); q++ {
		switch r.Board[q] {
		case 'B':
			black.Set(q)
		case 'W':
			white.Set(q)
		}
	}
	s, err := halma.New(black, white, turn, halma.Addendum)
	return s, err == nil
}
