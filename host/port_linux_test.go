package host

import (
	"os/exec"
	"testing"
	"time"
)

// connected starts a client of a port, a line of bash whose file 3 is the connection.
func connected(t *testing.T, command string) *Talk {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash, whose /dev/tcp the clients need")
	}
	if !confinesPort() {
		t.Skip("no namespaces: no program is kept to a port here")
	}
	talk, err := OpenTalk(Program{Dir: "testdata/program", Command: bash + " <<'end'\n" + command + "\nend", Port: true})
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
			answer, err := talk.Ask(t.Context(), []byte("question\n"), "\n", LimitCPU(10*time.Second))
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
			var talk *Talk
			err := unlessStarved(500*time.Millisecond, func(wall time.Duration) error {
				talk = connected(t, c.command)
				for range c.good {
					if _, err := talk.Ask(t.Context(), []byte("question\n"), "\n", LimitCPU(10*time.Second)); err != nil {
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
