package doctor

import (
	"fmt"
	"strings"
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
	Unknown Verdict = "unknown" // it could not be played with here
	// Incomplete: nothing speaks against the program so far, but the time was up
	// before all checks were made.
	Incomplete Verdict = "incomplete"
)

// Report is what was found about one program.
type Report struct {
	Program string  `json:"program"`
	Checks  []Check `json:"checks"`
	Verdict Verdict `json:"verdict"`
	// Unchecked is the number of checks that were not made, or not to their end.
	Unchecked int `json:"unchecked"`
	// Missing are the names of these checks, Late of those for which the time was
	// too short.
	Missing []string `json:"missing,omitempty"`
	Late    []string `json:"late,omitempty"`
	// Voids are the names of those that the machine spoiled.
	Voids []string `json:"voids,omitempty"`
	// Games that were played to the end or a part of it, of how many that would
	// be played within Enough seconds of wall time.
	Game   string  `json:"game,omitempty"`
	Played int     `json:"played"`
	Cut    int     `json:"cut"`
	Games  int     `json:"games"`
	Enough float64 `json:"enough,omitempty"`
}

// sum notes what became of the plan.
func (r *Report) sum(e *exam) {
	p := e.plan
	r.Game, r.Played, r.Cut, r.Games = e.Course.Game, p.played, p.cut, len(e.Course.Games)
	if p.plies > 0 && p.missing() > 0 {
		r.Enough = p.all().Seconds()
	}
}

// fewer says that there were fewer games than there could be, "" if not.
func (r *Report) fewer() string {
	if r.Played == r.Games || r.Enough == 0 {
		return ""
	}
	text := fmt.Sprintf("%d of %d games were played", r.Played+r.Cut, r.Games)
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

// gaps says what an incomplete examination lacks, and why.
func (r *Report) gaps() string {
	var list []string
	if len(r.Voids) > 0 {
		list = append(list, "it waited too long for a core, or this system does not tell how long, during: "+strings.Join(r.Voids, "; "))
	}
	if len(r.Late) > 0 {
		list = append(list, "the time was up before, or during: "+strings.Join(r.Late, "; ")+r.fewer())
	}
	return strings.Join(list, ", and ")
}

// Summary is the verdict in words.
func (r *Report) Summary() string {
	switch {
	case r.Verdict == Reject:
		return "a grader would reject this agent"
	case r.Verdict == Unknown:
		return "nobody can say whether a grader would accept this agent: it was not played with"
	case r.Verdict == Incomplete:
		return "incomplete: nothing that was checked would make a grader reject this agent, but " + r.gaps()
	case r.Unchecked > 0:
		return "a grader would accept this agent, as far as it could be checked here: not " + strings.Join(r.Missing, "; ")
	}
	return "a grader would accept this agent" + r.fewer()
}

// finding is a Check without its name. The zero finding says that the check
// does not concern the program.
type finding struct {
	status        Status
	text          string
	input, output string
	unchecked     bool
	late          bool // because the time was up
	void          bool // because the machine was too busy
}

func fine(text string) finding  { return finding{status: OK, text: text} }
func risky(text string) finding { return finding{status: Warning, text: text} }
func wrong(text string) finding { return finding{status: Fail, text: text} }

// unchecked is a check that could not be made, or not to its end.
func unchecked(text string) finding {
	return finding{status: Warning, text: text, unchecked: true}
}

// void is a check that the machine spoiled.
func void(text string) finding {
	f := unchecked("not checked, the machine is too busy or does not tell: " + text)
	f.void = true
	return f
}

// late is a check for which the time was too short.
func late(text string) finding {
	f := unchecked(text)
	f.late = true
	return f
}
