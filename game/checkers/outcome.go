package checkers

import "evolab/game"

// Outcome is a draw after QuietLimit plies without a capture and without a
// crowning, whatever the side to move could do; otherwise the side that cannot
// move has lost. A third repetition is a draw too, but only callers that know
// the whole game can see it: compare BoardHash.
func (s *State) Outcome() game.Outcome {
	if s.quiet >= QuietLimit {
		return game.Outcome{Result: game.Draw}
	}
	// A step is tried first: there nearly always is one.
	empty, left := full&^(s.own|s.opp), s.left()
	kings := s.own & s.kings
	if s.own&(empty.Shift(-left)|empty.Shift(-left-1)) != 0 ||
		kings&(empty.Shift(left)|empty.Shift(left+1)|back(s.opp, empty, left)) != 0 ||
		s.own&(jumping(s.opp, empty, left)|jumping(s.opp, empty, left+1)) != 0 {
		return game.Outcome{}
	}
	return game.Outcome{Result: game.Win(s.Turn().Other())}
}

// PliesLeft is the largest number of plies that the game can still last: each capture
// and crowning to come may be as late as the draw allows.
func (s *State) PliesLeft() int {
	pieces := s.own | s.opp
	events := max(pieces.Count()-1, 0) + (pieces &^ s.kings).Count()
	return QuietLimit*(events+1) - int(s.quiet)
}
