package cluster_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fxamacker/cbor/v2"
	"github.com/nats-io/nats.go"

	"evolab/agent"
	"evolab/arena/cluster"
	"evolab/internal/longtest"
)

// usualCaps are those of evolve worker, but for smaller ones where a test waits.
func usualCaps() cluster.Caps {
	return cluster.Caps{MaxTable: 256, MaxDepth: 32, MaxNodes: 1_000_000_000, MaxWall: 120, MaxGame: 3600, MaxAgents: 1000, MaxMemory: 1024}
}

// hostileCoordinator is a coordinator that is written from the protocol alone.
type hostileCoordinator struct {
	t       *testing.T
	nc      *nats.Conn
	reports chan []any

	mu      sync.Mutex
	objects map[string][]byte
	fetched []string // what the workers have asked for that is no lineup
}

const hostileWork = "0123456789abcdef"

// newHostileCoordinator comes to a server with a worker, for the rest of the test.
func newHostileCoordinator(t *testing.T, w *cluster.Worker) *hostileCoordinator {
	t.Helper()
	s := start(t, t.TempDir())
	t.Cleanup(s.Close)
	pool := coordinate(t, s, cluster.Options{}) // makes the stream of results
	t.Cleanup(func() { _ = pool.Close(false) })
	hire(t, s.URL(), w)
	await(t, pool, 1)
	nc, err := s.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	c := &hostileCoordinator{t: t, nc: nc, reports: make(chan []any, 100), objects: map[string][]byte{}}
	for subject, handle := range map[string]nats.MsgHandler{"evolab.results." + hostileWork + ".*": c.read, "evolab.objects.evil": c.serve} {
		if _, err := nc.Subscribe(subject, handle); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func (c *hostileCoordinator) read(m *nats.Msg) {
	var report []any
	if err := cbor.Unmarshal(m.Data, &report); err == nil {
		c.reports <- report
	}
}

func (c *hostileCoordinator) serve(m *nats.Msg) {
	hash, _, _ := strings.Cut(string(m.Data), " ")
	c.mu.Lock()
	defer c.mu.Unlock()
	data, ok := c.objects[hash]
	if !ok {
		c.fetched = append(c.fetched, hash)
	}
	_ = c.nc.PublishMsg(&nats.Msg{Subject: m.Reply, Data: data, Header: nats.Header{"Evolab-Size": []string{strconv.Itoa(len(data))}}})
}

// put stores an object and returns its hash.
func (c *hostileCoordinator) put(data []byte) string {
	sum := sha256.Sum256(data)
	hash := hex.EncodeToString(sum[:])
	c.mu.Lock()
	defer c.mu.Unlock()
	c.objects[hash] = data
	return hash
}

// batch is a game of a lineup, with a limit on the time of a move.
func (c *hostileCoordinator) batch(lineup any, moveTime time.Duration) []byte {
	c.t.Helper()
	data, err := json.Marshal(lineup)
	if err != nil {
		c.t.Fatal(err)
	}
	game := []any{make([]byte, 16), "", "start", 0, 0, int64(moveTime), 0, 0, 1, false, false, false, []any{[]any{0, 0}, []any{0, 0}}, 0}
	text, err := cbor.Marshal([]any{"batch", "evil", hostileWork, c.put(data), []any{game}})
	if err != nil {
		c.t.Fatal(err)
	}
	return text
}

// answer is what a worker says about a batch that was sent to it.
func (c *hostileCoordinator) answer(to *cluster.Worker, batch []byte) (failed string, games int, refused bool) {
	c.t.Helper()
	if err := c.nc.Publish("evolab.jobs."+to.Name, batch); err != nil {
		c.t.Fatal(err)
	}
	const gamesField, failedField, refusedField = 4, 5, 8
	select {
	case r := <-c.reports:
		failed, _ = r[failedField].(string)
		refused, _ = r[refusedField].(bool)
		list, _ := r[gamesField].([]any)
		return failed, len(list), refused
	case <-time.After(20 * time.Second):
		c.t.Fatal("the worker does not answer")
	}
	return "", 0, false
}

type (
	wireLineup map[string]any
	wireAgent  map[string]any
)

// A worker refuses what its owner has not allowed, whatever a coordinator asks for and
// wherever it sends it, before it fetches anything of the agents.
func TestHostileCoordinator(t *testing.T) {
	t.Parallel()
	careful := &cluster.Worker{Name: "careful", Policy: cluster.Policy{Caps: usualCaps()}}
	evil := newHostileCoordinator(t, careful)
	nowhere := strings.Repeat("ab", 32) // an object that does not exist: who fetches it reports another error
	one := func(spec string) wireLineup {
		return wireLineup{"game": "littlego", "agents": []wireAgent{{"spec": spec}}}
	}
	bundle := func(spec string) wireLineup {
		return wireLineup{"game": "littlego", "agents": []wireAgent{{"spec": spec, "bundle": nowhere}}}
	}
	for _, c := range []struct {
		what   string
		lineup wireLineup
		move   time.Duration
		want   string
	}{
		{"a program", bundle(nowhere), 0, "it is a program (the worker runs none: --allow-exec)"},
		{"a program with a command", bundle("exec:dir=" + nowhere + ",cmd=touch /tmp/x"), 0, "--allow-exec"},
		{"a running program", bundle("lines:dir=" + nowhere + ",net=on,cmd=sh"), 0, "--allow-exec"},
		{"a program of this machine", one("exec:dir=/tmp,cmd=sh"), 0, "--allow-exec"},
		{"a command", wireLineup{"game": agent.RunnerGameName, "agents": []wireAgent{{"spec": "", "runner": map[string]string{"command": "touch /tmp/x"}}}}, 0, "it is a command (the worker runs none: --allow-exec)"},
		{"a path of this machine", one("/etc"), 0, "--allow-exec"},
		{"a program without confinement", wireLineup{"game": "littlego", "require": "none", "agents": []wireAgent{{"spec": nowhere, "bundle": nowhere}}}, 0, "--allow-exec"},
		{"a person", one("human"), 0, `"human" is a person`},
		{"a deep search", one("frozen:depth=60"), 0, "depth=60 (allowed: up to 32; --max-depth of the worker)"},
		{"a deep endgame", one("hand:depth=1,endgame_depth=60"), 0, "endgame_depth=60"},
		{"many nodes", one("frozen:nodes=1099511627776"), 0, "--max-nodes"},
		{"much time", one("frozen:time=100000"), 0, "time=100000 (allowed: up to 120; --max-wall of the worker)"},
		{"no number", one("frozen:time=nan"), 0, "time=nan"},
		{"endings of its own machine", one("frozen:depth=2,endings=5"), 0, "endings=5 (allowed on a worker: on, off, shipped)"},
		{"a large table", one("frozen:depth=2,table=4096"), 0, "table=4096 (allowed: up to 256; --max-table of the worker)"},
		{"2,000 agents", wireLineup{"game": "littlego", "agents": slices.Repeat([]wireAgent{{"spec": "frozen:table=4096"}}, 2000)}, 0, "2000 agents (allowed: up to 1000; --max-agents of the worker)"},
		{"a long move", one("random"), time.Hour, "a move time of 1h0m0s (allowed: up to 120 s; --max-wall of the worker)"},
	} {
		failed, games, refused := evil.answer(careful, evil.batch(c.lineup, c.move))
		if !refused || games != 0 || !strings.Contains(failed, c.want) {
			t.Errorf("%s: refused %t, %d games, %q\nwant %q", c.what, refused, games, failed, c.want)
		}
	}
	if len(evil.fetched) > 0 {
		t.Errorf("the worker fetched %v", evil.fetched)
	}
	if failed, games, _ := evil.answer(careful, evil.batch(one("random"), 0)); games != 1 {
		t.Errorf("what is allowed is not played: %s", failed)
	}
}

// A worker that runs programs still decides what they may do.
func TestHostileCoordinatorOfPrograms(t *testing.T) {
	t.Parallel()
	willing := &cluster.Worker{Name: "willing", Policy: cluster.Policy{Exec: true, Require: "limits", Caps: usualCaps()}}
	evil := newHostileCoordinator(t, willing)
	nowhere := strings.Repeat("ab", 32)
	for setting, want := range map[string]string{
		"net=on":      "net=on (the worker gives programs no network: --net)",
		"wall=100000": "wall=100000 (allowed: up to 120; --max-wall of the worker)",
		"wait=100000": "wait=100000 (allowed: up to 3600; --max-game of the worker)",
		"reuse=true":  "reuse=true (a program's folder is not kept",
		"reuse=1":     "reuse=1",
	} {
		lineup := wireLineup{"game": "littlego", "require": "none", "agents": []wireAgent{{"spec": "exec:dir=" + nowhere + "," + setting + ",cmd=sleep 1d", "bundle": nowhere}}}
		failed, games, refused := evil.answer(willing, evil.batch(lineup, 0))
		if !refused || games != 0 || !strings.Contains(failed, want) {
			t.Errorf("%s: refused %t, %d games, %q\nwant %q", setting, refused, games, failed, want)
		}
	}
}

// A game that goes on for ever ends at the worker's deadline: a program with its process,
// and a search with the worker, which starts anew.
func TestGamesHaveDeadlines(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{})
	defer pool.Close(false)
	caps := usualCaps()
	caps.MaxGame = .3
	hire(t, s.URL(), &cluster.Worker{Name: "short", Policy: cluster.Policy{Exec: true, Caps: caps}})
	r, jobs := match(t, 2, "random", "greedy")
	r.Agents[1] = open(t, &r, "exec:dir="+t.TempDir()+",cmd=sleep 1d")
	began := time.Now()
	_, err := pool.Run(t.Context(), r, jobs)
	if err == nil || !strings.Contains(err.Error(), "refuses these games: a game that takes more than 0.3 s (--max-game of the worker)") {
		t.Error(err)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}

// A search cannot be ended: its worker ends, to start anew.
func TestSearchPassesItsDeadline(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("a search of half a minute; run with -long")
	}
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{})
	defer pool.Close(false)
	caps := usualCaps()
	caps.MaxGame = .3
	ended := hire(t, s.URL(), &cluster.Worker{Name: "short", Policy: cluster.Policy{Caps: caps}})
	r, jobs := match(t, 2, "hand:nodes=40000000", "greedy")
	jobs[1].PlyCap = 1
	if _, err := pool.Run(t.Context(), r, jobs[1:]); err == nil || !strings.Contains(err.Error(), "takes more than 0.3 s") {
		t.Error(err)
	}
	if err := ended(); !errors.Is(err, cluster.ErrStuck) {
		t.Error(err)
	}
}

// What one worker refuses another one plays.
func TestRefusedGamesArePlayedElsewhere(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{})
	defer pool.Close(true)
	caps := usualCaps()
	caps.MaxDepth = 1
	hire(t, s.URL(), &cluster.Worker{Name: "shallow", Policy: cluster.Policy{Caps: caps}})
	hire(t, s.URL(), &cluster.Worker{Name: "deep", Policy: cluster.Policy{Caps: usualCaps()}})
	await(t, pool, 2)
	r, jobs := match(t, 40, "hand:depth=2", "greedy")
	records, err := pool.Run(t.Context(), r, jobs)
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range records {
		if !strings.HasPrefix(rec.By, "deep") {
			t.Errorf("game %d was played by %q", rec.Job, rec.By)
		}
	}
}

// Every setting of every agent is bounded by a worker, or known to cost nothing: a new
// one has to be put into one of the two lists.
func TestEverySettingIsBounded(t *testing.T) {
	for _, k := range agent.Kinds() {
		for _, key := range k.Keys() {
			if !cluster.KnowsSetting(key.Path) && key.Path != "weights" {
				t.Errorf("no worker plays %s:%s=...", k.Name, key.Path)
			}
		}
	}
}
