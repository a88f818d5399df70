package doctor

import (
	"evolab/agent"
	"evolab/game"
	"evolab/game/littlego"
	protocol "evolab/protocol/littlego"
)

// littlegoCourse is CSCI-561's Little-Go.
func littlegoCourse() *Course {
	c := &Course{
		Game:  "littlego",
		Moves: 12,
		Why:   littlegoWhy,
		Plies: []Ply{
			{Name: "first move, as Black", Position: "start", Opens: true},
			{Name: "newline at the end of input.txt", Position: "start", Newline: true},
			{Name: "first answer, as White", Position: "...../...../..X../...../..... w 1 ...../...../...../...../.....", Opens: true},
			{Name: "after a PASS (equal boards)", Position: "...../...../..X../...../..... b 2 ...../...../..X../...../....."},
			{Name: "ko, as White", Position: ".XO../X.XO./.XO../...../..... w 9 .XO../XO.O./.XO../...../....."},
			{Name: "ko, as Black", Position: ".OX../O.OX./.OX../...../..... b 10 .OX../OX.X./.OX../...../....."},
			{Name: "one placement left", Position: ".XO.X/XXOOO/XOOOO/O.OXX/OXXXX b 22 .XO.X/XXOOO/XOOOO/..OXX/OXXXX"},
			{Name: "no placement left", Position: "XO.XX/XOOOO/X.XO./XOOOX/XXOOX b 22 XO.XX/X.OOO/X.XO./XOOOX/XXOOX"},
			{Name: "only the ko left", Position: "OXX.X/OOXXX/OXXX./.OOOX/OOOX. w 23 OXX.X/OOXXX/OXXX./.OOOX/OOO.O"},
			{Name: "last move of Black (ply 23)", Position: "X.OO./XXOOO/XOOX./XXOXX/XXOO. b 22 X.OO./XX.OO/XOOX./XXOXX/XXOO."},
			{Name: "last move of White (ply 24)", Position: "O.XX./XXXXO/.XOXX/X.OOO/OOXX. w 23 O.XX./XXXXO/OXOXX/..OOO/OOXX."},
		},
		Games: []Game{
			{"random", game.First}, {"greedy", game.Second}, {"random", game.Second}, {"greedy", game.First},
		},
	}
	return withFiles(c, littlego.Rules(),
		func(s *littlego.State, _ agent.Clock) []byte { return protocol.AppendInput(nil, protocol.InputOf(s)) },
		func(_ *littlego.State, output []byte) (game.Move, error) { return protocol.ParseOutput(output) },
		func(_ *littlego.State, m game.Move) []byte { return protocol.AppendOutput(nil, m) })
}

func littlegoWhy(position, move string) string {
	s, err := littlego.Parse("", position)
	if err != nil {
		return ""
	}
	rules := littlego.Rules()
	m, err := rules.ParseMove(&s, move)
	if err != nil {
		return ""
	}
	point := littlego.At(m.To()/littlego.Stride, m.To()%littlego.Stride)
	switch {
	case point&(s.Own()|s.Opp()) != 0:
		return "the point is taken"
	case point == s.Ko():
		return "it takes back a ko at once: the board would be the one before the opponent's move"
	}
	return "the stone would have no liberty"
}
