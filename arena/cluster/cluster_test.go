package cluster_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/cluster"
	"evolab/arena/cluster/server"
	"evolab/host/compile"
	"evolab/internal/tooltest"
)

// identity is that of the programs of these tests.
func identity() cluster.Identity { return cluster.Identity{Version: "test", Rules: "r", Bench: 7} }

const token = "open sesame"

// start runs a server.
func start(t testing.TB, store string) *server.Server {
	t.Helper()
	s, err := server.Start(server.Options{Host: "127.0.0.1", Store: store, Token: token})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// coordinate opens a pool.
func coordinate(t testing.TB, s *server.Server, o cluster.Options) *cluster.Pool {
	t.Helper()
	return coordinateOver(t, func(string, ...nats.Option) (*nats.Conn, error) { return s.Connect() }, o)
}

// coordinateOver opens a pool on any server.
func coordinateOver(t testing.TB, connect func(name string, more ...nats.Option) (*nats.Conn, error), o cluster.Options) *cluster.Pool {
	t.Helper()
	nc, err := connect("coordinator")
	if err != nil {
		t.Fatal(err)
	}
	o.Identity, o.Home = identity(), "home"
	if o.Note == nil {
		o.Note = func(text string) { t.Log(text) }
	}
	p, err := cluster.Open(t.Context(), nc, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// hire lets a worker serve until leave is called, over the network.
func hire(t testing.TB, url string, w *cluster.Worker) (leave func() error) {
	t.Helper()
	endpoint := cluster.Endpoint{URL: url, Token: token}
	nc, err := endpoint.Connect(w.Name)
	if err != nil {
		t.Fatal(err)
	}
	if w.Identity == (cluster.Identity{}) {
		w.Identity = identity()
	}
	if w.Cores == 0 {
		w.Cores = 1
	}
	w.Games = agent.Games()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Serve(ctx, nc) }()
	var once sync.Once
	var result error
	leave = func() error {
		once.Do(func() {
			stop()
			result = <-ended
			nc.Close()
		})
		return result
	}
	t.Cleanup(func() { _ = leave() })
	return leave
}

// notes gathers what a coordinator says.
type notes struct {
	mu   sync.Mutex
	list []string
}

func (n *notes) add(text string) { n.mu.Lock(); defer n.mu.Unlock(); n.list = append(n.list, text) }

func (n *notes) has(text string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return strings.Contains(strings.Join(n.list, "\n"), text)
}

// match is a round of games, and its jobs.
func match(t testing.TB, games int, specs ...string) (arena.Round, []arena.Job) {
	t.Helper()
	g, err := agent.FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	r := arena.Round{Game: g, Of: "a match"}
	for _, text := range specs {
		r.Agents = append(r.Agents, open(t, &r, text))
	}
	jobs, err := arena.Match{Games: games, OpeningPlies: 3, Seed: 5, OwnSeeds: true}.Jobs(g, 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	jobs[1].Keep = true
	return r, jobs
}

// alike are records without what depends on time and place.
func alike(list []arena.Record) []arena.Record {
	var same []arena.Record
	for _, r := range list {
		r.CPU, r.By, r.Word = [2]float64{}, "", ""
		same = append(same, r)
	}
	return same
}

// Workers play the records that this machine's cores do, and a watcher sees the same
// positions.
func TestWorkersPlayTheSameGames(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{Sample: .2})
	for _, name := range []string{"ann", "bob", "cid"} {
		hire(t, s.URL(), &cluster.Worker{Name: name})
	}
	r, jobs := match(t, 60, "hand:depth=1,ties=random", "alphabeta")
	see := func(r arena.Round, pool arena.Pool) ([]arena.Record, map[int]string) {
		var mu sync.Mutex
		seen, done := map[int]string{}, 0
		r.Ply = func(p arena.Ply) {
			mu.Lock()
			defer mu.Unlock()
			seen[p.Job.ID] += p.Move + " " + p.Board.Position() + "\n"
		}
		r.Done = func(arena.Record) {
			mu.Lock()
			defer mu.Unlock()
			done++
		}
		records, err := pool.Run(t.Context(), r, jobs)
		if err != nil || done != len(jobs) {
			t.Fatalf("%d done: %v", done, err)
		}
		return alike(records), seen
	}
	want, plies := see(r, arena.Cores{Workers: 1})
	got, seen := see(r, pool)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("other records: %v\nwant %v", got, want)
	}
	if !reflect.DeepEqual(seen, plies) {
		t.Error("a watcher sees other games")
	}
	if err := pool.Close(true); err != nil {
		t.Error(err)
	}
}

// What a coordinator leaves when it ends, and the server with it, the next one does
// not have played again.
func TestFinishedGamesAreNotPlayedAgain(t *testing.T) {
	store := t.TempDir()
	r, jobs := match(t, 40, "random", "greedy")
	var games atomic.Int64
	life := func(stopAfter int) ([]arena.Record, error) {
		s := start(t, store)
		defer s.Close()
		pool := coordinate(t, s, cluster.Options{})
		defer pool.Close(false)
		leave := hire(t, s.URL(), &cluster.Worker{Name: "ann", Play: func(_ context.Context, n int) error {
			games.Add(int64(n))
			time.Sleep(time.Millisecond)
			return nil
		}})
		defer leave()
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		done := 0
		r := r
		r.Done = func(arena.Record) {
			if done++; done == stopAfter {
				stop()
			}
		}
		return pool.Run(ctx, r, jobs)
	}
	if _, err := life(15); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	first := games.Load()
	records, err := life(-1)
	if err != nil || len(records) != len(jobs) {
		t.Fatal(err)
	}
	if all := games.Load(); first < 15 || all > int64(len(jobs)+len(jobs)/4) { // a batch could be under way
		t.Errorf("%d games, then %d of %d", first, all-first, len(jobs))
	}
}

// brokenGame is a game that cannot be played on this machine.
type brokenGame struct{ agent.Game }

func (brokenGame) Board(_, _ string) (agent.Board, error) {
	return nil, errors.New("there is no board")
}

// A game that fails wherever it is tried, on this machine at last, is named with the causes,
// and ends the work.
func TestGameThatNobodyCanPlay(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{})
	defer pool.Close(false)
	hire(t, s.URL(), &cluster.Worker{Name: "ann", Play: func(context.Context, int) error { return errors.New("the board is on fire") }})
	r, jobs := match(t, 2, "random", "greedy")
	r.Game = brokenGame{r.Game}
	_, err := pool.Run(t.Context(), r, jobs[1:])
	if err == nil {
		t.Fatal("it was played")
	}
	for _, want := range []string{"game 1 (greedy against random from", "tried 2 times", "the board is on fire on ann", "; there is no board on this machine"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v: no %q", err, want)
		}
	}
}

// Programs that differ refuse each other, and say in what.
func TestOtherProgramsAreRefused(t *testing.T) {
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{})
	defer pool.Close(false)
	other := identity()
	other.Version, other.Bench = "older", 8
	endpoint := cluster.Endpoint{URL: s.URL(), Token: token}
	nc, err := endpoint.Connect("old")
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	w := cluster.Worker{Name: "old", Cores: 1, Identity: other, Games: agent.Games()}
	err = w.Serve(t.Context(), nc)
	if !errors.Is(err, cluster.ErrOtherProgram) || !strings.Contains(err.Error(), "version older here, test there; bench count 8 here, 7 there") {
		t.Error(err)
	}
}

// Nobody gets in without the token.
func TestNobodyGetsInWithoutTheToken(t *testing.T) {
	s := start(t, t.TempDir())
	defer s.Close()
	for _, given := range []string{"", "wrong", token + " "} {
		endpoint := cluster.Endpoint{URL: s.URL(), Token: given}
		if nc, err := endpoint.Connect("x"); !errors.Is(err, cluster.ErrToken) {
			t.Errorf("%q: %v, %v", given, nc, err)
		}
	}
	if _, err := nats.Connect(s.URL(), nats.UserInfo("worker", "")); !errors.Is(err, nats.ErrAuthorization) {
		t.Error(err)
	}
}

// Where time limits games, the result names the speed of each machine.
func TestTimeOnSeveralMachines(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{})
	defer pool.Close(true)
	hire(t, s.URL(), &cluster.Worker{Name: "ann"})
	r, jobs := match(t, 2, "hand:time=.0001", "random")
	if _, err := pool.Run(t.Context(), r, jobs); err != nil {
		t.Fatal(err)
	}
	if list := pool.Warnings(); len(list) != 2 || !strings.Contains(list[1], "rest on the word of workers: ann 2") || !strings.Contains(list[0], "of each worker: ann ") {
		t.Errorf("%q", list)
	}
}

// Workers play the games in the order that the round wants, and not those that it does not
// want any more.
func TestWorkersPlayInTurn(t *testing.T) {
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{})
	defer pool.Close(true)
	hire(t, s.URL(), &cluster.Worker{Name: "ann"})
	r, jobs := match(t, 8, "random", "greedy")
	want, err := arena.Cores{}.Run(t.Context(), r, jobs)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var ended []int
	r.Of = ""
	later := make(chan struct{})
	r.Done = func(rec arena.Record) {
		mu.Lock()
		defer mu.Unlock()
		if ended = append(ended, rec.Job); len(ended) == 2 {
			close(later)
		}
	}
	order := []int{6, 1, 3}
	r.Next = func() (int, <-chan struct{}) {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case len(order) == 0:
			return -1, nil
		case len(order) == 1 && len(ended) < 2: // the last one has to wait
			return -1, later
		}
		next := order[0]
		order = order[1:]
		return next, nil
	}
	got, err := pool.Run(t.Context(), r, jobs)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(ended, []int{6, 1, 3}) {
		t.Errorf("games %v ended", ended)
	}
	for i, rec := range alike(got) {
		if slices.Contains(ended, i) && !reflect.DeepEqual(rec, alike(want)[i]) {
			t.Errorf("game %d: %+v, want %+v", i, rec, want[i])
		}
	}
}

// open makes an agent of a round.
func open(t testing.TB, r *arena.Round, text string) agent.Agent {
	t.Helper()
	spec, err := agent.ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := r.Game.Agent(spec, agent.Env{Programs: agent.Unannounced()})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Programs travel, and play only on workers that run them.
func TestProgramsTravel(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{})
	defer pool.Close(true)
	hire(t, s.URL(), &cluster.Worker{Name: "careful"})
	hire(t, s.URL(), &cluster.Worker{Name: "willing", Policy: cluster.Policy{Exec: true}})
	r, jobs := match(t, 2, "random", "greedy")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "answer.txt"), []byte("PASS"), 0o644); err != nil {
		t.Fatal(err)
	}
	r.Agents[1] = open(t, &r, "exec:dir="+dir+",cmd=cp answer.txt output.txt")
	records, err := pool.Run(t.Context(), r, jobs)
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range records {
		if rec.By != "willing" || rec.Plies < 2 || rec.Reason != arena.Normal {
			t.Errorf("%+v", rec)
		}
	}
}

// What a course says of names and languages travels with a program: workers know no course.
func TestLanguagesTravel(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{})
	defer pool.Close(true)
	hire(t, s.URL(), &cluster.Worker{Name: "willing", Policy: cluster.Policy{Exec: true}})
	r, jobs := match(t, 2, "random", "greedy")
	dir := t.TempDir()
	for _, name := range []string{"agent.moves", "other.moves"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("PASS"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	programs := agent.Unannounced()
	programs.Names = &compile.Names{Sources: []string{"agent.moves"}, Languages: []compile.Toolchain{
		{Name: "Moves", Programs: []string{"agent.moves"}, Compile: "cp {source} {out}/{stem}.made", Run: "cp {stem}.made output.txt"},
	}}
	var err error
	if r.Agents[1], err = r.Game.Agent(agent.ProgramAt(dir), agent.Env{Programs: programs}); err != nil {
		t.Fatal(err)
	}
	records, err := pool.Run(t.Context(), r, jobs)
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range records {
		if rec.By != "willing" || rec.Plies < 2 || rec.Reason != arena.Normal {
			t.Errorf("%+v", rec)
		}
	}
}

// A program that no worker can compile holds up none of the others: where games may be
// void, its own are.
func TestProgramThatWorkersCannotCompile(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{})
	defer pool.Close(true)
	hire(t, s.URL(), &cluster.Worker{Name: "willing", Policy: cluster.Policy{Exec: true}})
	dir := t.TempDir()
	for name, text := range map[string]string{"well.py": "open('output.txt', 'w').write('PASS')", "broken.py": "def f(:"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r, jobs := match(t, 4, "random", "greedy", "greedy")
	r.Voids = true
	r.Agents[1], r.Agents[2] = open(t, &r, filepath.Join(dir, "well.py")), open(t, &r, filepath.Join(dir, "broken.py"))
	for i := range jobs[2:] {
		for _, at := range []*int{&jobs[2+i].First, &jobs[2+i].Second} {
			*at *= 2 // the broken one
		}
	}
	records, err := pool.Run(t.Context(), r, jobs)
	if err != nil {
		t.Fatal(err)
	}
	for i, rec := range records {
		if broken := i >= 2; rec.Void() != broken || broken != strings.Contains(rec.Failure, "broken.py") {
			t.Errorf("game %d: %+v", i, rec)
		}
	}
}

// What a program has waited elsewhere counts on every worker, and what it waits there is
// reported.
func TestWaitsTravel(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux reports what programs wait")
	}
	t.Parallel()
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{})
	defer pool.Close(true)
	hire(t, s.URL(), &cluster.Worker{Name: "willing", Policy: cluster.Policy{Exec: true}})
	r, jobs := match(t, 2, "random", "greedy")
	r.Agents[1] = open(t, &r, "exec:dir="+t.TempDir()+",wait=1,cmd=sleep .3; echo PASS > output.txt")
	records, err := pool.Run(t.Context(), r, jobs)
	if err != nil {
		t.Fatal(err)
	}
	program := r.Agents[1].(agent.Waiter).Waits()
	used := program.Used()
	for i, rec := range records {
		side := 1 - i%2 // of the program
		if rec.Reason != arena.Time || rec.Waited[side] < .9 || rec.Waited[1-side] > 0 {
			t.Errorf("it sleeps, and %+v", rec)
		}
	}
	if used.Games != 2 || used.Time < 1800*time.Millisecond {
		t.Errorf("the coordinator knows of %+v", used)
	}
	program.Add(agent.Waits{Time: time.Hour})
	more, err := arena.Match{Games: 4, OpeningPlies: 3, Seed: 6, OwnSeeds: true}.Jobs(r.Game, 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	if records, err = pool.Run(t.Context(), r, more); err != nil {
		t.Fatal(err)
	}
	for _, rec := range records {
		if rec.Reason != arena.Time || !strings.Contains(rec.Failure, "in its games") || rec.Word == "" {
			t.Errorf("after an hour of waiting elsewhere: %+v", rec)
		}
	}
}
