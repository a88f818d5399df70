package littlego

import "evolab/game/littlego"

// InputOf is the host's input for the side to move in a position. A position without
// a previous board gets one that implies neither ko nor pass: without one of the
// stones of the side that moved last. Only if that side has no stone are both boards
// equal.
func InputOf(s *littlego.State) Input {
	in := Input{Colour: s.Turn(), Current: Stones{Black: s.Black(), White: s.White()}}
	black, white, known := s.Previous()
	if known {
		in.Previous = Stones{Black: black, White: white}
		return in
	}
	in.Previous = in.Current
	stones := s.Opp()
	lone := stones & -stones
	in.Previous.Black &^= lone
	in.Previous.White &^= lone
	return in
}

// State is the position after the given number of plies under the host's
// rules. It fails with littlego.ErrHistory when no move leads from the
// previous board to the current one, and with the other errors of
// littlego.New.
func (in *Input) State(ply int) (littlego.State, error) {
	set := in.setup(ply)
	set.PrevBlack, set.PrevWhite = in.Previous.Black, in.Previous.White
	set.Known = ply > 0 || !in.Previous.empty()
	return littlego.New(set)
}

// Bare is State without the previous board: it knows of no ko and of no pass.
func (in *Input) Bare(ply int) (littlego.State, error) {
	return littlego.New(in.setup(ply))
}

func (in *Input) setup(ply int) littlego.Setup {
	return littlego.Setup{Black: in.Current.Black, White: in.Current.White, Ply: ply, Variant: littlego.Host}
}
