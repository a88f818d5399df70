package checkers

import "evolab/game"

// A move's own bits: four bits with the number of jumps, 0 for a step, and two
// bits with the direction of each jump, the first one lowest.
const (
	routeAt = 32
	jumpsAt = 60
	oneJump = game.Move(1) << jumpsAt
)

// Jumps is the number of pieces that a move captures.
func Jumps(m game.Move) int { return int(m >> jumpsAt) }

// Left is how far the men of a side step to the left: 4 squares down for Black,
// 5 up for White. To the right it is one square more.
func Left(side game.Side) int { return 4 - 9*int(side) }

func (s *State) left() int { return Left(game.Side(s.turn)) }

// jumping is the set of squares from which a piece could jump by twice the
// given number of squares.
func jumping(opp, empty Board, step int) Board {
	return opp.Shift(-step) & empty.Shift(-2*step)
}

// back is the set of squares from which a king could jump backwards.
func back(opp, empty Board, left int) Board {
	return jumping(opp, empty, -left) | jumping(opp, empty, -left-1)
}

// Moves appends the legal moves in board order: by the squares that they start
// from, then by those that they lead to. If there are captures, only they are legal;
// each route of a capture is a move.
func (s *State) Moves(dst []game.Move) []game.Move {
	if s.quiet >= QuietLimit {
		return dst
	}
	empty, left := full&^(s.own|s.opp), s.left()
	from := s.own & (jumping(s.opp, empty, left) | jumping(s.opp, empty, left+1))
	kings := s.own & s.kings
	if kings != 0 {
		from |= kings & back(s.opp, empty, left)
	}
	if from != 0 {
		return s.appendCaptures(dst, from)
	}
	n := len(dst)
	for cap(dst) < n+maxSteps {
		dst = append(dst[:cap(dst)], 0)
	}
	if kings != 0 {
		return s.appendSteps(dst[:n+maxSteps], n)
	}
	return appendMenSteps(dst[:n+maxSteps], n, s.own, empty, left)
}

// MovesPastEnd appends the moves as if there were no limit of quiet plies.
func (s *State) MovesPastEnd(dst []game.Move) []game.Move {
	unlimited := *s
	unlimited.quiet = 0
	return unlimited.Moves(dst)
}

// MustCapture reports whether the side to move has a capture, which it must then
// make.
func (s *State) MustCapture() bool {
	empty, left := full&^(s.own|s.opp), s.left()
	from := s.own & (jumping(s.opp, empty, left) | jumping(s.opp, empty, left+1))
	return from|s.own&s.kings&back(s.opp, empty, left) != 0
}

// maxSteps is more than the number of steps of 12 pieces.
const maxSteps = 4*Pieces + 1

// appendMenSteps fills dst with the steps of men from n on, and cuts it there. It
// writes both steps of every man that can step at all, and moves on only past the
// possible ones, which avoids branches.
func appendMenSteps(dst []game.Move, n int, men, empty Board, left int) []game.Move {
	l, r := men&empty.Shift(-left), men&empty.Shift(-left-1)
	// A step adds a number to that of the square, modulo 2^16. The carry of a step up
	// is lost: no step leads below square 0.
	toLeft := game.Move(left) << 16
	for from := l | r; from != 0; from &= from - 1 {
		at := from.First() & 63
		m := game.Move(at|at<<16) + toLeft
		dst[n] = m
		n += int(l >> at & 1)
		dst[n] = m + 1<<16
		n += int(r >> at & 1)
	}
	return dst[:n]
}

func (s *State) appendSteps(dst []game.Move, n int) []game.Move {
	up, down := s.own, s.own&s.kings
	if s.turn == 0 {
		up, down = down, up
	}
	empty := full &^ (s.own | s.opp)
	upLeft, upRight := up&(empty<<5), up&(empty<<4)
	downLeft, downRight := down&(empty>>4), down&(empty>>5)
	for from := upLeft | upRight | downLeft | downRight; from != 0; from &= from - 1 {
		at := from.First() & 63
		m := game.Move(at | at<<16)
		dst[n] = m - 5<<16
		n += int(upLeft >> at & 1)
		dst[n] = m - 4<<16
		n += int(upRight >> at & 1)
		dst[n] = m + 4<<16
		n += int(downLeft >> at & 1)
		dst[n] = m + 5<<16
		n += int(downRight >> at & 1)
	}
	return dst[:n]
}

// Count is the number of legal moves.
func (s *State) Count() int {
	if s.quiet >= QuietLimit {
		return 0
	}
	empty, left := full&^(s.own|s.opp), s.left()
	kings := s.own & s.kings
	jumpLeft, jumpRight := jumping(s.opp, empty, left), jumping(s.opp, empty, left+1)
	captures := s.own & (jumpLeft | jumpRight)
	if kings == 0 {
		if captures != 0 {
			return countMen(s.own, jumpLeft, jumpRight, left)
		}
		return (s.own & empty.Shift(-left)).Count() + (s.own & empty.Shift(-left-1)).Count()
	}
	if captures|kings&back(s.opp, empty, left) != 0 {
		return countMen(s.own&^kings, jumpLeft, jumpRight, left) + s.countKings()
	}
	n := (s.own & empty.Shift(-left)).Count() + (s.own & empty.Shift(-left-1)).Count()
	return n + (kings & empty.Shift(left)).Count() + (kings & empty.Shift(left+1)).Count()
}

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
