// Package doctor examines a program before it is handed in: what a course's grader
// would reject, what is risky, and what is fine. It inspects the files, builds the
// program as the graders do, plays unusual plies and whole games with it by files,
// and watches its other behaviour.
//
// Checks are grouped by file: source.go for what can be seen before the first ply,
// games.go for positions and games, behaviour.go for what all plies have in common.
//
// Programs run under the limits of package host, in scratch copies; nothing is
// written to their own folders.
package doctor

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"evolab/agent"
	"evolab/course"
	"evolab/host"
	"evolab/host/compile"
	"evolab/internal/untrusted"
)

// Options say how a program is examined.
type Options struct {
	Course *course.Course
	// Year has the names and the limits; without a rehearsal there is none for all games
	// together. A year without languages takes the names of all years.
	Year course.Year
	// Grants are what the program may have of the machine.
	Grants host.Grants
	// Budget is the wall time for plies and games; what does not fit is left out,
	// and the report says so. 0: the default, in which games are cut rather than
	// checks left out.
	Budget time.Duration
	// Patience, if above 0, is the time of computing or of waiting after which a ply that
	// its limits still allow is given up, as one that does not fit.
	Patience time.Duration
	Found    func(Check)    // is called after each check, unless nil
	Watch    func(Progress) // is called after each ply, unless nil

	now func() time.Time // nil: the system's clock
	// ask runs the program for a ply; nil: with package host.
	ask func(*folder, context.Context, []byte, host.Limits) (host.Answer, error)
}

// Recognise returns an error if there is no program at a path. It runs nothing.
func Recognise(path string, y *course.Year) error {
	_, err := compile.Find(path, y.Files())
	return err
}

// Examine makes all checks on the program at a path. An error means that there
// is no program there (as Recognise says), or that the examination itself failed.
func Examine(ctx context.Context, path string, o Options) (Report, error) {
	e, err := newExam(path, o)
	if err != nil {
		return Report{}, err
	}
	defer e.close()
	const longestText = 4000
	r := Report{Program: path, Verdict: Accept}
	for _, c := range e.checks() {
		f := e.find(ctx, c)
		if err := ctx.Err(); err != nil {
			return r, err
		}
		if e.err != nil {
			return r, e.err
		}
		r.count(c.name, &f)
		if f.status == "" {
			continue
		}
		found := Check{Name: c.name, Status: f.status, Text: untrusted.Line(f.text, longestText), Input: f.input, Output: untrusted.Text(f.output)}
		r.Checks = append(r.Checks, found)
		if o.Found != nil {
			o.Found(found)
		}
	}
	r.summarize(e)
	if r.Verdict == Accept && len(e.turns) > 0 {
		r.Code = course.Correct
	}
	switch {
	case r.Verdict != Accept:
	case len(e.turns) == 0:
		r.Verdict = Unknown
	case len(r.Late)+len(r.Voids) > 0:
		r.Verdict = Incomplete
	}
	return r, nil
}

// find makes a check, and repeats it if the machine spoiled it.
func (e *exam) find(ctx context.Context, c check) finding {
	f := c.find(e, ctx)
	for range host.VoidRetries {
		if f.void {
			f = c.find(e, ctx)
		}
	}
	return f
}

func (r *Report) count(name string, f *finding) {
	if f.unchecked {
		r.Unchecked++
		r.Missing = append(r.Missing, name)
	}
	if f.void {
		r.Voids = append(r.Voids, name)
	}
	if f.late {
		r.Late = append(r.Late, name)
	}
	if f.status == Fail {
		r.Verdict, r.Code = Reject, cmp.Or(r.Code, f.code)
	}
}

// exam is the examination of one program.
type exam struct {
	Options
	full    course.Year // with the graders' limits, which Options.Year may have shortened
	program *compile.Program
	names   compile.Names // of the year
	game    agent.Game

	scratch string // holds copy
	held    io.Closer
	copy    string // what a grader would have: the program and its helper files
	trace   string // the folder with the traces of the last run

	interpreter compile.Interpreter
	lint        *lint
	command     string // runs the copy; "" without a build
	plan        *plan
	memory      int64 // peak of the program, in bytes; 0: not known

	turns   []turn
	answers int             // turns with a legal move
	starts  int             // positions with one legal move that it was asked
	folder  *folder         // of the first game, in which another one begins
	games   []time.Duration // CPU time of the program in each finished game
	printed string          // a move that it printed in place of an output.txt
	// unopened is a file that it has printed it cannot open.
	unopened string
	written  []string // names of files that the program wrote
	err      error    // the examination failed
	// hopeless: it found no legal move, and a check has said so.
	hopeless bool
}

// shortened is a year with the limits of an examination. Where input.txt tells the
// clock, graders give 30 s for a single move and 100 or 300 s for a game; an examination
// is shorter, and so must be a program that is told so.
func shortened(y course.Year) course.Year {
	if y.Whole > 0 {
		y.Move, y.Whole = min(y.Move, time.Second), min(y.Whole, 30*time.Second)
	}
	return y
}

func newExam(path string, o Options) (*exam, error) {
	names := o.Course.Files
	if len(o.Year.Languages) > 0 {
		names = o.Year.Files()
	}
	p, err := compile.Find(path, names)
	if err != nil {
		return nil, err
	}
	g, err := agent.FindGame(o.Course.Game)
	if err != nil {
		return nil, err
	}
	full := o.Year
	o.Year = shortened(o.Year)
	if o.now == nil {
		o.now = time.Now
	}
	if o.ask == nil {
		o.ask = (*folder).Ask
	}
	e := &exam{Options: o, full: full, program: p, names: names, game: g, plan: newPlan(o.Course, o.Year, o.Budget, o.now)}
	if e.scratch, e.held, err = host.TempDir("doctor"); err != nil {
		return nil, fmt.Errorf("scratch folder: %w", err)
	}
	e.copy = filepath.Join(e.scratch, "copy")
	if err := os.Mkdir(e.copy, 0o755); err != nil {
		e.close()
		return nil, fmt.Errorf("scratch folder: %w", err)
	}
	return e, nil
}

func (e *exam) close() {
	if e.folder != nil {
		e.folder.close()
	}
	host.Remove(e.scratch)
	e.held.Close()
}

// fail ends the examination: something went wrong that is not the program's fault.
func (e *exam) fail(err error) finding {
	if e.err == nil {
		e.err = err
	}
	return finding{}
}

// check is one of the checks.
type check struct {
	name string
	find func(*exam, context.Context) finding
}

// checks lists the checks in order: later ones rely on earlier ones, and the last
// summarize the plies.
func (e *exam) checks() []check {
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
	for _, p := range e.Course.Exam.Plies {
		list = append(list, check{p.Name, func(e *exam, ctx context.Context) finding { return e.checkPly(ctx, p) }})
	}
	for i, g := range e.Course.Exam.Games {
		list = append(list, check{gameName(g), func(e *exam, ctx context.Context) finding { return e.checkGame(ctx, i) }})
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
