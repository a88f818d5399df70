package checkers

import "evolab/game"

// Play writes the position after the legal move m to dst, which may be s.
func (s *State) Play(m game.Move, dst *State) {
	if m >= oneJump {
		s.capture(m, dst)
		return
	}
	from, to := uint(m)&63, uint(m>>16)&63
	moved := Board(1)<<from | Board(1)<<to
	king := s.kings >> from & 1
	kings := s.kings ^ moved&-king
	own, opp, turn := s.own^moved, s.opp, s.turn&1
	kind := &keys.piece[2*uint(turn)+uint(king)]
	hash := s.hash ^ kind[from] ^ kind[to]
	quiet := s.quiet + 1
	if crowned := Board(1) << to & crown[turn] &^ kings; crowned != 0 {
		kings |= crowned
		hash ^= crowning(turn, to) ^ keys.reset[s.quiet&63]
		quiet = 0
	} else {
		hash ^= keys.next[s.quiet&63]
	}
	dst.own, dst.opp, dst.kings, dst.hash = opp, own, kings, hash
	dst.quiet, dst.turn = quiet, turn^1
}

// crowning is the key that makes a king of a man.
func crowning(turn uint8, square uint) uint64 {
	return keys.piece[2*turn&3][square&63] ^ keys.piece[(2*turn+1)&3][square&63]
}

func (s *State) capture(m game.Move, dst *State) {
	from, to := uint(m)&63, uint(m>>16)&63
	own, opp, kings, turn := s.own, s.opp, s.kings, s.turn&1
	king := kings >> from & 1
	kind := &keys.piece[2*uint(turn)+uint(king)]
	hash := s.hash ^ kind[from] ^ kind[to] ^ keys.reset[s.quiet&63]

	moved := Board(1)<<from ^ Board(1)<<to // none if a king is back at its start
	own ^= moved
	at, directions := from, m>>routeAt
	for n := Jumps(m); n > 0; n-- {
		step := uint(steps[directions&3])
		over := (at + step) & 63
		opp ^= 1 << over
		hash ^= keys.piece[2*uint(turn^1)+uint(kings>>over&1)][over]
		kings &^= 1 << over
		at += 2 * step
		directions >>= 2
	}
	kings ^= moved & -king
	if crowned := Board(1) << to & crown[turn] &^ kings; crowned != 0 {
		kings |= crowned
		hash ^= crowning(turn, to)
	}
	dst.own, dst.opp, dst.kings, dst.hash = opp, own, kings, hash
	dst.quiet, dst.turn = 0, turn^1
}

// Skip writes to dst the position with the other side to move, which no move of the
// game does: it shows what a side could do next if it were its turn.
func (s *State) Skip(dst *State) {
	own, opp := s.opp, s.own
	*dst = *s
	dst.own, dst.opp, dst.turn = own, opp, s.turn^1
	dst.hash ^= keys.white
}
