package halma

import (
	"slices"
	"strings"
)

// reference is Halma as the rules read, with no cleverness: a board of letters,
// and chains followed jump by jump. It shares no code with the package.
type reference struct {
	board   [16][16]byte // [y][x], of ".BW"
	toMove  byte
	variant string
}

type square struct{ x, y int }

type step struct{ from, to square }

// referenceOf reads a position's text form on its own.
func referenceOf(text, variant string) (ref reference) {
	rows := strings.Split(text[:271], "/")
	for y := range rows {
		copy(ref.board[y][:], rows[y])
	}
	ref.toMove, ref.variant = 'B'+(text[272]-'b')/('w'-'b')*('W'-'B'), variant
	return ref
}

// inCamp reports whether a square lies in the camp of a colour.
func inCamp(colour byte, s square) bool {
	if colour == 'W' {
		s = square{15 - s.x, 15 - s.y}
	}
	rows := []string{"BBBBB", "BBBBB", "BBBB", "BBB", "BB"}
	return s.y < len(rows) && s.x < len(rows[s.y])
}

func other(colour byte) byte { return 'B' + 'W' - colour }

func onBoard(s square) bool { return s.x >= 0 && s.x < 16 && s.y >= 0 && s.y < 16 }

var eight = []square{{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}

// chains returns how many jumps it takes to get from a square to each that
// jumps can reach.
func (r reference) chains(from square) map[square]int {
	r.board[from.y][from.x] = '.'
	far := map[square]int{from: 0}
	queue := []square{from}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, d := range eight {
			over, to := square{at.x + d.x, at.y + d.y}, square{at.x + 2*d.x, at.y + 2*d.y}
			if !onBoard(to) || r.board[over.y][over.x] == '.' || r.board[to.y][to.x] != '.' {
				continue
			}
			if _, seen := far[to]; !seen {
				far[to] = far[at] + 1
				queue = append(queue, to)
			}
		}
	}
	delete(far, from)
	return far
}

// free lists the moves without the rule that the camp has to be left.
func (r reference) free() (list []step) {
	for y := range 16 {
		for x := range 16 {
			if r.board[y][x] != r.toMove {
				continue
			}
			from := square{x, y}
			var ends []square
			for _, d := range eight {
				if to := (square{x + d.x, y + d.y}); onBoard(to) && r.board[to.y][to.x] == '.' {
					ends = append(ends, to)
				}
			}
			for to := range r.chains(from) {
				ends = append(ends, to)
			}
			for _, to := range ends {
				leavesGoal := inCamp(other(r.toMove), from) && !inCamp(other(r.toMove), to)
				returns := !inCamp(r.toMove, from) && inCamp(r.toMove, to)
				if !leavesGoal && (!returns || r.variant == "original") {
					list = append(list, step{from, to})
				}
			}
		}
	}
	return list
}

// moves lists the legal moves.
func (r reference) moves() []step {
	list := r.free()
	camped := false
	for y := range 16 {
		for x := range 16 {
			camped = camped || r.board[y][x] == r.toMove && inCamp(r.toMove, square{x, y})
		}
	}
	if r.variant == "original" || !camped {
		return list
	}
	out := slices.DeleteFunc(slices.Clone(list), func(s step) bool {
		return !inCamp(r.toMove, s.from) || inCamp(r.toMove, s.to)
	})
	if len(out) > 0 {
		return out
	}
	further := slices.DeleteFunc(slices.Clone(list), func(s step) bool {
		if !inCamp(r.toMove, s.from) {
			return true
		}
		dx, dy := s.to.x-s.from.x, s.to.y-s.from.y
		if r.toMove == 'W' {
			dx, dy = -dx, -dy
		}
		return !(dx > 0 && dy >= 0 || dy > 0 && dx >= 0)
	})
	if len(further) > 0 {
		return further
	}
	// "only if neither exists are you free to move pieces OUTSIDE your camp"
	return slices.DeleteFunc(list, func(s step) bool { return inCamp(r.toMove, s.from) })
}

func (r reference) play(s step) reference {
	r.board[s.to.y][s.to.x] = r.toMove
	r.board[s.from.y][s.from.x] = '.'
	r.toMove = other(r.toMove)
	return r
}

// won reports whether the side that moved last has won.
func (r reference) won() bool {
	mine, there := other(r.toMove), false
	for y := range 16 {
		for x := range 16 {
			if inCamp(r.toMove, square{x, y}) {
				if r.board[y][x] == '.' {
					return false
				}
				there = there || r.board[y][x] == mine
			}
		}
	}
	return there
}

func (r reference) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	if r.won() {
		return 0
	}
	var nodes uint64
	for _, s := range r.moves() {
		nodes += r.play(s).perft(depth - 1)
	}
	return nodes
}
