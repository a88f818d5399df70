package host

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// talking starts a program that keeps running, a line of shell.
func talking(t *testing.T, command string) *Dialogue {
	t.Helper()
	talk, err := OpenDialogue(Program{Dir: "testdata/program", Command: command})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := talk.Close(); err != nil {
			t.Error(err)
		}
	})
	return talk
}

func TestTalk(t *testing.T) {
	for _, c := range []struct {
		name, command string
		want          []string // answers to "1", "2", ...
	}{
		{"echo", `while read l; do echo "got $l"; done`, []string{"got 1", "got 2", "got 3"}},
		{"one process for all questions", `n=0; while read l; do n=$((n+1)); echo $n; done`, []string{"1", "2", "3"}},
		{"an answer in parts", `while read l; do printf "2"; sleep .02; printf ",3\n"; done`, []string{"2,3", "2,3"}},
		{"lines of Windows", `while read l; do printf 'x\r\n'; done`, []string{"x", "x"}},
		{"blank lines between answers", `while read l; do printf 'x\n\n\n'; done`, []string{"x", "x", "x"}},
		{"the folder's files", `while read l; do cat answer.txt; done`, []string{"2,3", "2,3"}},
		{"an answer and the end", "read l; echo last", []string{"last"}},
		{"as long as may be", `while read l; do head -c 4096 /dev/zero | tr '\0' x; echo; done`, []string{strings.Repeat("x", MaxOutput)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			talk := talking(t, c.command)
			for i, want := range c.want {
				answer, err := talk.Ask(t.Context(), "\n", LimitCPU(5*time.Second), fmt.Sprintln(i+1))
				if err != nil || string(answer.Output) != want {
					t.Fatalf("answer %d: %.40q, %v; want %.40q", i+1, answer.Output, err, want)
				}
			}
		})
	}
}

// Each message of a question can be read by itself; the pauses are not the program's time.
func TestMessagesAreReadOneByOne(t *testing.T) {
	const pause = 300 * time.Millisecond
	read := "$(dd bs=99 count=1 2>/dev/null)"
	talk, err := OpenDialogue(Program{Dir: "testdata/program", Command: "echo " + read + "," + read + "," + read, Pause: pause})
	if err != nil {
		t.Fatal(err)
	}
	defer talk.Close()
	answer, err := talk.Ask(t.Context(), "\n", LimitCPU(10*time.Second), "a\n", "b\n", "c\n")
	if err != nil || string(answer.Output) != "a,b,c" || answer.Idle >= pause {
		t.Errorf("%q, %v, %v of waiting", answer.Output, err, answer.Idle)
	}
}

// What had come of an answer is there although it is no answer.
func TestPartOfAnAnswer(t *testing.T) {
	answer, err := talking(t, "read l; printf 2,3; sleep 60").Ask(t.Context(), "\n", Limits{Wait: 300 * time.Millisecond, Wall: time.Minute}, "x\n")
	wantFailure(t, err, Time, "waiting for something")
	if string(answer.Output) != "2,3" {
		t.Errorf("%q", answer.Output)
	}
}

// askUntilItFails asks until the program fails: one that writes when it is not
// asked may only come to it after the next question, on a busy machine.
func askUntilItFails(t *testing.T, talk *Dialogue, limits Limits) error {
	t.Helper()
	for range 1000 {
		if _, err := talk.Ask(t.Context(), "\n", limits, "question\n"); err != nil {
			return err
		}
	}
	return nil
}

// Everything that a program can do wrong ends its game for a reason that says whose
// fault it is, and leaves nothing running: Close would wait for it.
func TestTalkFailures(t *testing.T) {
	quick := Limits{CPU: 200 * time.Millisecond, Wall: 500 * time.Millisecond}
	for _, c := range []struct {
		name, command, reason, detail string
		good                          int  // answers before the failure
		busy                          bool // it takes CPU time to fail
	}{
		{"no such program", "exec no-such-program", Crash, "not found", 0, false},
		{"ends at once", "exit 3", NoOutput, "it gave no answer, the program ended with exit status 3", 0, false},
		{"complains and ends", "read l; echo oops >&2; exit 1", NoOutput, "exit status 1: oops", 0, false},
		{"a signal", "read l; kill -SEGV $$", NoOutput, "segmentation fault", 0, false},
		{"ends between moves", "read l; echo x; exit 7", NoOutput, "exit status 7", 1, false},
		{"is killed between moves", "read l; echo x; kill -KILL $$", NoOutput, "killed", 1, false},
		{"part of a line and the end", "read l; printf 2,", NoOutput, "it gave no answer", 0, false},
		{"silence", "read l; sleep 60", Time, "killed after", 0, false},
		{"part of a line and silence", "read l; printf 2,; sleep 60", Time, "killed after", 0, false},
		{"a drip", "read l; while :; do printf x; sleep .01; done", Time, "killed after", 0, false},
		{"closes its output", "read l; exec 1>&-; sleep 60", NoOutput, "it closed its standard output without an answer", 0, false},
		{"a flood", "read l; yes | tr -d '\\n'", Malformed, "its answer does not end: yyyy", 0, false},
		{"an answer to the next question", "read l; printf 'x\\nearly\\n'; sleep 60", Malformed, "it wrote before it was asked: early", 1, false},
		{"a flood between moves", "read l; echo x; yes", Malformed, "it wrote before it was asked: y y", 1, false},
		{"thinks for ever", "read l; while :; do :; done", Time, "of CPU of 0.200 s allowed", 0, true},
		{"too many processes", "read l; echo x; for i in $(seq 300); do sleep 60 & done; wait", Crash, "", 1, true},
		{"escapes into a child", "read l; (while :; do :; done) & sleep 60", Time, "", 0, true},
		{"thinks while the other moves", "read l; echo x; while :; do :; done", Time, "of CPU", 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var talk *Dialogue
			err := unlessStarved(quick.Wall, func(wall time.Duration) error {
				talk = talking(t, c.command)
				for range c.good {
					if _, err := talk.Ask(t.Context(), "\n", LimitCPU(10*time.Second), "question\n"); err != nil {
						return err
					}
				}
				if c.good > 0 {
					time.Sleep(100 * time.Millisecond) // time for it to fail between moves
				}
				limits := Limits{CPU: quick.CPU, Wall: wall}
				if !c.busy || c.reason != Time {
					limits.CPU = 10 * time.Second // a drip and forks take some
				}
				if c.busy || c.reason != Time {
					limits.Wall = 2 * time.Minute // it fails earlier, once it has the core
				}
				return askUntilItFails(t, talk, limits)
			})
			var f *Failure
			if c.busy && c.reason == Crash && errors.As(err, &f) && f.Reason == NoOutput {
				c.reason = NoOutput // its shell noticed the limit first
			}
			wantFailure(t, err, c.reason, c.detail)
			if talk.Alive() {
				t.Error("it counts as alive")
			}
			if _, err := talk.Ask(t.Context(), "\n", quick, "again\n"); err == nil {
				t.Error("it answers after its failure")
			}
		})
	}
}

// What a program uses while it is not asked counts for its next answer.
func TestTalkChargesPonderingToTheNextMove(t *testing.T) {
	talk := talking(t, "read l; echo x; i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; read l; echo y")
	ask := func() time.Duration {
		answer, err := talk.Ask(t.Context(), "\n", LimitCPU(20*time.Second), "question\n")
		if err != nil {
			t.Fatal(err)
		}
		return answer.CPU
	}
	ask()
	time.Sleep(50 * time.Millisecond)
	second := ask()
	if second < 10*time.Millisecond {
		t.Errorf("the second answer is charged %v; 100,000 rounds of a loop take more", second)
	}
}

// Programs between games end when there are too many of them.
func TestParkedProgramsEnd(t *testing.T) {
	first := talking(t, "cat")
	KeepIdle(first)
	if !TakeIdle(first) || TakeIdle(first) {
		t.Error("a parked program resumes once")
	}
}

// connected starts a client of a port, a line of bash whose file 3 is the connection.
func connected(t *testing.T, command string) *Dialogue {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash, whose /dev/tcp the clients need")
	}
	if !confinesPort() {
		t.Skip("no namespaces: no program is kept to a port here")
	}
	talk, err := OpenDialogue(Program{Dir: "testdata/program", Command: bash + " <<'end'\n" + command + "\nend", Port: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := talk.Close(); err != nil {
			t.Error(err)
		}
	})
	return talk
}

// join connects file 3 to the lab's port.
const join = `exec 3<>/dev/tcp/127.0.0.1/$EVOLAB_PORT; `

// A program that connects is asked over the connection; what it prints is for people,
// and nothing else listens in its network.
func TestPort(t *testing.T) {
	for _, c := range []struct{ name, command, want string }{
		{"answers", join + `while read l <&3; do echo "noise"; echo "got $l" >&3; done`, "got question"},
		{"comes late", "sleep .1; " + join + `read l <&3; echo "late $l" >&3; sleep 60`, "late question"},
		{"comes twice", join + `exec 4<>/dev/tcp/127.0.0.1/$EVOLAB_PORT; [ $? = 0 ] && read l <&4; read l <&3; echo once >&3; sleep 60`, "once"},
		{"the usual port", join + "read l <&3; echo $EVOLAB_PORT >&3; sleep 60", "4705"},
		{"no other port", join + `read l <&3; (: <>/dev/tcp/127.0.0.1/4222) 2>/dev/null && echo reached >&3 || echo alone >&3; sleep 60`, "alone"},
		{"no other machine", join + `read l <&3; (: <>/dev/tcp/192.0.2.1/80) 2>/dev/null && echo reached >&3 || echo alone >&3; sleep 60`, "alone"},
	} {
		t.Run(c.name, func(t *testing.T) {
			talk := connected(t, c.command)
			answer, err := talk.Ask(t.Context(), "\n", LimitCPU(10*time.Second), "question\n")
			if err != nil || string(answer.Output) != c.want {
				t.Errorf("%.60q, %v; want %q", answer.Output, err, c.want)
			}
		})
	}
}

// What a client can do wrong ends its game, for a reason that says what it was.
func TestPortFailures(t *testing.T) {
	for _, c := range []struct {
		name, command, reason, detail string
		good                          int  // answers before the failure
		busy                          bool // it takes CPU time to fail
	}{
		{"never comes", "sleep 60", Time, "killed after", 0, false},
		{"never comes, and computes", "while :; do :; done", Time, "", 0, true},
		{"ends instead", "echo no server >&2; exit 3", NoOutput, "exit status 3: no server", 0, false},
		{"comes and is silent", join + "sleep 60", Time, "killed after", 0, false},
		{"comes and goes", join + "exec 3>&-; sleep 60", NoOutput, "it closed its connection without an answer", 0, false},
		{"comes and dies", join + "read l <&3; kill -KILL $$", NoOutput, "exit status 137", 0, false},
		{"dies between moves", join + "read l <&3; echo x >&3; exit 7", NoOutput, "exit status 7", 1, false},
		{"part of a line", join + "read l <&3; printf '[8:' >&3; sleep 60", Time, "", 0, false},
		{"talks before its turn", join + "read l <&3; printf 'x\\nearly\\n' >&3; sleep 60", Malformed, "it wrote before it was asked: early", 1, false},
		{"a flood", join + "read l <&3; yes | tr -d '\\n' >&3", Malformed, "its answer does not end: yyyy", 0, false},
		{"a flood between moves", join + "read l <&3; echo x >&3; yes >&3", Malformed, "it wrote before it was asked", 1, false},
		{"thinks while the other moves", join + "read l <&3; echo x >&3; while :; do :; done", Time, "of CPU", 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var talk *Dialogue
			err := unlessStarved(500*time.Millisecond, func(wall time.Duration) error {
				talk = connected(t, c.command)
				for range c.good {
					if _, err := talk.Ask(t.Context(), "\n", LimitCPU(10*time.Second), "question\n"); err != nil {
						return err
					}
					time.Sleep(100 * time.Millisecond) // time for it to fail between moves
				}
				limits := Limits{CPU: 5 * time.Second, Wall: 2 * time.Minute}
				switch {
				case c.busy:
					limits.CPU = 200 * time.Millisecond
				case c.reason == Time:
					limits.Wall = wall
				}
				return askUntilItFails(t, talk, limits)
			})
			wantFailure(t, err, c.reason, c.detail)
			if talk.Alive() {
				t.Error("it counts as alive")
			}
		})
	}
}

// Where nothing keeps a program to a port, it is refused unless it has the network.
func TestPortNeedsNamespaces(t *testing.T) {
	for _, c := range []struct{ confined, net, fits bool }{{true, false, true}, {false, false, false}, {false, true, true}} {
		p := Program{Grants: Grants{Net: c.net}}
		if err := p.checkPort(c.confined); (err == nil) != c.fits {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
