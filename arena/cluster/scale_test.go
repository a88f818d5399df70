package cluster_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/cluster"
	"evolab/arena/cluster/server"
	"evolab/host"
	"evolab/internal/longtest"
	"evolab/search/cputime"
)

// The environment of a process of simulated workers.
const crowdURL, crowdSize = "EVOLAB_TEST_CROWD_URL", "EVOLAB_TEST_CROWD_SIZE"

var crowdOf = flag.Int("crowd", 1000, "how many workers pretend to play, with -long")

func TestMain(m *testing.M) {
	host.Supervise()
	if url := os.Getenv(crowdURL); url != "" {
		n, err := strconv.Atoi(os.Getenv(crowdSize))
		if err != nil {
			panic(err)
		}
		pretendToPlay(url, n)
		return
	}
	// These tests wait, most of the time.
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// pretendToPlay is many workers, each with a connection, who wait a tenth of a second
// instead of playing a game.
func pretendToPlay(url string, n int) {
	var all sync.WaitGroup
	room := make(chan bool, 20)
	for i := range n {
		all.Go(func() {
			endpoint := cluster.Endpoint{URL: url, Token: token}
			room <- true // a thousand at once are more than a busy machine answers in time
			nc, err := endpoint.Await(context.Background(), "crowd", nil, nats.NoReconnect())
			<-room
			if err != nil {
				panic(err)
			}
			w := cluster.Worker{Name: fmt.Sprintf("w%d", i), Cores: 1, Identity: identity(), Games: agent.Games(), Play: func(_ context.Context, games int) error {
				if os.Getenv(crashes) != "" {
					os.Exit(1)
				}
				time.Sleep(time.Duration(games) * 100 * time.Millisecond)
				return nil
			}}
			_ = w.Serve(context.Background(), nc)
		})
	}
	all.Wait()
}

// A thousand workers on one server and one coordinator. The rounds are so short that
// each game is a job of its own. The figures are in docs/explanation/scale.md.
func TestThousandWorkers(t *testing.T) {
	workers, rounds := 20, 1
	if longtest.Enabled() {
		workers, rounds = *crowdOf, 5
	}
	games := 7 * workers
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{})
	defer pool.Close(true)
	crowd := exec.Command(os.Args[0])
	crowd.Env = append(os.Environ(), crowdURL+"="+s.URL(), crowdSize+"="+strconv.Itoa(workers))
	crowd.Stderr = os.Stderr
	if err := crowd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = crowd.Process.Kill(); _ = crowd.Wait() }()
	await(t, pool, workers)
	r, jobs := match(t, games, "random", "greedy")
	r.Of = ""
	var done atomic.Int64
	r.Done = func(arena.Record) { done.Add(1) }
	began, before := time.Now(), cputime.Process()
	for i := range rounds {
		for k := range jobs {
			jobs[k].Seed += uint64(i)
		}
		if _, err := pool.Run(t.Context(), r, jobs); err != nil {
			t.Fatal(err)
		}
	}
	if games *= rounds; done.Load() != int64(games) {
		t.Errorf("%d of %d games", done.Load(), games)
	}
	spent, cpu := time.Since(began), cputime.Process()-before
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	store := storeUsed(t, s)
	t.Logf("%d workers: %.0f jobs/s of one game; server and coordinator: %.0f us of CPU a job, %d MB of heap; store: %d MB of memory, %d bytes of disk a game",
		workers, float64(games)/spent.Seconds(), cpu.Seconds()*1e6/float64(games), m.HeapSys>>20, store.Memory>>20, store.Store/uint64(games))
}

// storeUsed returns what the server's store holds.
func storeUsed(t *testing.T, s *server.Server) jetstream.Tier {
	t.Helper()
	nc, err := s.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	info, err := js.AccountInfo(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return info.Tier
}
