package player

import (
	feathalma "evolab/features/halma"
	"evolab/game"
	"evolab/game/halma"
	phalma "evolab/protocol/halma"
	"evolab/protocol/playdata"
	"evolab/search/cputime"
	searchhalma "evolab/search/halma"
	"evolab/search/think"
)

func (d *folder) halma(text []byte) (int, error) {
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
	g := timed[halma.State, *halma.State, *searchhalma.Race]{past: pastOfHalma, note: noteHalma}
	g.set, g.knows, g.output = feathalma.Set(), searchhalma.NewRace(cputime.Process), phalma.AppendOutput
	return g.play(d, s, in.Single, in.Left)
}

// overHalma answers where the game is over. A side that could only move a piece
// back within its camp has lost by the addendum's words, but a host may take
// them less strictly: then this move continues the game.
func (d *folder) overHalma(in *phalma.Input) error {
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

// pastOfHalma is what a record says about the game.
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

// noteHalma writes down the position after a move.
func noteHalma(r *playdata.Record, s *halma.State) {
	black, white := s.Pieces(game.First), s.Pieces(game.Second)
	r.Board = r.Board[:0]
	for q := 0; q < halma.Squares; q++ {
		switch {
		case black.Has(q):
			r.Board = append(r.Board, 'B')
		case white.Has(q):
			r.Board = append(r.Board, 'W')
		default:
			r.Board = append(r.Board, '.')
		}
	}
}
