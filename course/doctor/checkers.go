package doctor

import (
	"evolab/agent"
	"evolab/game"
	"evolab/game/checkers"
	protocol "evolab/protocol/checkers"
)

// checkersCourse is CSCI-561's Checkers. The plies are positions of the
// assignment, and such in which the rules are easily mistaken.
func checkersCourse() *Course {
	c := &Course{
		Game:   "checkers",
		Moves:  25,
		Input:  checkersInput,
		Answer: checkersAnswer,
		Plain:  checkersPlain,
		Why:    checkersWhy,
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
	return c.rules()
}

func checkersInput(position string, c agent.Clock) ([]byte, error) {
	s, err := checkers.Parse("", position)
	if err != nil {
		return nil, err
	}
	in := protocol.Input{State: s}
	in.Single, in.Left = told(c)
	return protocol.AppendInput(nil, &in), nil
}

func checkersAnswer(position string, output []byte) (string, error) {
	s, err := checkers.Parse("", position)
	if err != nil {
		return "", err
	}
	m, err := protocol.ParseOutput(output)
	if err != nil {
		return "", err
	}
	rules := checkers.Rules()
	return rules.FormatMove(&s, m), nil
}

func checkersPlain(_ string, output []byte) bool {
	m, err := protocol.ParseOutput(output)
	return err == nil && sameLines(output, protocol.AppendOutput(nil, m))
}

func checkersWhy(string, string) string {
	return "a piece moves to a free square beside it, men only forwards; who can capture has to, and to the end of the jumps"
}
