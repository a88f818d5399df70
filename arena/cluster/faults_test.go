package cluster_test

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"evolab/arena"
	"evolab/arena/cluster"
	"evolab/internal/longtest"
)

// A worker that can play nothing, as its disk is full, leaves the games to others,
// and does not end the work.
func TestWorkerThatCanPlayNothing(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{})
	defer pool.Close(true)
	var tries atomic.Int64
	hire(t, s.URL(), &cluster.Worker{Name: "full", Cores: 4, Play: func(context.Context, int) error {
		tries.Add(1)
		return errors.New("no space left on device")
	}})
	hire(t, s.URL(), &cluster.Worker{Name: "well"})
	await(t, pool, 2)
	r, jobs := match(t, 100, "random", "greedy")
	began := time.Now()
	records, err := pool.Run(t.Context(), r, jobs)
	if err != nil || len(records) != len(jobs) {
		t.Fatal(err)
	}
	// On a busy machine the games of the other take longer.
	if n, took := tries.Load(), time.Since(began); float64(n) > 20+took.Seconds() {
		t.Errorf("it tried %d times in %v", n, took)
	}
}

// await waits for workers.
func await(t *testing.T, pool *cluster.Pool, workers int) {
	t.Helper()
	for range 2400 { // two minutes
		if n, _, _ := pool.Capacity(); n == workers {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%d workers do not come", workers)
}

// external runs a server that is nobody's coordinator.
func external(t *testing.T, store string, port int) *natsserver.Server {
	t.Helper()
	s, err := natsserver.NewServer(&natsserver.Options{
		Host: "127.0.0.1", Port: port, JetStream: true, StoreDir: store, Authorization: token, NoSigs: true, NoLog: true, MaxPayload: cluster.MaxBytes,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatal("the server does not start")
	}
	return s
}

// A server that ends in the middle and comes back is found again by coordinator and
// workers, and no record shows it.
func TestServerIsRestarted(t *testing.T) {
	t.Parallel()
	store := t.TempDir()
	s := external(t, store, natsserver.RANDOM_PORT)
	url, port := s.ClientURL(), s.Addr().(*net.TCPAddr).Port
	pool := coordinateOver(t, (&cluster.Endpoint{URL: url, Token: token}).Connect, cluster.Options{})
	defer pool.Close(true)
	hire(t, url, &cluster.Worker{Name: "ann"})
	hire(t, url, &cluster.Worker{Name: "bob"})
	r, jobs := match(t, 400, "hand:depth=1,ties=random", "greedy")
	want, err := arena.Cores{Workers: 1}.Run(t.Context(), r, jobs)
	if err != nil {
		t.Fatal(err)
	}
	var done atomic.Int64
	part, restarted := make(chan bool), make(chan *natsserver.Server, 1)
	r.Done = func(arena.Record) {
		if done.Add(1) == 50 {
			close(part)
		}
	}
	go func() {
		<-part
		s.Shutdown()
		s.WaitForShutdown()
		restarted <- external(t, store, port)
	}()
	got, err := pool.Run(t.Context(), r, jobs)
	if err != nil || !reflect.DeepEqual(alike(got), alike(want)) {
		t.Errorf("other records: %v", err)
	}
	again := <-restarted
	defer again.Shutdown()
	// What the server kept in memory is there again, too: a worker that comes now is
	// welcome, and everybody is listed.
	hire(t, url, &cluster.Worker{Name: "cid"})
	listed(t, url, "ann", "bob", "cid")
	await(t, pool, 3)
	jobs[0].Seed++
	if got, err := pool.Run(t.Context(), r, jobs); err != nil || len(got) != len(jobs) {
		t.Errorf("%d records after the restart: %v", len(got), err)
	}
}

// listed waits until the list of workers is the one that is expected.
func listed(t *testing.T, url string, names ...string) {
	t.Helper()
	nc, err := (&cluster.Endpoint{URL: url, Token: token}).Connect("list")
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	var got []string
	for range 300 {
		got = nil
		list, _ := cluster.Statuses(t.Context(), nc) // before they are there again: an error
		for _, s := range list {
			got = append(got, s.Worker)
		}
		if slices.Equal(got, names) {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("listed are %v, want %v", got, names)
}

// crashes, in the environment, makes a process of simulated workers end at its first
// game.
const crashes = "EVOLAB_TEST_CRASHES"

// Games during which all workers die the coordinator plays itself.
func TestGamesThatCrashWorkers(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("the server waits for dead workers; -long waits, too")
	}
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{})
	defer pool.Close(false)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	deaths := make(chan int, 1)
	go func() {
		n := 0
		for ctx.Err() == nil {
			w := exec.CommandContext(ctx, os.Args[0])
			w.Env = append(os.Environ(), crowdURL+"="+s.URL(), crowdSize+"=1", crashes+"=1")
			_ = w.Run() // it dies
			n++
		}
		deaths <- n
	}()
	r, jobs := match(t, 2, "random", "greedy")
	if records, err := pool.Run(t.Context(), r, jobs); err != nil || records[0].By != "" {
		t.Error(records, err)
	}
	stop()
	t.Logf("%d workers died", <-deaths)
}

// Workers that take all games, and say nothing or nothing of use, do not keep an honest one
// from playing them: each game goes to another worker then.
func TestWorkersThatSayNothing(t *testing.T) {
	t.Parallel()
	r, jobs := match(t, 20, "random", "greedy")
	want, err := arena.Cores{Workers: 1}.Run(t.Context(), r, jobs)
	if err != nil {
		t.Fatal(err)
	}
	for what, spoil := range map[string]func(*peer){
		"hang":    func(p *peer) { p.lie = func([]any) []any { <-t.Context().Done(); return nil } },
		"garbage": func(p *peer) { p.forge = func(m *nats.Msg) { m.Data = []byte("no report") } },
		"errors":  func(p *peer) { p.failed = "no space left on device" },
	} {
		t.Run(what, func(t *testing.T) {
			if what != "errors" && !longtest.Enabled() {
				t.Skip("a worker is given ten seconds to say something; -long waits, too")
			}
			t.Parallel()
			s := start(t, t.TempDir())
			defer s.Close()
			pool := coordinate(t, s, cluster.Options{})
			defer pool.Close(true)
			for _, name := range []string{"a", "b", "c", "d"} {
				spoil(join(t, s, name, func(g []any) []any { return claim(g, nil, "") }))
			}
			hire(t, s.URL(), &cluster.Worker{Name: "honest"})
			await(t, pool, 5)
			r, jobs := match(t, 20, "random", "greedy")
			got, err := pool.Run(t.Context(), r, jobs)
			if err != nil || !reflect.DeepEqual(alike(got), alike(want)) {
				t.Errorf("other records: %v", err)
			}
		})
	}
}
