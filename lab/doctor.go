package lab

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evolab/arena"
	"evolab/arena/artemis/event"
	"evolab/course"
	"evolab/course/class"
	"evolab/course/doctor"
	"evolab/experiments/run"
	"evolab/internal/files"
	"evolab/lab/term"
)

type doctorFlags struct {
	Game     string        `key:"game" doc:"the game (default: inferred from the files)"`
	Rubric   string        `key:"rubric" doc:"the rubric that sets the game and the year (evolve rubrics)"`
	Course   string        `key:"course" doc:"a course's own file, which sets the game, the names, the languages and the limits (evolve rubrics --to yaml)"`
	Year     int           `key:"rubric_year" doc:"year of the rubric that sets the limits (littlego: 2021 or 2023)" range:"2000..2100" derived:"the newest"`
	MoveTime time.Duration `key:"move_time" doc:"seconds of CPU for a move, instead of a year's limits" range:"0..1000000"`
	Budget   time.Duration `key:"budget" doc:"seconds of wall time for plies and games; the rest is skipped" range:">0..1000000" derived:"as many games as fit into a minute on an idle machine"`
	Runs     bool          `key:"runs" doc:"check the records of runs, tournaments, classes and events (all of them if none is named)"`
	System   bool          `key:"system" doc:"show how firmly this machine can confine programs, and how to improve that"`
	confine  confineFlags
}

const doctorLong = `Check what a grader would reject in an agent: names, build, protocol, legality, time.
PROGRAM is a source file, a folder with one and its helper files, or an executable.
The game is inferred from the file names, the files beside the program and its source; --game overrides that.
The exit code is 0 if a grader would accept all programs, and 1 if not or if that is unknown because
--budget ended the checks early: the verdict then names the checks that are missing.
With --system, show how firmly this machine can confine programs.
With --runs, check records instead: doctor --runs [RUN or FOLDER...], where a folder holds a run, a tournament, the
results of a class or events, whose journals can be named as well; without a name, all runs and tournaments, and
the classes and events of this folder and of the folders in it. A file that a finished record has lost, changed or
gained since its SHA256SUMS were written is named; each game is replayed, and the tables and pages of a class are
rendered anew.`

func doctorCommand(a *app) *cobra.Command {
	var f doctorFlags
	c := &cobra.Command{
		Use: "doctor PROGRAM...", Short: "Check an agent for what a grader would reject, in up to a minute",
		Args: func(c *cobra.Command, args []string) error {
			if f.Runs || f.System {
				return nil
			}
			return arguments(1, anyNumber)(c, args)
		},
		Long: doctorLong,
		RunE: func(c *cobra.Command, args []string) error {
			if f.System || f.Runs {
				if err := refuseIdle(c, "for a program", "mount", "pass-env"); err != nil {
					return err
				}
			}
			if f.System {
				return a.doctorSystem(&f.confine)
			}
			if f.Runs {
				return a.doctorRuns(c.Context(), args)
			}
			if err := refuseIdle(c, "with --runs only", "dir"); err != nil {
				return err
			}
			return a.doctor(c.Context(), &f, args)
		},
	}
	a.formats(c)
	bind(c, &f)
	f.confine.add(c)
	return a.inRuns(saves(c))
}

func (a *app) doctor(ctx context.Context, f *doctorFlags, paths []string) error {
	list := make([]doctor.Options, len(paths))
	for i, path := range paths {
		var err error
		if list[i], err = f.options(path); err != nil {
			return err
		}
	}
	if err := f.confine.opening(a); err != nil {
		return err
	}
	accepted := true
	for i, path := range paths {
		if i > 0 && !a.json() {
			fmt.Fprintln(a.out)
		}
		if !a.json() {
			fmt.Fprintln(a.out, path)
		}
		watch := &doctorWatch{app: a}
		list[i].Found, list[i].Watch = watch.printCheck, watch.showPlies
		r, err := doctor.Examine(ctx, path, list[i])
		watch.close()
		if err != nil {
			return err
		}
		r.Confinement = a.confined().Level.String()
		accepted = accepted && r.Verdict == doctor.Accept
		if err := a.print(&r, "%s\n", r.Summary()); err != nil {
			return err
		}
	}
	if !accepted {
		return &exitError{exitFailed, errSilent, ""}
	}
	return nil
}

// options finds the program at a path and returns the options for it.
func (f *doctorFlags) options(path string) (doctor.Options, error) {
	assignment, year, err := f.course(path)
	if err == nil {
		err = badInput(doctor.Recognise(path, year), programHint)
	}
	if err != nil {
		return doctor.Options{}, err
	}
	o := doctor.Options{Course: assignment, Year: *year, Grants: f.confine.grants, Budget: f.Budget}
	if f.MoveTime > 0 { // no limits but this one
		o.Year.Move, o.Year.Whole, o.Year.Rehearsal = f.MoveTime, 0, nil
	}
	return o, nil
}

const programHint = "PROGRAM is a source file, a folder that holds one, or an executable file"

// course returns the course and the year of the file, the rubric or the game that was
// named, or else of the game that the program plays.
func (f *doctorFlags) course(path string) (*course.Course, *course.Year, error) {
	switch {
	case f.Year != 0 && f.MoveTime != 0:
		return nil, nil, badInput(errors.New("--rubric-year and --move-time exclude each other"), "either names the time for a move: give one of them")
	case f.Rubric != "" && f.MoveTime != 0:
		return nil, nil, badInput(errors.New("--rubric and --move-time exclude each other"), "either names the time for a move: give one of them")
	case f.Rubric != "" && f.Year != 0:
		return nil, nil, badInput(errors.New("--rubric and --rubric-year exclude each other"), "a rubric names its year: leave out --rubric-year")
	case f.Course != "" && f.Year != 0:
		return nil, nil, badInput(errors.New("--course and --rubric-year exclude each other"), "the file is of one year: leave out --rubric-year")
	case f.Rubric != "" || f.Course != "":
		return f.courseOfRubric()
	}
	game := f.Game
	if game == "" {
		found, err := doctor.Identify(path)
		if errors.Is(err, doctor.ErrUnclear) {
			return nil, nil, badInput(err, "name it: --game littlego, checkers or halma")
		}
		if err != nil {
			return nil, nil, badInput(err, programHint)
		}
		if _, err := course.Find(found.Game); err != nil {
			return nil, nil, badInput(fmt.Errorf("%q: %s, which is not played by files: doctor cannot examine it", path, found.Why), "evolve konane serve is a server that such a program can log in to")
		}
		game = found.Game
	}
	c, err := course.Find(game)
	if err != nil {
		return nil, nil, badInput(err, "evolve rubrics lists the games of the courses")
	}
	y, err := c.FindYear(f.Year)
	return c, &y, badInput(err, "without --rubric-year the newest limits count")
}

// courseOfRubric returns the course and the year of a rubric or a file.
func (f *doctorFlags) courseOfRubric() (*course.Course, *course.Year, error) {
	r, err := findRubric(f.Rubric, f.Course)
	if err != nil {
		return nil, nil, err
	}
	if f.Game != "" && f.Game != r.Game {
		return nil, nil, badInput(fmt.Errorf("rubric %s is for %s, not for %s", r.Name, r.Game, f.Game), "leave out --game: the rubric names it")
	}
	c, err := course.Find(r.Game)
	return c, &r.Year, badInput(err, "evolve rubrics lists the games of the courses")
}

// doctorWatch shows the progress of an examination, and its checks as they are made.
type doctorWatch struct {
	*app
	bar     *term.Bar
	done    int
	planned bool
}

func (w *doctorWatch) showPlies(p doctor.Progress) {
	if w.bar == nil {
		w.bar = term.NewBar(w.err, p.Plies, "ply")
	}
	if p.Plan != "" && !w.planned {
		w.planned = true
		w.bar.Keep(p.Plan)
	}
	w.bar.Grow(p.Plies)
	w.bar.Add(p.Done - w.done)
	w.done = p.Done
}

// printCheck prints a check, and the files of the ply that shows a problem.
func (w *doctorWatch) printCheck(c doctor.Check) {
	if w.json() {
		return
	}
	word := string(c.Status)
	if c.Status == doctor.Fail {
		word = "FAIL"
	}
	fmt.Fprintf(w.out, "%-8s %s: %s\n", word, c.Name, c.Text)
	if c.Input != "" {
		fmt.Fprintf(w.out, "%-8s   input.txt  %s\n%-8s   output.txt %q\n", "", strings.ReplaceAll(c.Input, "\n", "/"), "", c.Output)
	}
}

func (w *doctorWatch) close() {
	if w.bar != nil {
		w.bar.Close()
	}
}

// doctorRuns reports what is wrong with records; the exit code is 1 if anything is.
func (a *app) doctorRuns(ctx context.Context, args []string) error {
	if err := a.dirExists(); err != nil {
		return err
	}
	done := term.Busy(a.err, "checking the records")
	list, err := a.examined(ctx, args)
	done()
	if err != nil {
		return err
	}
	intact := true
	for _, checked := range list {
		for _, found := range checked.Findings {
			intact = intact && found.Harmless
			text := fmt.Sprintf("%s: %s\n", term.OneLine(found.Run), term.OneLine(found.Problem))
			if found.Repair != "" {
				text += fmt.Sprintf("  -> %s\n", term.OneLine(found.Repair))
			}
			if err := a.print(found, "%s", text); err != nil {
				return err
			}
		}
		if len(args) > 0 && !checked.Finished && !a.json() {
			fmt.Fprintf(a.out, "%s: not finished, so without sums; its lines and games were checked\n", term.OneLine(checked.Name))
		}
		if checked.Note != "" && !a.json() {
			fmt.Fprintf(a.out, "%s: %s\n", term.OneLine(checked.Name), term.OneLine(checked.Note))
		}
		for _, by := range slices.Sorted(maps.Keys(checked.Words)) {
			if !a.json() {
				fmt.Fprintf(a.out, "%s: games of programs or by the clock on the word of %s: %d\n", term.OneLine(checked.Name), term.OneLine(by), checked.Words[by])
			}
		}
	}
	if !intact {
		return &exitError{exitFailed, errSilent, ""}
	}
	switch {
	case a.json():
	case len(list) == 0:
		_, err = fmt.Fprintf(a.out, "there are no records: no run in %s, and no tournament, class or event here\n", term.OneLine(a.runsPath()))
	default:
		_, err = fmt.Fprintln(a.out, "all runs are intact")
	}
	return err
}

// eventJournals are the journals of events that a path means: itself, or those in a
// folder with sums beside them.
func eventJournals(path string) []string {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return files.AllBeside(path)
	case err == nil && strings.HasSuffix(path, ".jsonl"), files.SumsBeside(path).Exist():
		return []string{path}
	}
	return nil
}

// classesAndEvents examines the results of classes, and the events, that a path means.
func (a *app) classesAndEvents(ctx context.Context, path string) (list []run.Checked, err error) {
	paths, examine := eventJournals(path), event.Examine
	if class.IsFolder(path) {
		paths, examine = []string{path}, func(path string) (*arena.Examined, error) { return class.Examine(ctx, path, replayPage) }
	}
	for _, path := range paths {
		r, err := examine(path)
		if err != nil {
			return nil, err
		}
		checked := run.Checked{Name: filepath.Base(path)}
		checked.Add(r)
		list = append(list, checked)
	}
	return list, nil
}

// everything examines all runs, all tournaments, and the classes and events of this folder
// and of those in it: their commands write wherever they are told to.
func (a *app) everything(ctx context.Context, x *run.Examiner) ([]run.Checked, error) {
	list, err := x.Runs(ctx, a.runs())
	if err != nil {
		return list, err
	}
	played, err := x.Tournaments(ctx, tournamentsRoot)
	list = append(list, played...)
	if err != nil {
		return list, err
	}
	folders := []string{"."}
	entries, err := os.ReadDir(".")
	for _, e := range entries {
		if e.IsDir() && e.Name() != tournamentsRoot && filepath.Clean(e.Name()) != a.runs() {
			folders = append(folders, e.Name())
		}
	}
	if err != nil {
		return list, err
	}
	for _, folder := range folders {
		if ctx.Err() != nil {
			return list, ctx.Err()
		}
		found, err := a.classesAndEvents(ctx, folder)
		if list = append(list, found...); err != nil {
			return list, err
		}
	}
	return list, nil
}

func (a *app) examined(ctx context.Context, args []string) ([]run.Checked, error) {
	x := run.Examiner{Games: a.games}
	if len(args) == 0 {
		return a.everything(ctx, &x)
	}
	var list []run.Checked
	for _, arg := range args {
		if run.IsTournament(arg) && !class.IsFolder(arg) { // both have games and sums
			list = append(list, x.Tournament(arg))
			continue
		}
		found, err := a.classesAndEvents(ctx, arg)
		if err != nil {
			return nil, err
		}
		if list = append(list, found...); len(found) > 0 {
			continue
		}
		folder, err := a.findRun(arg)
		if err != nil {
			return nil, err
		}
		list = append(list, x.Run(folder))
	}
	return list, nil
}
