package tictactoe

import (
	"evolab/features"
	"evolab/game"
	"evolab/game/tictactoe"
)

// Tactics is what the tic-tac-toe baselines look at: what the lines that are
// still open are worth.
func Tactics() features.Tactics[tictactoe.State] {
	return features.Tactics[tictactoe.State]{
		Gain:     gain,
		Leaf:     material,
		Material: material,
		Centre:   fromCentre,
		Skip:     skip,
	}
}

// The worth of a line without enemy marks, by the number of own ones: a full
// line outweighs any number of threats, a threat any number of single marks.
const (
	worthOne = 1
	worthTwo = 10
	worthRow = 100
)

func gain(s *tictactoe.State, m game.Move) int {
	var after tictactoe.State
	s.Play(m, &after)
	side := s.Turn()
	return material(&after, side) - material(s, side)
}

func material(s *tictactoe.State, side game.Side) int {
	own, enemy := s.Own(), s.Opp()
	if s.Turn() != side {
		own, enemy = enemy, own
	}
	return worth(own, enemy) - worth(enemy, own)
}

func worth(side, other tictactoe.Board) int {
	n := countLines(side, other)
	sum := int(n.one)*worthOne + int(n.two)*worthTwo
	if side.HasLine() {
		sum += worthRow
	}
	return sum
}

func fromCentre(m game.Move) int {
	r, c := m.To()/tictactoe.Size-1, m.To()%tictactoe.Size-1
	return r*r + c*c
}

// skip never goes on: whose turn it is follows from the marks.
func skip(_, _ *tictactoe.State) bool { return false }
