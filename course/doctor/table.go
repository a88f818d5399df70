package doctor

import "context"

// check is a row of the table.
type check struct {
	name string
	find func(*exam, context.Context) finding
}

// table lists the checks in order: later ones rely on earlier ones, and the last
// summarize the plies.
func table(c *Course) []check {
	list := []check{
		{"name", (*exam).checkName},
		{"other files", (*exam).checkOthers},
		{"encoding", (*exam).checkEncoding},
		{"permissions", (*exam).checkPermissions},
		{"python", (*exam).checkPython},
		{"python 3.7", (*exam).checkNewer},
		{"imports", (*exam).checkImports},
		{"build", (*exam).checkBuild},
	}
	for _, p := range c.Plies {
		list = append(list, check{p.Name, p.check})
	}
	for i, g := range c.Games {
		list = append(list, check{g.name(), func(e *exam, ctx context.Context) finding { return g.check(e, ctx, i) }})
		if i == 0 {
			list = append(list, check{"helper files of an old game", (*exam).checkStale})
		}
	}
	return append(list,
		check{"output.txt", (*exam).checkFormat},
		check{"time of a move", (*exam).checkMoveTime},
		check{"time of a game", (*exam).checkGameTime},
		check{"memory", (*exam).checkMemory},
		check{"exit code", (*exam).checkExit},
		check{"standard output", (*exam).checkChatter},
		check{"files written", (*exam).checkWritten},
		check{"processes left running", (*exam).checkLeft},
	)
}
