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
		Game:  "halma",
		Moves: 75,
		Why: func(string, string) string {
			return "a piece steps to a free square beside it or jumps over pieces; it may not come back into its camp or leave its goal, " +
				"and pieces leave the camp first"
		},
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
	return withFiles(c, halma.Rules(),
		func(s *halma.State, c agent.Clock) []byte {
			single, left := told(c)
			in := protocol.InputOf(s, single, left)
			return protocol.AppendInput(nil, &in)
		},
		protocol.ParseOutput,
		func(s *halma.State, m game.Move) []byte { return protocol.AppendOutput(nil, s, m) })
}
