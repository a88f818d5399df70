package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
	"evolab/game/littlego"
	"evolab/host"
	"evolab/internal/longtest"
	protocol "evolab/protocol/littlego"
)

const asAgent = "EVOLAB_TEST_AS_AGENT"

// TestMain makes the test binary the agent when a host starts it.
func TestMain(m *testing.M) {
	host.Supervise()
	if os.Getenv(asAgent) != "" {
		main()
	}
	os.Exit(m.Run())
}

// runAgent starts the test binary as an agent. With -race it would sleep for a
// second at its end.
const runAgent = asAgent + "=1 GORACE=atexit_sleep_ms=0 ./my_player.test "

// agentFolder is a folder with this test binary: programs see nothing of the lab
// but their own folder.
func agentFolder(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "my_player.test"), data, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func openAgent(t *testing.T, args string) *host.Session {
	t.Helper()
	s, err := host.Open(host.Program{Dir: agentFolder(t), Command: runAgent + args})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// budgets are games with a time for each move or for the game; cap is the number
// of plies, 0 for whole games.
type budgets struct {
	move, game float64 // seconds
	games, cap int
}

// few are for every run of the tests, all for each game of -long.
var (
	few = []budgets{{.2, 0, 2, 2}, {0, 1, 2, 8}}
	all = []budgets{
		{.01, 0, 50, 0}, {.03, 0, 2, 10}, {.1, 0, 6, 0}, {.1, 0, 4, 20}, {1, 0, 2, 20}, {30, 0, 2, 2},
		{0, 1, 30, 0}, {0, 10, 4, 0}, {0, 100, 2, 24},
	}
)

// The games whose input tells the time: legal moves within it, whether it is for
// one move or for a game.
func TestTimedGamesByProcesses(t *testing.T) {
	table := few
	if longtest.Enabled() {
		table = all
	}
	for _, name := range []string{"checkers", "halma"} {
		g, err := agent.FindGame(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) {
			for _, b := range table {
				playBudget(t, g, b)
			}
		})
	}
}

func playBudget(t *testing.T, g agent.Game, b budgets) {
	seconds := func(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
	match := arena.Match{
		Games: b.games, Seed: 1, Limits: arena.Limits{Move: seconds(b.move), Game: seconds(b.game)}, PlyCap: b.cap, OpeningPlies: 2,
	}
	jobs, err := match.Jobs(g, 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	most := 0.0
	games := arena.Round{
		Game: g, Agents: []agent.Agent{patient{processAgent(t, g)}, builtin(t, g, "random")},
		Ply: func(p arena.Ply) { most = max(most, p.CPU.Seconds()) },
	}
	records, err := arena.Cores{Workers: 1}.Run(t.Context(), games, jobs)
	if err != nil {
		t.Fatal(err)
	}
	plies, lost, longest := 0, 0, 0.0
	for i, r := range records {
		switch r.Reason {
		case arena.Normal, arena.PlyLimit, arena.NoProgress, arena.Repetition:
		default:
			lost++
			t.Errorf("%s: %+v: %s: %s", g.Info().Name, b, r.Reason, r.Failure)
		}
		me := 0
		if jobs[i].First != 0 {
			me = 1
		}
		plies, longest = plies+r.Plies, max(longest, r.CPU[me])
		if r.Stderr[me] != "" {
			t.Errorf("%s: %+v: the agent complains: %s", g.Info().Name, b, r.Stderr[me])
		}
	}
	t.Logf("%s: %+v: %d games, %d plies, %d lost by their own doing; %.3f s for a move at most, %.3f s for a game",
		g.Info().Name, b, len(records), plies, lost, most, longest)
}

// processAgent is this test binary as a program of a game.
func processAgent(t *testing.T, g agent.Game) agent.Agent {
	t.Helper()
	return builtin(t, g, "exec:dir="+agentFolder(t)+",wall=3600,cmd="+runAgent)
}

// patient asks an agent again whose answer was late. A busy machine now and then charges a
// process for milliseconds that others have had, for seconds on end; a program that takes
// too long does so each time.
type patient struct{ agent.Agent }

type patientPlayer struct{ agent.Player }

func (a patient) Player(seed uint64) (agent.Player, error) {
	p, err := a.Agent.Player(seed)
	return patientPlayer{p}, err
}

func (p patientPlayer) Choose(ctx context.Context, b agent.Board, c agent.Clock) (agent.Choice, error) {
	const most = 6
	for asked := 1; ; asked++ {
		choice, err := p.Player.Choose(ctx, b, c)
		var lost *agent.Forfeit
		if !errors.As(err, &lost) || lost.Reason != host.Time || asked == most {
			return choice, err
		}
		time.Sleep(time.Duration(asked) * time.Second)
	}
}

func builtin(t *testing.T, g agent.Game, text string) agent.Agent {
	t.Helper()
	spec, err := agent.ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := g.Agent(spec, agent.Env{Programs: agent.Unannounced()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// The beginning of a game of processes, as graders play it: within the time,
// with legal moves, and without a word on standard error.
func TestAGameByProcesses(t *testing.T) {
	const budget = 60 * time.Millisecond
	session := openAgent(t, "-time 0.06")
	for _, side := range []game.Side{game.First, game.Second} {
		s, err := littlego.Start("")
		if err != nil {
			t.Fatal(err)
		}
		for s.Ply() < 8 {
			m := s.Moves(nil)[0]
			if s.Turn() == side {
				answer, err := session.Ask(t.Context(), protocol.AppendInput(nil, protocol.InputOf(&s)), host.LimitCPU(10*time.Second))
				if err != nil || answer.Stderr != "" {
					t.Fatalf("ply %d: %v\n%s", s.Ply(), err, answer.Stderr)
				}
				// The shell, the kernel's part in ending the process and the
				// detector of races are not the agent's, and a busy machine
				// makes all of them slower.
				if answer.CPU > budget+200*time.Millisecond {
					t.Errorf("ply %d: %v of CPU", s.Ply(), answer.CPU)
				}
				if m, err = protocol.ParseOutput(answer.Output); err != nil || !slices.Contains(s.Moves(nil), m) {
					t.Fatalf("ply %d: %q, %v", s.Ply(), answer.Output, err)
				}
			}
			s.Play(m, &s)
		}
	}
}

func TestFlags(t *testing.T) {
	for args, want := range map[string]string{
		"-time 0": "my_player.test: -time 0 (allowed: 0.001..3600)\n", "-time NaN": "-time NaN (allowed", "-time x": `invalid value "x"`,
		"-depth 3": "flag provided but not defined: -depth", "input.txt": `my_player.test: unexpected argument "input.txt"`, "-time -1": "-time -1 (allowed",
	} {
		answer, err := openAgent(t, args+"; echo $? >&2").Ask(t.Context(), nil, host.Limits{})
		if err == nil || !strings.Contains(answer.Stderr, want) || !strings.HasSuffix(answer.Stderr, "\n2\n") {
			t.Errorf("%s: %v, message:\n%s\nwant ...%s... and exit code 2", args, err, answer.Stderr, want)
		}
	}
}

// What is shipped has to run, and later to be translated, without the lab.
func TestOnlyTheAgentIsLinked(t *testing.T) {
	allowed := []string{"cmd/my_player", "ship/player", "game", "features", "search", "protocol", "agent/frozen", "internal/float"}
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	linked := strings.Fields(string(out))
	if !slices.Contains(linked, "evolab/search") {
		t.Errorf("the search is missing among %v", linked)
	}
	for _, p := range linked {
		inside := func(root string) bool {
			return path.Join("evolab", root) == p || strings.HasPrefix(p, "evolab/"+root+"/")
		}
		if !slices.ContainsFunc(allowed, inside) {
			t.Errorf("%s is linked", p)
		}
	}
}
