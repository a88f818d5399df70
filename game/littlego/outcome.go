package littlego

import "evolab/game"

// Komi is White's bonus in half points: 2.5 points.
const Komi = 5

func (s *State) over() bool {
	// In the variant without passes, a side without a placement ends the game.
	return s.ply >= LastPly || s.flags >= special && (s.flags&ended != 0 || s.Placements() == 0)
}

// Outcome counts the stones of a finished game: Black wins with at least three
// more than White. There are no ties.
func (s *State) Outcome() game.Outcome {
	if !s.over() {
		return game.Outcome{}
	}
	margin := s.Margin()
	if margin > 0 {
		return game.Outcome{Result: game.FirstWins, Margin: margin}
	}
	return game.Outcome{Result: game.SecondWins, Margin: margin}
}

// Margin is Black's lead in half points if the game were counted now.
func (s *State) Margin() int {
	return 2*(s.Black().Count()-s.White().Count()) - Komi
}
