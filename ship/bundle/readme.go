package bundle

import (
	"fmt"
	"strings"
)

// readme says where everything goes.
func (o *Order) readme(t target) string {
	var b strings.Builder
	name := t.names[o.Lang]
	fmt.Fprintf(&b, "%s plays %s. Hand it in under this name, alone%s.\n\n", name, o.Game, also(t, o.Lang))
	if o.Lang == "cpp" {
		program := strings.TrimSuffix(name, ".cpp")
		fmt.Fprintf(&b, "Compile it as graders do:\n\n    g++ -std=c++11 -O2 -o %s %s\n\n", program, name)
	} else {
		fmt.Fprintf(&b, "Python 3.7 or later runs it:\n\n    python3 %s\n\n", name)
	}
	b.WriteString(t.about + "\n\n")
	if t.calibrate {
		fmt.Fprintf(&b, "calibrate%s is the second program of the assignment: run once in the same folder before any game,\n"+
			"it writes calibration.txt. The player does without that file, too.\n\n", extensions[o.Lang])
	}
	if o.Book {
		fmt.Fprintf(&b, "%s holds proven openings; hand it in beside the program. Without it the program searches.\n\n", t.bookName)
	}
	b.WriteString("It needs nothing but the standard library, reads no file but those named here, and may lose them between plies.\n\n")
	fmt.Fprintf(&b, "Weights: %s\nMade by evolve ship (%s); evolve ship --check proves that it plays the moves of the Go agent.\n", o.From, o.Made)
	b.WriteString("Licence: MIT. Your course's own honesty rules decide what may be handed in.\n")
	return b.String()
}

func also(t target, lang string) string {
	if t.calibrate {
		return " or with calibrate" + extensions[lang]
	}
	return ""
}
