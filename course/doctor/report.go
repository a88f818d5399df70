package doctor

import (
	"fmt"
	"slices"
	"strings"

	"evolab/course"
	"evolab/host/compile"
	"evolab/internal/quantity"
)

// Status is the outcome of a check.
type Status string

// The outcomes, from good to bad.
const (
	OK      Status = "ok"
	Warning Status = "warning" // risky, or not checked
	Fail    Status = "fail"    // a grader would reject it
)

// Check is what one check found.
type Check struct {
	Name   string `json:"name"`
	Status Status `json:"status"`
	Text   string `json:"text"`
	// Input and Output are the files of the ply that shows a problem.
	Input  string `json:"input,omitempty"`
	Output string `json:"output,omitempty"`
}

// Verdict is what a grader would do with the program.
type Verdict string

// The verdicts.
const (
	Accept  Verdict = "accept"
	Reject  Verdict = "reject"
	Unknown Verdict = "unknown" // it could not be played here
	// Incomplete: no problem was found, but time ran out before all checks were made.
	Incomplete Verdict = "incomplete"
)

// Report is what was found about one program.
type Report struct {
	Program string  `json:"program"`
	Checks  []Check `json:"checks"`
	Verdict Verdict `json:"verdict"`
	// Code is the verdict as gradebooks have it: that of the first failure.
	Code course.Verdict `json:"code,omitempty"`
	// Unchecked is the number of checks that were not made, or not completed.
	Unchecked int `json:"unchecked"`
	// Missing are the names of these checks, Late those that ran out of time, and
	// Voids those that the machine spoiled.
	Missing []string `json:"missing,omitempty"`
	Late    []string `json:"late,omitempty"`
	Voids   []string `json:"voids,omitempty"`
	// Played is the number of finished games, Cut that of unfinished ones, and Games
	// how many would be played within Enough seconds of wall time.
	Game     string  `json:"game,omitempty"`
	Played   int     `json:"played"`
	Cut      int     `json:"cut"`
	Games    int     `json:"games"`
	Enough   float64 `json:"enough,omitempty"`
	PlyTimes `json:"-"`
	// Printed is a move that the program printed and wrote into no output.txt, and Unopened
	// the file that it has printed it cannot open.
	Printed  string `json:"printed,omitempty"`
	Unopened string `json:"unopened,omitempty"`
	// Confinement is the level at which the program was held.
	Confinement string `json:"confinement,omitempty"`
}

// PlyTimes are times of plies, of CPU unless they say otherwise, in seconds; 0: unknown.
type PlyTimes struct {
	PlyCPU  float64 `json:"ply_cpu"`            // the mean
	PlyWait float64 `json:"ply_wait,omitempty"` // the mean in which it waits, not for a core
	// Longest is the largest of a ply with an answer, in or out of time, and Forced that of
	// a ply with one legal move: about what the program needs to start.
	Longest float64 `json:"longest_ply,omitempty"`
	Forced  float64 `json:"forced_ply,omitempty"`
	// Answers is how many plies it answered with a legal move.
	Answers int `json:"answers,omitempty"`
}

func (r *Report) summarize(e *exam) {
	p := e.plan
	r.Game, r.Played, r.Cut, r.Games = e.Course.Game, p.played, p.cut, len(e.Course.Exam.Games)
	for i := range e.turns {
		r.PlyCPU += e.turns[i].cpu.Seconds() / float64(len(e.turns))
		r.PlyWait += e.turns[i].waited.Seconds() / float64(len(e.turns))
	}
	r.Answers, r.Printed, r.Unopened = e.answers, e.printed, e.unopened
	r.boundPlies(e.turns)
	if p.plies > 0 && p.missing() > 0 {
		r.Enough = p.totalTime().Seconds()
	}
}

// boundPlies records the CPU times of plies that had an answer, in or out of time.
func (r *Report) boundPlies(turns []turn) {
	for i := range turns {
		t := &turns[i]
		if len(t.output) == 0 {
			continue
		}
		cpu := t.cpu.Seconds()
		r.Longest = max(r.Longest, cpu)
		if t.forced && (r.Forced == 0 || cpu < r.Forced) {
			r.Forced = cpu
		}
	}
}

// skippedText says that games were left out or cut; "" if not.
func (r *Report) skippedText() string {
	if r.Played == r.Games || r.Enough == 0 {
		return ""
	}
	text := fmt.Sprintf("%d of %s %s played", r.Played+r.Cut, quantity.Of(r.Games, "game"), quantity.Verb(r.Played+r.Cut, "was", "were"))
	switch {
	case r.Played+r.Cut == 0:
		text = "no game was played"
	case r.Played == 0:
		text += " in part"
	case r.Cut > 0:
		text += fmt.Sprintf(", %d of them in part", r.Cut)
	}
	return fmt.Sprintf(" (%s: --budget %g plays all)", text, r.Enough)
}

// gapsText says what is missing from an incomplete examination, and why.
func (r *Report) gapsText() string {
	var list []string
	if len(r.Voids) > 0 {
		list = append(list, "it waited too long for a core, or this system does not report how long, during: "+strings.Join(r.Voids, "; "))
	}
	if len(r.Late) > 0 {
		list = append(list, "the time was up before, or during: "+strings.Join(r.Late, "; ")+r.skippedText())
	}
	return strings.Join(list, ", and ")
}

// Summary is the verdict in words.
func (r *Report) Summary() string {
	switch {
	case r.Verdict == Reject:
		return "a grader would reject this agent: " + string(r.Code)
	case r.Verdict == Unknown:
		return "nobody can say whether a grader would accept this agent: it was not played with"
	case r.Verdict == Incomplete:
		return "incomplete: nothing that was checked would make a grader reject this agent, but " + r.gapsText()
	case r.Unchecked > 0:
		return "a grader would accept this agent, as far as it could be checked here: not " + strings.Join(r.Missing, "; ")
	}
	return "a grader would accept this agent" + r.skippedText()
}

// finding is a Check without its name. The zero finding is that of a check that does
// not apply to the program.
type finding struct {
	status        Status
	code          course.Verdict // of a failure
	text          string
	input, output string
	unchecked     bool
	late          bool // because time ran out
	void          bool // because the machine was too busy
}

func fine(text string) finding  { return finding{status: OK, text: text} }
func risky(text string) finding { return finding{status: Warning, text: text} }

func wrong(code course.Verdict, text string) finding {
	return finding{status: Fail, code: code, text: text}
}

// unchecked is a check that was not made, or not completed.
func unchecked(text string) finding {
	return finding{status: Warning, text: text, unchecked: true}
}

func void(text string) finding {
	f := unchecked("not checked, the machine is too busy or does not report it: " + text)
	f.void = true
	return f
}

// late is a check that ran out of time.
func late(text string) finding {
	f := unchecked(text)
	f.late = true
	return f
}

// lastLine returns the line where programs usually say what went wrong.
func lastLine(text string) string {
	const longest = 200 // characters
	text = strings.TrimSpace(text)
	return compile.OneLine(text[strings.LastIndexByte(text, '\n')+1:], longest)
}

func appendUnique(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

func megabytes(bytes int64) string { return fmt.Sprintf("%d MB", (bytes+1<<20-1)>>20) }
