package player

import (
	"evolab/agent/frozen"
	feathalma "evolab/features/halma"
	"evolab/game"
	"evolab/game/halma"
	phalma "evolab/protocol/halma"
	"evolab/protocol/playdata"
	"evolab/search"
	"evolab/search/budget"
	"evolab/search/cputime"
	searchhalma "evolab/search/halma"
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
	if err != nil && !in.Won() {
		return BadInput, err
	}
	d.doubt(in.Doubt)
	if err != nil || s.Outcome().Over() {
		err = d.overHalma(&in)
		return exitCode(err), err
	}
	moves := s.Moves(nil)
	d.answer = phalma.AppendOutput(d.answer[:0], &s, moves[0])
	if err := d.put(); err != nil {
		return Failed, err
	}
	r := d.recall(halmaName, s.Turn(), in.Single)
	past := pastOfHalma(&r)
	s = past.Meet(&s)
	best, a := moves[0], d.allowance(in.Single, in.Left, &r, past.Known)
	if len(moves) > 1 {
		if best, err = d.thinkHalma(&s, a, past.Cycles(&s)); err != nil {
			return Failed, err
		}
	}
	if in.Single {
		return Done, nil
	}
	past.Leave(&s, best)
	r.Board, r.Seen = appendHalma(r.Board[:0], &past.Last), past.Seen
	d.keep(&r, in.Left)
	return Done, nil
}

// overHalma answers where the game is over. A side that could only move a piece
// back within its camp has lost by the addendum's words, but a host may take them
// less strictly: then this move goes on with the game.
func (d *desk) overHalma(in *phalma.Input) error {
	s, err := in.State(halma.Original)
	camp := halma.Camp(in.Colour)
	if err == nil && !in.Won() {
		for _, m := range s.Moves(nil) {
			if camp.Has(m.From()&0xff) && camp.Has(m.To()&0xff) {
				d.answer = phalma.AppendOutput(d.answer[:0], &s, m)
				d.say(onlyBack)
				return d.put()
			}
		}
	}
	d.say(gameOver)
	return nil
}

const onlyBack = inputName + ": no move is legal by the addendum; the answer moves a piece back within its camp"

// thinkHalma writes each iteration's best move and returns the last one.
func (d *desk) thinkHalma(s *halma.State, a budget.Allowance, c think.Cycles) (game.Move, error) {
	set := feathalma.Set()
	eval, err := frozen.Evaluation(set)
	if err != nil {
		return game.NoMove, err
	}
	a.Used = d.used()
	a.Share(&set.Length, set.Progress(s), budget.AnyNumber)
	if m, planned := planHalma(s, &a, &c); planned {
		d.answer = phalma.AppendOutput(d.answer[:0], s, m)
		return m, d.put()
	}
	t := think.New[halma.State, *halma.State](eval, cputime.Process)
	t.Begin(s, search.Limits{}, a, c)
	for more := true; more; {
		more = t.Think()
		d.answer = phalma.AppendOutput(d.answer[:0], s, t.Best().Move)
		if err := d.better(); err != nil {
			return game.NoMove, err
		}
	}
	return t.Best().Move, d.put()
}

// planHalma is the way home where the game has become a race, unless that leads
// back to where it was. The time that it takes is taken off the allowance.
func planHalma(s *halma.State, a *budget.Allowance, c *think.Cycles) (game.Move, bool) {
	began := cputime.Process()
	r, found := searchhalma.NewRace(cputime.Process).Move(s, search.Limits{Time: a.Hard()})
	a.Used += cputime.Process() - began
	return r.Move, found && !c.Back(s.Moves(nil), r.Move)
}

// pastOfHalma is what a record tells of the game.
func pastOfHalma(r *playdata.Record) think.Past[halma.State, *halma.State] {
	p := think.Past[halma.State, *halma.State]{Key: (*halma.State).Hash, Seen: r.Seen}
	var black, white halma.Board
	if len(r.Board) != halma.Squares {
		return p
	}
	for q := 0; q < len(r.Board); q++ {
		switch r.Board[q] {
		case 'B':
			black.Set(q)
		case 'W':
			white.Set(q)
		}
	}
	last, err := halma.New(black, white, r.Colour.Other(), halma.Addendum)
	p.Last, p.Known = last, err == nil
	return p
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
