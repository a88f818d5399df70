package doctor

import (
	"evolab/agent"
	"evolab/game"
	"evolab/game/checkers"
	protocol "evolab/protocol/checkers"
	"time"
)

// checkersCourse is CSCI-561's Checkers. The plies are positions of the assignment,
// and others where the rules are easily misread.
func checkersCourse() *Course {
	c := &Course{
		Game:  "checkers",
		Moves: 25,
		Why: func(string, string) string {
			return "a piece moves to a free square beside it, men only forwards; who can capture has to, and to the end of the jumps"
		},
		Plies: []Ply{
			{Name: "first move, as Black", Position: "start", Opens: true},
			{Name: "newline at the end of input.txt", Position: "start", Newline: true},
			{Name: "first answer, as White", Position: ".b.b.b.b/b.b.b.b./.b...b.b/....b.../......../w.w.w.w./.w.w.w.w/w.w.w.w. w 0", Opens: true},
			{Name: "a single move", Position: ".b.b.b.b/b.b.b.b./.b...b.b/....b.../......../w.w.w.w./.w.w.w.w/w.w.w.w. w 0", Single: true},
			{Name: "a capture is the only move", Position: ".b.....b/b...b.b./.b...b.b/..b.w.../......../w...w.../.w.w...w/w...w.w. b 0"},
			{Name: "jumps of a king", Position: ".b...b../..b...b./.....w.b/....w.../.b....../w...w.w./...B..../......w. b 0"},
			{Name: "a man reaches the last row", Position: "......../w...b.b./......../..w.b.../.w...b../....b.../.w.....b/..w...w. w 0"},
			{Name: "three jumps", Position: ".b...b../..b.b.b./...b...b/..b...../.....w../w.b.w.w./.w.....w/w...w... w 0"},
		},
		Games: []Game{{"random", game.First}, {"greedy", game.Second}},
	}
	return withFiles(c, checkers.Rules(),
		func(s *checkers.State, c agent.Clock) []byte {
			in := protocol.Input{State: *s}
			in.Single, in.Left = told(c)
			return protocol.AppendInput(nil, &in)
		},
		func(_ *checkers.State, output []byte) (game.Move, error) { return protocol.ParseOutput(output) },
		func(_ *checkers.State, m game.Move) []byte { return protocol.AppendOutput(nil, m) })
}

// told is what input.txt tells of a clock: whether it is for a single move, and
// the time left.
func told(c agent.Clock) (single bool, left time.Duration) {
	if c.Left > 0 {
		return false, c.Left
	}
	return true, c.Move
}
