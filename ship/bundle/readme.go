package bundle

import (
	"fmt"
	"strings"
)

// readme is the text of README.txt.
func (o *Order) readme(t *target) string {
	var b strings.Builder
	b.WriteString(o.begin(t) + t.about + "\n\n")
	if o.EndgameDepth > 0 {
		fmt.Fprintf(&b, "Its depth of search is %d, and %d once the endgame has begun, as in its training.\n\n", o.Depth, o.EndgameDepth)
	}
	if name := t.second(o.Lang); name != "" {
		fmt.Fprintf(&b, "%s is the second program of the assignment: run once in the same folder before any game,\n"+
			"it writes calibration.txt. The player does without that file, too.\n\n", name)
	}
	if o.Book {
		fmt.Fprintf(&b, "%s holds openings. The program looks for it in its own folder; without it, it searches.\n\n", t.Book)
	}
	b.WriteString(needs(t, o.Lang) + "\n\n")
	fmt.Fprintf(&b, "Weights: %s\nMade by evolve ship (%s); evolve ship --check compares its search with the Go agent's.\n", o.From, o.Made)
	b.WriteString("Licence: MIT. Your course's own honesty rules decide what may be handed in.\n")
	return b.String()
}

// begin says how to build and start the program.
func (o *Order) begin(t *target) string {
	name := t.program(o.Lang)
	program := strings.TrimSuffix(name, ".cpp")
	compile := "g++ -std=c++11 -O2 -o " + program + " " + name
	if t.arguments != "" {
		text := name + " plays " + o.Game + " on a server. "
		if o.Lang == "cpp" {
			return text + "Compile and start it:\n\n    " + compile + "\n    ./" + program + " " + t.arguments + "\n\n"
		}
		return text + "Python 3.7 or later runs it:\n\n    python3 " + name + " " + t.arguments + "\n\n"
	}
	company := "alone"
	switch {
	case o.Book:
		company = "with " + t.Book + " beside it"
	case t.Second != "":
		company = "alone or with " + t.second(o.Lang)
	}
	text := name + " plays " + o.Game + ". Hand it in under this name, " + company
	if o.Lang == "cpp" {
		return text + ".\n\nCompile it as graders do:\n\n    " + compile + "\n\n"
	}
	return text + ".\n\nPython 3.7 or later runs it:\n\n    python3 " + name + "\n\n"
}

// needs says what the program needs of the system.
func needs(t *target, lang string) string {
	switch {
	case t.arguments == "":
		return "It needs nothing but the standard library, reads no file but those named here, and may lose them between plies."
	case lang == "cpp":
		return "It needs nothing but the standard library and POSIX sockets, as on Linux and macOS (on Windows: WSL or Cygwin),\n" +
			"and reads no file."
	}
	return "It needs nothing but the standard library, and reads no file."
}
