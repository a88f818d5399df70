package course

import "evolab/game"

// Exam is how programs of a course are examined before they are handed in. Positions
// and moves have the text forms of the command line.
type Exam struct {
	// Moves is about how many moves of its own a program makes in a game.
	Moves int
	Plies []Ply
	// Games are against built-in agents, one after the other in the same folder.
	Games []Game
}

// Ply is a position that a program must answer in a fresh folder, without files of an
// earlier ply.
type Ply struct {
	Name     string
	Position string
	Newline  bool // input.txt ends with a newline
	Single   bool // not a move of a game
	Opens    bool // the program's first move in a game
}

// Game is a game against a built-in agent.
type Game struct {
	Opponent string
	Side     game.Side // the program's
}

func littlegoExam() Exam {
	return Exam{
		Moves: 12,
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
}

// checkersExam asks for positions of the assignment, and for others where the rules are
// easily misread.
func checkersExam() Exam {
	return Exam{
		Moves: 25,
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
}

// halmaExam asks for the start, the middle of a game, and its end.
func halmaExam() Exam {
	return Exam{
		Moves: 75,
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
}
