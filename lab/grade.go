package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/record"
	"evolab/course"
	"evolab/course/class"
	"evolab/course/intake"
	"evolab/course/rubric"
	"evolab/experiments/report"
	"evolab/host"
	"evolab/internal/quantity"
	"evolab/lab/term"
	"evolab/stats"
)

type gradeFlags struct {
	gameFlags
	workerFlags
	arena.Limits        // below the rubric's
	Rubric       string `key:"rubric" doc:"the rubric (evolve rubrics)" allowed:"a name" derived:"the grading of --course"`
	Course       string `key:"course" doc:"a course's own file, instead of a built-in course (evolve rubrics --to yaml)" allowed:"a YAML file" derived:"none"`
	Scale        int    `key:"scale" doc:"play this many times the rubric's games, for narrower intervals" range:"1..1000" default:"1"`
	Seed         uint64 `key:"seed" doc:"seed of positions and agents" default:"1"`
	gamesOut     string
	confine      confineFlags
	cluster      clusterFlags
	class        classFlags
	autograder   autograderFlags
}

func gradeCommand(a *app) *cobra.Command {
	f := gradeFlags{confine: confineFlags{least: host.Isolated.String()}}
	c := &cobra.Command{
		Use: "grade AGENT|CLASS", Short: "Points under an assignment's rubric",
		Args: func(c *cobra.Command, args []string) error {
			if f.autograder.Autograder != "" {
				return arguments(0, 0)(c, args)
			}
			return arguments(1, 1)(c, args)
		},
		Long: "Play the games of a rubric (evolve rubrics) from the start position and count the points.\n" +
			"An agent without its own limit gets the time per move that stays within all of the rubric's limits.\n" +
			"checkers-2021 and halma-2019 also include single moves, in positions from games that depend on the\n" +
			"seed, and there the side with more time left wins a drawn game.\n" +
			"With --course, the names, languages, limits, opponents and points are those of a file.\n" +
			"A program is graded only if this machine can isolate it (evolve doctor --system), unless --require-confinement says otherwise.\n" +
			"With --out, CLASS is a folder, or a zip or tar, of submissions: folders, source files and archives, one a student,\n" +
			"or as Autolab, Blackboard, Brightspace, Canvas, Gradescope, Moodle and Sakai name them. Nothing of it is changed.\n" +
			"With --results, CLASS is one submission, and with --autograder nothing is graded here: Gradescope does.",
		RunE: func(c *cobra.Command, args []string) error {
			if err := cmp.Or(f.autograder.check(c), f.class.check(c, f.autograder.enabled())); err != nil {
				return err
			}
			switch {
			case f.autograder.Autograder != "":
				return a.makeAutograder(c, &f)
			case f.autograder.Results != "":
				return a.gradeSubmission(c.Context(), &f, args[0])
			case f.class.Out != "":
				return a.gradeClass(c.Context(), &f, args[0])
			}
			return a.grade(c.Context(), &f, args[0])
		},
	}
	f.gameFlags.add(a, c)
	noDefault(c, "game", "the game (default: the rubric's)")
	a.formats(c)
	bind(c, &f)
	bind(c, &f.class)
	bind(c, &f.autograder)
	c.Flags().StringArrayVar(&f.class.rejudge, "rejudge", nil, "with --resume: examine and play again the submission of this `name` or id, or all with this verdict; repeat it for more")
	c.Flags().StringArrayVar(&f.class.only, "only", nil, "with --out: grade this submission alone, by its `name` in gradebook.csv or an id, and leave the rows of others; repeat it for more")
	for _, name := range []string{"move-time", "game-time"} {
		c.Flags().Lookup(name).Usage += ", if less than the rubric's"
	}
	c.Flags().StringVar(&f.gamesOut, "games-out", "", gamesOutDoc)
	f.confine.add(c)
	f.cluster.add(c, &f.Workers)
	return saves(c)
}

func (a *app) grade(ctx context.Context, f *gradeFlags, name string) (err error) {
	grading, err := f.grading()
	if err != nil {
		return err
	}
	noteShadow(a.err, name)
	spec, err := parseSpec(name)
	if err != nil {
		return err
	}
	if spec.Open() {
		spec = spec.With("time", fmt.Sprintf("%g", grading.Rubric.Plan.Seconds()))
	}
	grading.Timed = spec.Timed()
	done := term.Busy(a.err, "preparing the games")
	one, err := class.New(ctx, *grading)
	done()
	if err != nil {
		return err
	}
	defer one.Close()
	graded, err := grading.Game.Agent(spec, agent.Env{Log: a.err, Programs: f.programs(a, &grading.Rubric)})
	if err != nil {
		return badInput(err, agentsHint)
	}
	one.Enter(spec.String(), graded)
	if err := agent.Build(ctx, graded); err != nil {
		return err
	}
	if spec.String() != name {
		a.printPlan(grading, spec, one.Scheduled())
	}
	venue, err := f.cluster.open(ctx, a, f.confine.level())
	if err != nil {
		return err
	}
	defer venue.close(&err)
	watch := &term.Progress{Out: a.err}
	if one.Workers, one.Capacity = venue.threads, venue.cores; spec.IsProgram() {
		one.Capacity = venue.programCores
	}
	marks, stopped := one.Play(ctx, venue.pool, watch)
	watch.End()
	if stopped != nil && !errors.Is(stopped, context.Canceled) {
		return stopped
	}
	out := gradeResult{Agent: spec.String(), Seed: f.Seed, Report: marks[0].Report, Grading: grading, Machines: venue.warn()}
	if stopped != nil {
		out.Interrupted = fmt.Sprintf("interrupted after %d of %s", len(marks[0].Records), quantity.Of(one.Scheduled(), "game"))
	}
	return a.printGrading(f, marks[0], &out)
}

// printPlan says how much time the agent was given for a move, and for all games at most.
func (a *app) printPlan(grading *rubric.Grading, spec agent.Spec, games int) {
	r := grading.Rubric
	most := time.Duration(games*(grading.Game.Info().PlyLimit/2)) * r.Plan
	if r.Whole > 0 {
		most = min(most, time.Duration(grading.Scale)*r.AllAllowed())
	}
	a.remark("%s: the time is the plan of %s for a move; %s %s up to %v of CPU\n", term.OneLine(spec.String()), r.Name, quantity.Of(games, "game"), quantity.Verb(games, "takes", "take"), most)
}

// printGrading prints a result, after it has written the games.
func (a *app) printGrading(f *gradeFlags, mark *class.Mark, out *gradeResult) error {
	if f.gamesOut != "" {
		roster := out.Grading.Roster(record.Graded, out.Agent)
		if err := saveGames(f.gamesOut, out.Grading.Game, record.Played(&roster, mark.Jobs, mark.Records)); err != nil {
			return err
		}
	}
	if err := a.print(newGradeLine(*out), "%s", gradeText(*out, term.Width(a.out))); err != nil {
		return err
	}
	if out.Interrupted == "" {
		return voidError(out.Report.Voids(), len(mark.Records), firstVoid(mark.Records))
	}
	return &exitError{exitInterrupted, errors.New(out.Interrupted), "the points are for the games that were finished"}
}

func (f *gradeFlags) grading() (*rubric.Grading, error) {
	r, err := findRubric(f.Rubric, f.Course)
	if err != nil {
		return nil, err
	}
	if r, err = r.Lower(f.Limits.Move, f.Limits.Game); err != nil {
		return nil, badInput(err, "--move-time and --game-time can only lower a rubric's limits")
	}
	if f.game == "" {
		f.game = r.Game
	}
	g, err := f.find()
	if err != nil {
		return nil, err
	}
	if r.Game != g.Info().Name {
		return nil, badInput(fmt.Errorf("rubric %s is for %s, not for %s", r.Name, r.Game, g.Info().Name), "leave out --game: the rubric names it")
	}
	if err := checkGamesOut(f.gamesOut, g); err != nil {
		return nil, err
	}
	return &rubric.Grading{Rubric: r, Game: g, Variant: f.variant, Seed: f.Seed, Scale: f.Scale}, nil
}

// findRubric returns the rubric of a built-in course, or of a course's own file.
func findRubric(name, file string) (r rubric.Rubric, err error) {
	if file == "" {
		r, err = rubric.Find(name)
		return r, badInput(err, "evolve rubrics describes them; --course FILE is a course of one's own")
	}
	y, err := course.Load(file)
	if err != nil {
		return r, badInput(err, "evolve rubrics --to yaml NAME writes such a file")
	}
	r, err = rubric.Of(y, name)
	return r, badInput(err, "--rubric names the grading or the rehearsal of the file")
}

// programs is what programs of the course may do here.
func (f *gradeFlags) programs(a *app, r *rubric.Rubric) agent.Programs {
	p := f.confine.programs(a)
	names := r.Files()
	p.Names = &names
	return p
}

// classFlags are the flags for grading many submissions.
type classFlags struct {
	Out    string `key:"out" doc:"grade a class: CLASS is a folder or an archive of submissions; write the results into this folder"`
	Games  int    `key:"games" doc:"with --out: games per opponent, if fewer than the rubric's, as a rehearsal" range:"2..1000000" even:"true" derived:"the rubric's"`
	Jobs   int    `key:"jobs" doc:"with --out: games and examinations at a time on this machine; with --workers, examinations" range:"1..4096" derived:"one per core"`
	Resume bool   `key:"resume" doc:"with --out: continue, and play only the missing games"`

	Roster     string `key:"roster" doc:"with --out: a CSV of the class, with columns such as id, name, email and deadline (their own, before --deadline); who has handed in nothing gets a row"`
	Deadline   string `key:"deadline" doc:"with --out: note how late submissions are, and of several attempts grade the last before this time (2026-10-17 23:59, in this zone unless it names one)"`
	Attempts   string `key:"attempts" doc:"with --out: which of several attempts counts, the last or the best of those before the deadline; the best takes the games of all" oneof:"last|best" default:"last"`
	Overrides  string `key:"overrides" doc:"with --out: a YAML file of points and verdicts that staff have set, each with its reason"`
	NoArchives bool   `key:"no-archives" doc:"with --out: do not unpack submissions that are archives"`
	AsIs       bool   `key:"as-is" doc:"with --out: grade each folder, source and archive as it is named, also where the layout of the class is not known or the roster has fewer than half of it"`
	Private    bool   `key:"private" doc:"with --out: give pages addresses that nobody can guess, and no links to the class"`
	Similarity string `key:"similarity" doc:"with --out: write the sources into this folder as Dolos and JPlag read them, and show in index.html what they have found there"`

	Watch bool    `key:"watch" doc:"with --out: grade what is new or changes in the folder, until Ctrl-C; implies --resume"`
	Rest  float64 `key:"rest" doc:"with --watch: seconds in which nothing of a submission has to change before it is graded" range:".05..86400" default:"5"`

	only, rejudge []string
}

func (f *classFlags) lists() []string {
	return slices.DeleteFunc([]string{f.Roster, f.Overrides}, func(path string) bool { return path == "" })
}

// readLists reads who belongs to the class, until when to hand in, and what staff have
// decided.
func (f *classFlags) readLists(o *class.Options) (err error) {
	if f.Deadline != "" {
		if o.Deadline, err = intake.ParseTime(f.Deadline); err != nil {
			return badInput(fmt.Errorf("--deadline: %w", err), "a time without a zone is one in this machine's")
		}
	}
	if f.Roster != "" {
		if o.Roster, err = intake.ReadRoster(f.Roster); err != nil {
			return badInput(err, "Canvas, Moodle, Gradescope and Vocareum export such a list of the class")
		}
	}
	if f.Overrides != "" {
		if o.Overrides, err = class.ReadOverrides(f.Overrides); err != nil {
			return badInput(err, "an entry has the keys student, reason, and points or verdict")
		}
	}
	return nil
}

// check refuses flags that belong to the other kind of grading.
func (f *classFlags) check(c *cobra.Command, one bool) error {
	if f.Out == "" && !one && !c.Flags().Changed("out") {
		return refuseIdle(c, "with --out", "games", "jobs", "resume", "roster", "deadline", "attempts", "only", "rejudge", "overrides", "no-archives", "as-is", "private", "similarity", "watch", "rest")
	}
	if f.Watch {
		if err := refuseIdle(c, "without --watch", "only", "rejudge"); err != nil {
			return err
		}
	} else if err := refuseIdle(c, "with --watch", "rest"); err != nil {
		return err
	}
	if !f.Resume {
		if err := refuseIdle(c, "with --resume", "rejudge"); err != nil {
			return err
		}
	}
	if f.Jobs > 0 && !c.Flags().Changed("workers") {
		if err := c.Flags().Set("workers", strconv.Itoa(f.Jobs)); err != nil {
			return err
		}
	}
	return errors.Join(outFolder(c, "out"), outFolder(c, "similarity"), refuseIdle(c, "without --out", "scale", "games-out", "format"))
}

// refuseGrants refuses grants of this machine if submissions may be played on others.
func refuseGrants(confine *confineFlags, cluster *clusterFlags) error {
	if g := confine.grants; cluster.enabled() && len(g.Mounts)+len(g.Env) > 0 {
		return badInput(errors.New("--mount and --pass-env are about this machine, and submissions travel to workers"), "without --listen and --cluster all games are played here")
	}
	return nil
}

func (a *app) gradeClass(ctx context.Context, f *gradeFlags, folder string) error {
	made, err := a.gradeAll(ctx, f, folder)
	if err != nil {
		return err
	}
	return a.printClass(f, made)
}

// gradeAll grades a class, or one submission if results are asked for.
func (a *app) gradeAll(ctx context.Context, f *gradeFlags, folder string) (made *class.Class, err error) {
	grading, err := f.grading()
	if err != nil {
		return nil, err
	}
	grading.Games = f.class.Games
	var lists class.Options
	if err := f.class.readLists(&lists); err != nil {
		return nil, err
	}
	if err := cmp.Or(refuseGrants(&f.confine, &f.cluster), f.confine.opening(a)); err != nil {
		return nil, err
	}
	venue, err := f.cluster.open(ctx, a, f.confine.level())
	if err != nil {
		return nil, err
	}
	defer venue.close(&err)
	watch := &term.Progress{Out: a.err}
	options := class.Options{
		Folder: folder, One: f.autograder.Results != "", NoArchives: f.class.NoArchives, AsIs: f.class.AsIs, Roster: lists.Roster, Deadline: lists.Deadline, Best: f.class.Attempts == "best",
		Out: f.class.Out, Private: f.class.Private, Similarity: f.class.Similarity, Resume: f.class.Resume, Only: f.class.only, Rejudge: f.class.rejudge, Overrides: lists.Overrides,
		Grading: *grading, Workers: cmp.Or(f.class.Jobs, f.Workers), Capacity: venue.programCores, Pool: venue.pool, Describe: venue.describe, Progress: watch,
		Programs: f.confine.programs(a), Confinement: a.confined().Level.String(),
		Expect: func(left, all int, expected time.Duration) {
			watch.End()
			printExpected(a.err, left, all, expected)
		},
		Replay: replayPage,
	}
	if f.class.Watch {
		err = a.watchClass(ctx, f, options)
	} else {
		made, err = class.Grade(ctx, options)
	}
	watch.End()
	var misfit *class.OverridesError
	switch {
	case errors.As(err, &misfit):
		return nil, badInput(err, "--overrides FILE names students as gradebook.csv does; a file with overrides: [] takes back all")
	case errors.Is(err, class.ErrNoRows):
		return nil, badInput(err, "--resume alone makes it; then again")
	case errors.Is(err, class.ErrStudent), errors.Is(err, class.ErrSeveral):
		return nil, badInput(err, "the first columns of gradebook.csv and students.csv have the names")
	case errors.Is(err, class.ErrNoFolder):
		return nil, badInput(err, "name a folder that is there; an archive is graded once, without --watch")
	case errors.Is(err, context.Canceled) && f.class.Watch:
		return nil, &exitError{exitInterrupted, errors.New("no longer watching; the results cover the finished games"), "to continue: the same command"}
	case errors.Is(err, context.Canceled):
		if f.autograder.Results != "" {
			return nil, &exitError{exitInterrupted, errors.New("interrupted; no results were written"), "the same command grades it anew"}
		}
		return nil, &exitError{exitInterrupted, errors.New("interrupted; the results cover the finished games"), "to continue: the same command with --resume"}
	case errors.Is(err, class.ErrThere):
		return nil, badInput(err, "--resume continues it; or name another folder")
	case errors.Is(err, class.ErrOther):
		return nil, badInput(err, "with the same settings --resume continues it; or name another folder with --out")
	case errors.Is(err, class.ErrInside):
		return nil, badInput(err, "name another folder with --out")
	case errors.Is(err, class.ErrExport):
		return nil, exportError(err)
	case errors.Is(err, class.ErrNobody) && f.autograder.Results == "":
		return nil, badInput(err, "without --out, grade is for one agent")
	case err != nil:
		return nil, noRoom(intakeError(err), "the same command with --resume continues it")
	}
	for _, warning := range venue.warn() {
		fmt.Fprintf(a.err, "warning: %s\n", term.OneLine(warning))
	}
	return made, nil
}

// intakeError is the error of what somebody or a class has handed in.
func intakeError(err error) error {
	switch {
	case errors.Is(err, intake.ErrLayout):
		return badInput(err, "take away what nobody has handed in, or name the folder that holds the submissions; --as-is grades each folder, source and archive as it is named")
	case errors.Is(err, intake.ErrUnfit):
		return badInput(err, "nothing was graded; export the roster from the system that the submissions are from, or leave it out; --as-is grades those who are not on it as well")
	case errors.Is(err, intake.ErrArchive):
		return badInput(err, "unpack it by hand, and name the folder")
	case errors.Is(err, intake.ErrList):
		return badInput(err, "download it again, or leave it out")
	case errors.Is(err, class.ErrNobody):
		return badInput(err, "name the folder or the file that was handed in")
	}
	return changedRecord(err)
}

func replayPage(g agent.Game, title string, games []class.Replayed) ([]byte, error) {
	played := make([]report.Played, len(games))
	for i, one := range games {
		played[i] = report.Played{Game: g, Variant: one.Line.Variant, Line: one.Line, Loss: one.Loss}
	}
	return report.GamesHTML(title, played)
}

// printClass says where the results are, which verdicts there are, and whose is another
// than ok.
func (a *app) printClass(f *gradeFlags, made *class.Class) error {
	graded, open, lacking, unclear := 0, 0, 0, 0
	marks := slices.DeleteFunc(slices.Clone(made.Marks), func(m *class.Mark) bool { return m.Left() })
	for _, m := range marks {
		if m.Playable() {
			graded++
		}
		switch m.Cause.Verdict {
		case course.Incomplete:
			open++
		case course.NoTool:
			lacking++
		case course.Unidentified:
			unclear++
		}
		if m.Cause.Verdict != course.Correct || m.Override != nil {
			fmt.Fprintf(a.err, "%s: %s: %s\n", term.OneLine(m.Name), m.Cause.Verdict, term.OneLine(m.Cause.Text))
		}
	}
	fmt.Fprintf(a.err, "%d of %s graded\n", graded, quantity.Of(len(marks), "submission"))
	var counts []string
	for _, n := range class.Counts(made.Marks) {
		counts = append(counts, fmt.Sprintf("%s %d", n.Verdict, n.N))
	}
	fmt.Fprintf(a.err, "verdicts: %s\n", strings.Join(counts, ", "))
	if text := class.SparedText(marks); text != "" {
		fmt.Fprintln(a.err, text)
	}
	at := func(name string) string { return filepath.Join(f.class.Out, name) }
	if made.Exported != nil {
		a.printExport(f.class.Similarity, made)
	}
	paths := []string{at(class.GradebookFile), at(class.StudentsFile), at(class.TimingFile), at("index.html")}
	for _, name := range made.GivenBack {
		paths = append(paths, at(name))
	}
	err := a.printPaths(paths...)
	if err == nil && open > 0 {
		err = &exitError{exitFailed, fmt.Errorf("void games of %s", quantity.Of(open, "submission")), "the same command with --resume --jobs 1, on a machine that does nothing else, plays those again; or set the points with --overrides FILE"}
	}
	if err == nil && lacking > 0 {
		err = &exitError{exitFailed, fmt.Errorf("this machine could not grade %s", quantity.Of(lacking, "submission")), "install what the lines above name; the same command with --resume then grades these, too"}
	}
	if err == nil && unclear > 0 {
		err = &exitError{exitFailed, fmt.Errorf("it is not clear whose %s %s no points", quantity.Of(unclear, "row"), quantity.Verb(unclear, "is: it has", "are: they have")), identityHint}
	}
	return err
}

// identityHint says how staff decide whose submissions are.
const identityHint = "rename what is handed in, give the roster the numbers or logins by which the system names students, or decide by --overrides FILE; then again with --resume"

// printExpected says how many games of a class are to be played, and how long they take.
func printExpected(w io.Writer, left, all int, expected time.Duration) {
	text := quantity.Of(left, "game")
	if left < all {
		text += fmt.Sprintf(" of %d %s left to play", all, quantity.Verb(left, "is", "are"))
	}
	fmt.Fprintf(w, "%s, expected to take about %s\n", text, term.Roughly(expected))
}

// gradeLine is the result line of a grading. Points count the opponents that were
// played; expected, low and high predict another grading of them.
type gradeLine struct {
	Agent       string              `json:"agent"`
	Rubric      string              `json:"rubric"`
	Points      float64             `json:"points"`
	Max         float64             `json:"max"`      // of all opponents
	Playable    float64             `json:"playable"` // of the opponents that exist
	Expected    float64             `json:"expected"`
	Low         float64             `json:"low"`
	High        float64             `json:"high"`
	CPU         float64             `json:"cpu"` // seconds, of the graded agent
	CPUAllowed  float64             `json:"cpu_allowed"`
	Over        bool                `json:"over"`      // a stage took too long
	MoveTime    float64             `json:"move_time"` // seconds; of single moves only, where games have a budget
	GameTime    float64             `json:"game_time"` // seconds, 0: none
	Interrupted bool                `json:"interrupted"`
	Seed        uint64              `json:"seed"`
	Scale       int                 `json:"scale"`
	Opponents   []gradeOpponentLine `json:"opponents"`
	Voids       int                 `json:"voids"`
	Warnings    []string            `json:"warnings"`
	Lost        float64             `json:"points_lost"`           // to allowances of CPU time
	Confinement string              `json:"confinement,omitempty"` // of a program
}

// gradeOpponentLine is a row. Low and high are the interval of the rate; rate
// and points are null without games.
type gradeOpponentLine struct {
	Opponent   string         `json:"opponent"`
	Stage      string         `json:"stage"`
	Single     bool           `json:"single"` // single moves; a win is one that is legal and in time
	Missing    bool           `json:"missing"`
	Games      int            `json:"games"`
	Wins       int            `json:"wins"`
	Rate       *float64       `json:"rate"`
	Low        float64        `json:"low"`
	High       float64        `json:"high"`
	AsFirst    stats.WDL      `json:"as_first"`
	AsSecond   stats.WDL      `json:"as_second"`
	Points     *float64       `json:"points"`
	Max        float64        `json:"max"`
	Expected   *float64       `json:"expected"`
	PointsLow  *float64       `json:"points_low"`
	PointsHigh *float64       `json:"points_high"`
	Losses     map[string]int `json:"losses"` // by reason
	CPU        float64        `json:"cpu"`
	LongestCPU float64        `json:"longest_cpu"`  // of a game
	OtherCPU   float64        `json:"opponent_cpu"` // of all games
	DrawsWon   int            `json:"draws_won"`    // drawn games, by the time left
	DrawsLost  int            `json:"draws_lost"`
	Duplicates int            `json:"duplicates"`
	Voids      int            `json:"voids"`
	Lost       float64        `json:"points_lost"` // to the stage's allowance of CPU time
}

func newGradeLine(out gradeResult) gradeLine {
	r := out.Report.Rubric
	got, _, expected := out.Report.Total()
	line := gradeLine{
		Agent: out.Agent, Rubric: r.Name, Points: got, Lost: out.Report.Lost(), Max: r.Max(), Playable: r.Playable(),
		Expected: expected.Value, Low: expected.Low, High: expected.High,
		MoveTime: r.Move.Seconds(), GameTime: r.Whole.Seconds(),
		Interrupted: out.Interrupted != "", Seed: out.Seed, Scale: out.Grading.Scale, Voids: out.Report.Voids(), Warnings: out.warnings(),
		Confinement: agent.Confinement(out.Agent),
	}
	line.CPU, line.CPUAllowed = out.Report.CPU()
	for _, s := range out.Report.Stages {
		line.Over = line.Over || s.Over()
		for _, row := range s.Rows {
			line.Opponents = append(line.Opponents, newGradeOpponentLine(s.Name, row))
		}
	}
	return line
}

func newGradeOpponentLine(stage string, row rubric.Row) gradeOpponentLine {
	res := row.Result
	won := res.Total().Rate()
	o := gradeOpponentLine{
		Opponent: row.Name, Stage: stage, Single: row.Single(), Missing: row.Missing(), Games: res.Total().Games(), Wins: res.Total().Wins,
		Low: won.Low, High: won.High, AsFirst: res.AsFirst, AsSecond: res.AsSecond, Max: row.Scale.Max(), Losses: losses(row),
		CPU: res.CPU[0], LongestCPU: row.Longest, OtherCPU: res.CPU[1], DrawsWon: row.OnTime.Wins, DrawsLost: row.OnTime.Losses,
		Duplicates: res.Duplicates, Voids: res.Voids,
	}
	if row.Played() {
		e := row.Another
		o.Rate, o.Points, o.Expected, o.PointsLow, o.PointsHigh = &won.Value, &row.Points, &e.Value, &e.Low, &e.High
		o.Lost = row.Lost
	}
	return o
}

// gradeResult is the result of a grading, ready to be printed.
type gradeResult struct {
	Agent       string
	Seed        uint64
	Grading     *rubric.Grading
	Report      *rubric.Report
	Interrupted string   // why it ended early, or ""
	Machines    []string // what makes it depend on the machines
}

func pointsEstimate(e stats.Estimate) string {
	return fmt.Sprintf("%s [%s, %s]", rubric.FormatPoints(e.Value), rubric.FormatPoints(e.Low), rubric.FormatPoints(e.High))
}

func gradeText(out gradeResult, width int) string {
	var b strings.Builder
	r := out.Report.Rubric
	fmt.Fprintf(&b, "%s under %s (%s)\n", term.OneLine(out.Agent), r.Name, r.Doc)
	sides := out.Grading.Game.Info().Sides
	const lost = 9
	t := term.NewTable("opponent", "games", "wins", "rate", "95 %", "as "+sides[0], "as "+sides[1], "points", "predicted", "lost by")
	t.Right(1, 2, 3, 4, 5, 6, 7, 8).Prose(lost)
	for _, s := range out.Report.Stages {
		for _, row := range s.Rows {
			t.Row(gradeRow(row)...)
		}
	}
	b.WriteString(t.Text(width))
	b.WriteString(totalText(out.Report))
	for _, s := range out.Report.Stages {
		if s.Used > 0 {
			fmt.Fprintf(&b, "%s: %.2f s of CPU of %g s allowed (%.1f %%)", s.Name, s.Used, s.Allowed, 100*s.Used/s.Allowed)
			if s.Over() {
				b.WriteString(": OVER, a grader stops there and gives no points for the stage")
				if lost := s.Lost(); lost > 0 {
					fmt.Fprintf(&b, ", and %s are lost", rubric.FormatPoints(lost))
				}
			}
			b.WriteByte('\n')
		}
		for _, row := range s.Rows {
			b.WriteString(clockText(r, row))
		}
	}
	for _, text := range out.warnings() {
		fmt.Fprintf(&b, "warning: %s\n", text)
	}
	return b.String()
}

func totalText(report *rubric.Report) string {
	r := report.Rubric
	got, most, another := report.Total()
	text := fmt.Sprintf("points %s of %s", rubric.FormatPoints(got), rubric.FormatPoints(most))
	switch {
	case most != r.Playable():
		text += fmt.Sprintf(" played (%s playable, %s in all)", rubric.FormatPoints(r.Playable()), rubric.FormatPoints(r.Max()))
	case most != r.Max():
		text += fmt.Sprintf(" playable (%s in all)", rubric.FormatPoints(r.Max()))
	}
	if most > 0 {
		text += fmt.Sprintf("\nanother grading: %s points, with 95 %% interval", pointsEstimate(another))
	}
	return text + "\n"
}

func gradeRow(row rubric.Row) []string {
	most := rubric.FormatPoints(row.Scale.Max())
	if row.Missing() {
		return []string{row.Name, "", "", "missing", "", "", "", "- of " + most}
	}
	if !row.Played() {
		return []string{row.Name, "0", "", "not played", "", "", "", "- of " + most}
	}
	res := row.Result
	won := res.Total().Rate()
	return []string{
		row.Name, fmt.Sprint(res.Total().Games()), fmt.Sprint(res.Total().Wins), share(won.Value), interval(won), rate(res.AsFirst), rate(res.AsSecond),
		pointsText(row), pointsEstimate(row.Another), lostBy(losses(row)),
	}
}

func pointsText(row rubric.Row) string {
	text := rubric.FormatPoints(row.Points) + " of " + rubric.FormatPoints(row.Scale.Max())
	if row.Lost > 0 {
		text += fmt.Sprintf(" (%s lost to time)", rubric.FormatPoints(row.Lost))
	}
	return text
}

// losses counts the lost games by reason.
func losses(row rubric.Row) map[string]int {
	reasons := map[string]int{}
	normal := row.Result.Total().Losses
	for reason, n := range row.Result.LostBy[0] {
		reasons[reason] = n
		normal -= n
	}
	if normal > 0 {
		reasons["normal"] = normal
	}
	return reasons
}

// clockText describes the clocks of whole games; "" if there are none.
func clockText(r rubric.Rubric, row rubric.Row) string {
	if r.Whole == 0 || row.Single() || !row.Played() {
		return ""
	}
	games := float64(row.Result.Total().Games())
	text := fmt.Sprintf("a game: %.2f s of CPU, %.2f s at most, of %g s; %s %.2f s", row.Result.CPU[0]/games, row.Longest, r.Whole.Seconds(), row.Name, row.Result.CPU[1]/games)
	if r.DrawsByTime {
		text += fmt.Sprintf("; drawn games, by the time left: %d won, %d lost", row.OnTime.Wins, row.OnTime.Losses)
	}
	return text + "\n"
}

// warnings lists what makes the points less reliable than they look.
func (out *gradeResult) warnings() []string {
	list, lower := append([]string{}, out.Machines...), []string{}
	report := out.Report
	r := report.Rubric
	full := r.Full()
	if r.Move < full.Move {
		lower = append(lower, fmt.Sprintf("%g s instead of %g s for a move", r.Move.Seconds(), full.Move.Seconds()))
	}
	if r.Whole < full.Whole {
		lower = append(lower, fmt.Sprintf("%g s instead of %g s for a game", r.Whole.Seconds(), full.Whole.Seconds()))
	}
	if len(lower) > 0 {
		list = append(list, "the limits are not the rubric's: "+strings.Join(lower, ", "))
	}
	for _, s := range report.Stages {
		for _, row := range s.Rows {
			if n := row.Result.Voids; n > 0 {
				list = append(list, arena.VoidWarning("void games against "+row.Name, n))
			}
			if n := row.Result.Duplicates; n > 0 {
				list = append(list, fmt.Sprintf("%d of %s against %s repeat an earlier game move by move: the intervals are too narrow",
					n, quantity.Of(row.Result.Total().Games(), "game"), row.Name))
			}
		}
	}
	return list
}
