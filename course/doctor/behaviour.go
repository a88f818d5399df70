package doctor

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"evolab/course"
	"evolab/host/compile"
	"evolab/internal/quantity"
)

// The checks in this file summarize all plies. They do not apply to a program that
// never played.

// margin is the percentage of a limit above which a program is risky: a grader's
// machine may be slower than this one.
const margin = 80

func (e *exam) checkFormat(context.Context) finding {
	if e.answers == 0 {
		return finding{}
	}
	for i := range e.turns {
		t := &e.turns[i]
		if t.move != "" && string(t.output) != t.tidy && string(t.output)+"\n" != t.tidy {
			tidy := strings.ReplaceAll(strings.TrimSpace(t.tidy), "\n", ";")
			return t.withFiles(risky(fmt.Sprintf("%s: the host takes it for %s, but write just that and a newline", t.where, tidy)))
		}
	}
	return fine("one line, as the assignment wants it")
}

func (e *exam) checkMoveTime(context.Context) finding {
	if len(e.turns) == 0 {
		return finding{}
	}
	slowest := slices.MaxFunc(e.turns, func(a, b turn) int { return int(a.cpu - b.cpu) })
	if i := slices.IndexFunc(e.turns, func(t turn) bool { return t.overtime && t.cpu > t.limit }); e.Course.GameClock() > 0 && i >= 0 {
		return risky(fmt.Sprintf("%s: %.2f s of CPU, more than input.txt told", e.turns[i].where, e.turns[i].cpu.Seconds()))
	}
	if e.Course.GameClock() > 0 {
		return fine(fmt.Sprintf("the longest took %.2f s of CPU, and none more than input.txt told", slowest.cpu.Seconds()))
	}
	used, allowed := slowest.cpu.Seconds(), e.Year.Move.Seconds()
	if used > allowed {
		return slowest.withFiles(risky("the longest took " + course.Exceeded(used, allowed) + " (" + slowest.where + ")"))
	}
	text := fmt.Sprintf("the longest took %.2f s of CPU of the %g s allowed", used, allowed)
	if used >= allowed*margin/100 {
		return slowest.withFiles(risky(text + ": a grader's machine may be slower (" + slowest.where + ")"))
	}
	return fine(text)
}

// checkGameTime compares the CPU time of a game with its share of the time for all games.
// It takes the mean of the finished games, or an estimate from the plies without any.
func (e *exam) checkGameTime(context.Context) finding {
	if e.answers == 0 || len(e.Year.Rehearsal) == 0 || e.Year.Rehearsal[0].CPU == 0 {
		return finding{}
	}
	games, allowed := e.Year.Rehearsal[0].Games(), e.Year.Rehearsal[0].CPU
	game := time.Duration(0)
	for _, g := range e.games {
		game += g / time.Duration(len(e.games))
	}
	if len(e.games) == 0 {
		game = totalCPU(e.turns) * time.Duration(e.Course.Exam.Moves) / time.Duration(len(e.turns))
	}
	all := game * time.Duration(games)
	text := fmt.Sprintf("about %.2f s of CPU: %.0f s for the %s of %d, of %.0f s allowed",
		game.Seconds(), all.Seconds(), quantity.Of(games, "game"), e.Year.Year, allowed.Seconds())
	switch {
	case all > allowed:
		return wrong(course.TimeLimit, text)
	case all >= allowed*margin/100:
		return risky(text + ", and a grader's machine may be slower")
	}
	return fine(text)
}

// checkMemory reports the peak of the program's processes, which includes what the host
// had when it started them.
func (e *exam) checkMemory(context.Context) finding {
	const (
		hostShare = 32 << 20 // bytes, up to which the peak may be the host's
		much      = 1 << 30
	)
	switch {
	case len(e.turns) == 0:
		return finding{}
	case e.memory == 0:
		return unchecked("not checked: this system does not report it")
	case e.memory <= hostShare:
		return fine("at most " + megabytes(e.memory))
	case e.memory > much:
		return risky(megabytes(e.memory) + " at the peak: a grader may allow less")
	}
	return fine(megabytes(e.memory) + " at the peak")
}

func (e *exam) checkExit(context.Context) finding {
	if e.answers == 0 {
		return finding{}
	}
	for i := range e.turns {
		t := &e.turns[i]
		if t.exit > 0 && t.move != "" {
			text := fmt.Sprintf("%s: exit code %d after the answer was written", t.where, t.exit)
			if line := lastLine(t.stderr); line != "" {
				text += ": " + line
			}
			return t.withFiles(risky(text))
		}
	}
	return fine("0 after each answer")
}

func (e *exam) checkChatter(context.Context) finding {
	if len(e.turns) == 0 {
		return finding{}
	}
	for _, t := range e.turns {
		if text := strings.TrimSpace(t.stdout); text != "" {
			return risky(fmt.Sprintf("%s: it prints %q; graders read output.txt only, and much of it costs time", t.where, compile.OneLine(text, 60)))
		}
	}
	return fine("nothing printed")
}

func (e *exam) checkWritten(context.Context) finding {
	if len(e.turns) == 0 {
		return finding{}
	}
	if e.folder != nil {
		e.folder.recordFiles()
	}
	var others []string
	for _, name := range e.written {
		if !e.names.IsHelper(name) {
			others = append(others, name)
		}
	}
	switch {
	case len(others) > 0:
		return risky(fmt.Sprintf("besides output.txt it writes %s: graders know only %s files", compile.Shorten(others), strings.Join(e.names.Helpers, ", ")))
	case e.answers == 0 && len(e.written) > 0:
		return fine(compile.Shorten(e.written))
	case len(e.written) > 0:
		return fine("besides output.txt: " + compile.Shorten(e.written))
	case !slices.ContainsFunc(e.turns, func(t turn) bool { return len(t.output) > 0 }):
		return fine("none")
	}
	return fine("output.txt only")
}

func (e *exam) checkLeft(context.Context) finding {
	switch {
	case len(e.turns) == 0:
		return finding{}
	case runtime.GOOS != "linux":
		return unchecked("not checked: only Linux tells")
	}
	for _, t := range e.turns {
		if t.left != "" {
			return risky(fmt.Sprintf("%s: still running after its end: %s (graders kill it, or count its CPU time)", t.where, compile.OneLine(t.left, 60)))
		}
	}
	return fine("none")
}
