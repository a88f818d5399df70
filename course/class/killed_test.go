//go:build unix

package class

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/course/rubric"
)

var long = flag.Bool("long", false, "also grade a class of forty, killed three times and undisturbed (about half an hour on two idle cores)")

// ordered is a grading by a process of its own, which can be killed.
type ordered struct {
	Folder, Out string
	Opponents   int // of the rubric; 0: all
	Games       int
	Examined    bool // examinations are there already
}

// orderName is the variable of the environment with a process's order.
const orderName = "EVOLAB_TEST_CLASS"

// obey carries out the order of a process that was started to grade a class.
func obey(text string) error {
	var o ordered
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return err
	}
	r, err := rubric.Find("usc-2023")
	if err != nil {
		return err
	}
	if o.Opponents > 0 {
		r.Stages = r.Stages[:1]
		r.Stages[0].Opponents = r.Stages[0].Opponents[:o.Opponents]
	}
	g, err := agent.FindGame(r.Game)
	if err != nil {
		return err
	}
	_, err = Grade(context.Background(), Options{
		Folder: o.Folder, Out: o.Out, Grading: rubric.Grading{Rubric: r, Game: g, Seed: 1, Scale: 1, Games: o.Games},
		Resume: true, Jobs: 2, Programs: agent.Unannounced(), Pool: arena.Cores{Workers: 2}, Watch: said{},
	})
	return err
}

// said prints what is expected, for people who run the tests.
type said struct{}

func (said) Begin(what string, n int, unit string) { fmt.Println(what, n, unit) }
func (said) Add(int)                               {}
func (said) Expect(left, all int, time time.Duration) {
	fmt.Println(left, "of", all, "games, expected to take", time)
}

// start begins a grading in a process.
func (o ordered) start(t *testing.T) *exec.Cmd {
	t.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), orderName+"="+string(text), "EVOLAB_SECRET="+marker)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// progress is how many examinations and games a results folder holds.
func (o ordered) progress() int {
	exams, _ := os.ReadDir(filepath.Join(o.Out, examFolder))
	games, _ := os.ReadFile(filepath.Join(o.Out, journalFile))
	return len(exams) + bytes.Count(games, []byte("\n"))
}

// killed lets a grading begin, and kills it once it has got so far.
func (o ordered) killed(t *testing.T, after int) {
	t.Helper()
	cmd := o.start(t)
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for o.progress() < after {
		select {
		case err := <-ended:
			t.Fatalf("it ended before it could be killed: %v", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-ended
}

// undisturbed grades to the end.
func (o ordered) undisturbed(t *testing.T) {
	t.Helper()
	began := time.Now()
	cmd := o.start(t)
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%v, %v of CPU", time.Since(began).Round(time.Second), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
}

// alike grades a class undisturbed, and again with kills, and wants the same table. It
// returns the results of the second.
func (y *yard) alike(o ordered, kills ...int) string {
	y.Helper()
	before := state(y.T, y.dir)
	o.Folder, o.Out = y.dir, filepath.Join(y.TempDir(), "killed")
	if o.Examined {
		examined(y.T, o.Folder, o.Out)
	}
	for _, after := range kills {
		o.killed(y.T, after)
	}
	o.undisturbed(y.T)
	second := o.Out
	o.Out = filepath.Join(y.TempDir(), "whole")
	if o.Examined {
		examined(y.T, o.Folder, o.Out)
	}
	o.undisturbed(y.T)
	if a, b := read(y.T, o.Out, GradebookFile), read(y.T, second, GradebookFile); a != b {
		y.Errorf("undisturbed:\n%s\nkilled %d times:\n%s", a, len(kills), b)
	}
	if a, b := games(y.T, o.Out), games(y.T, second); a != b {
		y.Errorf("undisturbed:\n%s\nkilled %d times:\n%s", a, len(kills), b)
	}
	if after := state(y.T, y.dir); before != after {
		y.Errorf("submissions have changed:\n%s\nwere\n%s", after, before)
	}
	y.gone()
	y.quiet(second)
	return second
}
