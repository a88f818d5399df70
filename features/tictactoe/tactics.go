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
		Gain: func(s *tictactoe.State, m game.Move) int {
			var after tictactoe.State
			s.Play(m, &after)
			return material(&after, s.Turn()) - material(s, s.Turn())
		},
		Leaf:     material,
		Material: material,
		Centre: func(m game.Move) int {
			r, c := m.To()/tictactoe.Size-1, m.To()%tictactoe.Size-1
			return r*r + c*c
		},
		// The turn follows from the marks, so a side cannot pass.
		Skip: func(_, _ *tictactoe.State) bool { return false },
	}
}

func material(s *tictactoe.State, side game.Side) int {
	own, enemy := s.Own(), s.Opp()
	if s.Turn() != side {
		own, enemy = enemy, own
	}
	return worth(own, enemy) - worth(enemy, own)
}

// worth is what the lines without enemy marks are worth: a full line outweighs
// any number of threats, a threat any number of single marks.
func worth(side, other tictactoe.Board) int {
	n := countLines(side, other)
	sum := int(n.one + 10*n.two)
	if side.HasLine() {
		sum += 100
	}
	return sum
}
