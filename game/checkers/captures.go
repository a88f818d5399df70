package checkers

import "evolab/game"

// A capture continues as long as there is anything to jump. A jumped piece leaves at
// once. A man only looks forward, where its own jumps have changed nothing, and its
// rows end where it becomes a king; so the squares from which it can jump are known
// beforehand. A king has to look at the board that its jumps so far have left, where
// its start is empty.

// countMen is the number of routes of some men, given the squares from which
// one could jump to the left and to the right. It adds one for every first jump
// and one for every square where a route parts into two. A man has three jumps
// at most, so a route can part on two rows only.
func countMen(men, jumpLeft, jumpRight Board, left int) int {
	right := 2 * (left + 1)
	left *= 2
	l, r := (men & jumpLeft).Shift(left), (men & jumpRight).Shift(right)
	n := l.Count() + r.Count()
	parting := jumpLeft & jumpRight
	if parting == 0 || (l|r)&(jumpLeft|jumpRight) == 0 {
		return n
	}
	n += (l & parting).Count() + (r & parting).Count()
	n += ((l & jumpLeft).Shift(left) & parting).Count() + ((l & jumpRight).Shift(right) & parting).Count()
	return n + ((r & jumpLeft).Shift(left) & parting).Count() + ((r & jumpRight).Shift(right) & parting).Count()
}

// countKings is the number of routes of the kings of the side to move.
func (s *State) countKings() int {
	n := 0
	empty := full &^ (s.own | s.opp)
	near := s.opp<<5&(empty<<10) | s.opp<<4&(empty<<8) | s.opp>>4&(empty>>8) | s.opp>>5&(empty>>10)
	for from := s.own & s.kings & near; from != 0; from &= from - 1 {
		king := from & -from
		n += countKing(king, s.opp, empty|king)
	}
	return n
}

// countKing is the number of routes of a king on the square at, 1 if it has no
// further jump.
func countKing(at, opp, empty Board) int {
	n := 0
	for d := range steps {
		over := at.Shift(int(steps[d])) & opp
		to := over.Shift(int(steps[d])) & empty
		if to != 0 {
			n += countKing(to, opp^over, empty|over)
		}
	}
	return max(n, 1)
}

// men is what the routes of men follow from: the squares from which they could
// jump, and how far they step.
type men struct {
	jumpLeft, jumpRight Board
	left                int
}

// appendCaptures appends the routes of the pieces in from, all of which can
// jump.
func (s *State) appendCaptures(dst []game.Move, from Board) []game.Move {
	empty, left := full&^(s.own|s.opp), s.left()
	men := men{jumping(s.opp, empty, left), jumping(s.opp, empty, left+1), left}
	for ; from != 0; from &= from - 1 {
		piece := from & -from
		if piece&s.kings != 0 {
			dst = appendKing(dst, game.Move(piece.First()), piece, s.opp, empty|piece)
		} else {
			dst = men.append(dst, game.Move(piece.First()), piece)
		}
	}
	return dst
}

// append appends the routes that continue m with a man on the square at.
func (c *men) append(dst []game.Move, m game.Move, at Board) []game.Move {
	if at&(c.jumpLeft|c.jumpRight) == 0 {
		return append(dst, m|game.Move(at.First())<<16)
	}
	if at&c.jumpLeft != 0 {
		dst = c.append(dst, c.jumped(m, 0), at.Shift(2*c.left))
	}
	if at&c.jumpRight != 0 {
		dst = c.append(dst, c.jumped(m, 1), at.Shift(2*c.left+2))
	}
	return dst
}

// jumped is the route m with a jump added, right being 0 or 1.
func (c *men) jumped(m game.Move, right int) game.Move {
	if c.left > 0 {
		return addJump(m, downLeft+right)
	}
	return addJump(m, upLeft+right)
}

func addJump(m game.Move, direction int) game.Move {
	return m + oneJump | game.Move(direction)<<(routeAt+2*uint(Jumps(m)))
}

// appendKing appends the routes that continue m with a king on the square at.
func appendKing(dst []game.Move, m game.Move, at, opp, empty Board) []game.Move {
	ends := true
	for d := range steps {
		over := at.Shift(int(steps[d])) & opp
		to := over.Shift(int(steps[d])) & empty
		if to != 0 {
			dst = appendKing(dst, addJump(m, d), to, opp^over, empty|over)
			ends = false
		}
	}
	if ends {
		dst = append(dst, m|game.Move(at.First())<<16)
	}
	return dst
}
