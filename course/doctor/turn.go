package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/course"
	"evolab/game"
	"evolab/host"
	"evolab/host/compile"
	"evolab/protocol/checkers"
	"evolab/protocol/halma"
	"evolab/protocol/littlego"
)

// turn is a ply that the program played.
type turn struct {
	where    string // the name of the check
	input    []byte
	output   []byte
	move     string // "" if output.txt holds none
	tidy     string // output.txt as the assignment describes it, by the same route
	cpu      time.Duration
	waited   time.Duration // not for a core
	exit     int           // -1: it was ended
	stdout   string
	stderr   string
	left     string        // names of processes that it left running
	forced   bool          // there was one legal move
	overtime bool          // a limit of time ended it
	limit    time.Duration // of CPU time, as input.txt stated it
}

// withFiles adds the files of the turn to a finding.
func (t *turn) withFiles(f finding) finding {
	f.input, f.output = string(t.input), string(t.output)
	return f
}

// question is a ply that the program has to play.
type question struct {
	where   string
	board   agent.Board
	newline bool // input.txt ends with a newline
	opens   bool // the program's first move in a game
	clock   agent.Clock
	waited  time.Duration // in the game so far
}

// clock is that of a single move, or of a move with this time left in its game.
func (e *exam) clock(single bool, left time.Duration) agent.Clock {
	if single || e.Year.Whole == 0 {
		return agent.Clock{Move: e.Year.Move}
	}
	return agent.Clock{Left: max(left, time.Millisecond)}
}

// ask lets the program play one ply. The move can be played unless the finding is a
// failure or void.
func (e *exam) ask(ctx context.Context, f *folder, q question) (game.Move, finding) {
	t := turn{where: q.where, limit: max(q.clock.Move, q.clock.Left), forced: isForced(q.board)}
	var err error
	if t.input, _, err = q.board.FileInput(q.clock); err != nil {
		return 0, e.fail(err)
	}
	if q.newline {
		t.input = append(t.input, '\n')
	}
	e.trace = f.Temp()
	e.removeTraces()
	limits, waits := host.LimitCPU(e.allowed(t.limit)), agent.NewWaitBudget()
	limits.Wait = waits.Left(q.waited)
	if e.Patience > 0 {
		limits.CPU, limits.Wait = min(limits.CPU, e.Patience), min(limits.Wait, e.Patience)
	}
	answer, err := e.Options.ask(f, ctx, t.input, limits)
	t.output, t.cpu, t.waited, t.stderr = answer.Output, answer.CPU, answer.Idle, answer.Stderr
	e.memory = max(e.memory, answer.Memory)
	t.exit, t.stdout, t.left = e.exitCode(), e.readTrace("stdout"), strings.TrimSpace(e.readTrace("left"))
	var failed *host.Failure
	if errors.As(err, &failed) && failed.Reason == host.Void {
		return 0, void(failed.Detail) // says nothing about the program: not a turn
	}
	defer func() {
		e.turns = append(e.turns, t)
		e.plan.observe(q.opens, t.limit, t.cpu)
		if p := e.plan; e.Watch != nil {
			e.Watch(Progress{Done: p.plies, Plies: p.expected(), Plan: p.describe()})
		}
	}()
	if t.cpu > t.limit && (failed == nil || failed.Reason == host.Time) { // also of a ply that was allowed more
		failed = &host.Failure{Reason: host.Time, Detail: fmt.Sprintf("used %.3f s of CPU of %.3f s allowed", t.cpu.Seconds(), t.limit.Seconds())}
	}
	if failed != nil && failed.Reason == host.Time && e.Patience > 0 && (answer.Idle >= e.Patience || e.Patience <= t.cpu && t.cpu <= t.limit) {
		return 0, late(fmt.Sprintf("not checked: no answer after %.1f s, of %g s allowed: only games wait for it", max(t.cpu, answer.Idle).Seconds(), t.limit.Seconds()))
	}
	if failed != nil && failed.Reason == host.Time {
		t.overtime = true
		if lost := waits.Exceeded(q.waited + answer.Idle); lost != nil {
			failed.Detail = lost.Detail
		}
	}
	if failed != nil {
		return 0, e.lost(&t, failed.Reason, failed.Detail, e.printedMove(&t, q.board, failed))
	}
	if err != nil {
		return 0, e.fail(err)
	}
	return e.readAnswer(&t, q.board)
}

// lost is the finding on a turn by which the program would have lost its game, in the
// words of a grading.
func (e *exam) lost(t *turn, reason, detail, note string) finding {
	unopened := course.Unopened(t.stdout) // which a grading does not keep
	e.unopened = cmp.Or(e.unopened, unopened)
	cause := course.CauseOfLoss(reason, detail, t.stderr).ForWant(unopened)
	return t.withFiles(wrong(cause.Verdict, cause.Text+note))
}

// isForced reports whether a position has one legal move.
func isForced(b agent.Board) bool { return len(b.Moves(nil)) == 1 }

// allowed is the time after which a ply is ended. The first one of a game without a clock
// may take a little more than its limit, so that the report can say how much it needs.
func (e *exam) allowed(limit time.Duration) time.Duration {
	const slightly = 4 // a quarter more
	if len(e.turns) > 0 || e.Course.GameClock() > 0 {
		return limit
	}
	return limit + limit/slightly
}

// printedMove notes a move that the program has printed instead of writing it; "" for none.
func (e *exam) printedMove(t *turn, b agent.Board, failed *host.Failure) string {
	if failed.Reason != host.NoOutput {
		return ""
	}
	if _, err := b.FileMove([]byte(strings.TrimSpace(t.stdout))); err != nil {
		return ""
	}
	e.printed = compile.OneLine(t.stdout, 40)
	return fmt.Sprintf("; it printed %q, which belongs in output.txt", e.printed)
}

// readAnswer reads the answer and checks that the move is legal.
func (e *exam) readAnswer(t *turn, b agent.Board) (game.Move, finding) {
	m, err := b.FileMove(t.output)
	if err != nil {
		return 0, e.lost(t, reasonOf(err), err.Error(), "")
	}
	text := b.FormatMove(m)
	t.move, t.tidy = text, string(b.FileTidy(t.output))
	if !agent.Legal(b, m) {
		return 0, e.lost(t, arena.Illegal, fmt.Sprintf("%s is not legal: %s", text, b.Broken(m)), "")
	}
	e.answers++
	if e.givesUp(b, m) {
		return m, t.withFiles(risky(text + " ends the game at once, and loses it, while other moves are there"))
	}
	return m, fine(text)
}

// reasonOf is how an answer loses a game that is no move, or a move of no board.
func reasonOf(err error) string {
	for _, nowhere := range []error{littlego.ErrOffBoard, checkers.ErrNowhere, halma.ErrIllegal} {
		if errors.Is(err, nowhere) {
			return arena.Illegal
		}
	}
	return arena.Malformed
}

// givesUp reports whether a move is a pass that ends the game early and loses it.
func (e *exam) givesUp(b agent.Board, m game.Move) bool {
	if !b.IsPass(m) || len(b.Moves(nil)) == 1 || b.PliesLeft() <= 1 {
		return false
	}
	after, err := e.game.Board("", b.Position())
	if err != nil {
		e.fail(err)
		return false
	}
	side := b.Turn()
	after.Play(m)
	return after.Outcome().Result == game.Win(side.Other())
}

// folder is a scratch folder in which the program plays.
type folder struct {
	*host.Session
	exam   *exam
	before map[string]fs.FileInfo // its files when it was opened
}

// open gives the program a fresh folder, as a host does for a game.
func (e *exam) open() (*folder, error) {
	s, err := host.Open(host.Program{Dir: e.copy, Command: e.watchedCommand(), Grants: e.Grants})
	if err != nil {
		return nil, err
	}
	f := &folder{Session: s, exam: e}
	if f.before, err = f.files(); err == nil {
		err = s.Begin()
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return f, nil
}

// close records what the program wrote and removes the folder.
func (f *folder) close() {
	f.recordFiles()
	if err := f.Session.Close(); err != nil {
		f.exam.fail(err)
	}
}

// recordFiles records the names of files that are new in the folder, or were written anew.
func (f *folder) recordFiles() {
	now, err := f.files()
	if err != nil {
		f.exam.fail(err)
		return
	}
	for _, name := range slices.Sorted(maps.Keys(now)) {
		before, known := f.before[name]
		if name == "input.txt" || name == "output.txt" || known && (before.IsDir() || before.ModTime().Equal(now[name].ModTime())) {
			continue
		}
		if _, known := f.before[path.Dir(name)]; !known { // of a new folder, which says enough
			continue
		}
		if now[name].IsDir() {
			name += "/"
		}
		f.exam.written = appendUnique(f.exam.written, name)
	}
}

// files are the files and folders in the folder, by their paths below it.
func (f *folder) files() (map[string]fs.FileInfo, error) {
	const most = 10_000
	list := map[string]fs.FileInfo{}
	below := os.DirFS(f.Dir())
	err := fs.WalkDir(below, ".", func(name string, d fs.DirEntry, err error) error {
		if name == "." && err != nil {
			return err
		}
		if len(list) == most {
			return fs.SkipAll
		}
		if info, err := d.Info(); err == nil {
			list[name] = info
		}
		return nil
	})
	return list, err
}

// watchedCommand is the shell command that runs the program and records, outside its
// folder, what it prints, its exit code, and (where there is /proc) which processes run
// on in its folder. A signal ends a program that fills the disk.
func (e *exam) watchedCommand() string {
	return fmt.Sprintf(`ulimit -f 131072 2>/dev/null
{ %s
} >%s
code=$?
echo $code >%s
for p in /proc/[0-9]*; do
  case $p in /proc/$$|/proc/$PPID) continue;; esac
  [ "$p/cwd" -ef . ] && read -r name <"$p/comm" && echo "$name"
done >%s 2>/dev/null
exit $code`, e.command, traceFile("stdout"), traceFile("exit"), traceFile("left"))
}

// traceFile is the path of a trace, quoted for the shell. Traces are in the program's
// folder for temporary files, the only other one that it can write to.
func traceFile(name string) string { return `"$TMPDIR"/` + compile.Quote("doctor-"+name) }

func (e *exam) removeTraces() {
	for _, name := range []string{"stdout", "exit", "left"} {
		os.RemoveAll(filepath.Join(e.trace, "doctor-"+name))
	}
}

// readTrace returns the first kilobytes of a trace.
func (e *exam) readTrace(name string) string { return compile.ReadHead(e.trace, "doctor-"+name) }

// exitCode returns the program's exit code, or -1 if it was ended.
func (e *exam) exitCode() int {
	code, err := strconv.Atoi(strings.TrimSpace(e.readTrace("exit")))
	if err != nil {
		return -1
	}
	return code
}
