package doctor

import (
	"evolab/agent"
	"evolab/game"
	"evolab/game/halma"
	protocol "evolab/protocol/halma"
)

// halmaCourse is CSCI-561's Halma. The plies are the start, the middle of a
// game, and its end.
func halmaCourse() *Course {
	c := &Course{
		Game:   "halma",
		Moves:  75,
		Input:  halmaInput,
		Answer: halmaAnswer,
		Plain:  halmaPlain,
		Why:    halmaWhy,
		Plies: []Ply{
			{Name: "first move, as Black", Position: "start", Opens: true},
			{Name: "newline at the end of input.txt", Position: "start", Newline: true},
			{Name: "first move, as White", Position: "start w", Opens: true},
			{Name: "a single move", Position: "start", Single: true},
			{Name: "the sides meet", Position: "................/WWW............./WWWW............/WWW............./WW............../................/" +
				"BBBBBBB........./................/................/.........WWWWWWW/................/..............BB/" +
				".............BBB/............BBBB/.............BBB/................ b"},
			{Name: "one move to the end", Position: "WWWW............/WWW............./WWWWW.........../WWWWW.........../..W............./W.............../" +
				"................/................/................/................/................/.............BBB/" +
				".............BBB/............B.BB/...........BBBBB/...........BBBBB b"},
		},
		Games: []Game{{"random", game.First}, {"greedy", game.Second}},
	}
	return c.rules()
}

func halmaInput(position string, c agent.Clock) ([]byte, error) {
	s, err := halma.Parse("", position)
	if err != nil {
		return nil, err
	}
	single, left := told(c)
	in := protocol.InputOf(&s, single, left)
	return protocol.AppendInput(nil, &in), nil
}

func halmaAnswer(position string, output []byte) (string, error) {
	s, err := halma.Parse("", position)
	if err != nil {
		return "", err
	}
	m, err := protocol.ParseOutput(&s, output)
	if err != nil {
		return "", err
	}
	rules := halma.Rules()
	return rules.FormatMove(&s, m), nil
}

func halmaPlain(position string, output []byte) bool {
	s, err := halma.Parse("", position)
	if err != nil {
		return false
	}
	m, err := protocol.ParseOutput(&s, output)
	return err == nil && sameLines(output, protocol.AppendOutput(nil, &s, m))
}

func halmaWhy(string, string) string {
	return "a piece steps to a free square beside it or jumps over pieces; it may not come back into its camp or leave its goal, " +
		"and pieces leave the camp first"
}
