package course

import (
	"slices"
	"strings"

	"evolab/game"
)

// Verdict is what became of a submission, as one code of a fixed list: gradebook, pages
// and filters show the same. The codes are near those of programming contests (DOMjudge).
type Verdict string

// The verdicts. A submission that plays but fails on one side only has the code of its
// fault with that side: see As.
const (
	Correct Verdict = "ok"

	// What was handed in.
	Missing   Verdict = "missing" // on the roster, but handed in nothing
	NoProgram Verdict = "no-program"
	WrongName Verdict = "wrong-name"
	Refused   Verdict = "refused" // links, devices, too much of it
	Encoding  Verdict = "encoding"

	// What a compiler or an interpreter says.
	CompileError  Verdict = "compile-error"
	SyntaxError   Verdict = "syntax-error"
	MissingModule Verdict = "missing-module"
	MissingFile   Verdict = "missing-file"

	// What the program does.
	NoOutput        Verdict = "no-output"
	MalformedOutput Verdict = "malformed-output"
	IllegalMove     Verdict = "illegal-move"
	TimeLimit       Verdict = "time-limit" // of CPU
	WallLimit       Verdict = "wall-limit"
	SlowStart       Verdict = "slow-start" // the time goes before it plays
	MemoryLimit     Verdict = "memory-limit"
	OutputLimit     Verdict = "output-limit"
	Crash           Verdict = "crash"

	// What the machine lacks, or spoiled, or staff have to decide: nobody loses points by it.
	NoTool       Verdict = "no-tool" // a compiler or an interpreter
	Incomplete   Verdict = "incomplete"
	Unidentified Verdict = "unidentified"
)

// sentences say what each verdict means.
var sentences = map[Verdict]string{
	Correct:         "it plays by the course's rules",
	Missing:         "nothing was handed in",
	NoProgram:       "what was handed in holds no program that the course takes",
	WrongName:       "the program does not have a name that the course takes",
	Refused:         "what was handed in cannot be taken as it is",
	Encoding:        "the source is not text in UTF-8",
	CompileError:    "the compiler refuses the source",
	SyntaxError:     "the interpreter cannot read the source",
	MissingModule:   "it imports a module that is not there",
	MissingFile:     "it needs a file that was not handed in",
	NoOutput:        "it ends without writing a move",
	MalformedOutput: "what it writes is no move",
	IllegalMove:     "it plays a move that the rules forbid",
	TimeLimit:       "it uses more CPU time than a move or a game may take",
	WallLimit:       "it waits longer than a move or a game may take",
	SlowStart:       "it needs most of its time to start",
	MemoryLimit:     "it needs more memory than a program may have",
	OutputLimit:     "it writes more than a program may write",
	Crash:           "it crashes",
	NoTool:          "this machine lacks what compiles or runs it: no points are lost",
	Incomplete:      "games are void or still to be played",
	Unidentified:    "it may be of one student or of another: staff decide",
}

// VerdictList lists the verdicts, for messages.
func VerdictList() string {
	var list []string
	for v := range sentences {
		list = append(list, string(v))
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// As is the verdict on a program that fails as one side only.
func (v Verdict) As(side game.Side, sides [2]string) Verdict {
	return v + "-as-" + Verdict(strings.ToLower(sides[side]))
}

// Sentence says what a verdict means; "" for an unknown one.
func (v Verdict) Sentence() string {
	fault, side, one := strings.Cut(string(v), "-as-")
	text := sentences[Verdict(fault)]
	if one && text != "" {
		text += ", as " + strings.ToUpper(side[:min(1, len(side))]) + side[min(1, len(side)):] + " only"
	}
	return text
}
