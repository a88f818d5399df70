package cluster

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"evolab/agent"
	"evolab/arena"
)

// A batch takes at most a second and at most a fourth of a core's share of the round,
// becomes smaller towards the round's end, and is worth the way.
func TestSizeOfABatch(t *testing.T) {
	for _, c := range []struct {
		pace              time.Duration // of a game
		jobs, left, cores int
		want              int
	}{
		{0, 1000, 1000, 2, 1}, // nobody knows yet
		{time.Millisecond, 800, 800, 2, 100},
		{time.Millisecond, 8000, 8000, 1, 1000},
		{10 * time.Millisecond, 8000, 8000, 2, 100},
		{2 * time.Second, 8000, 8000, 2, 1},
		{10 * time.Millisecond, 800, 40, 2, 10},
		{10 * time.Millisecond, 800, 1, 2, 1},
		{200 * time.Microsecond, 40, 40, 10, 25}, // five milliseconds at least
	} {
		r := round{pace: c.pace, jobs: make([]arena.Job, c.jobs), queue: make([]int, c.left)}
		if got := r.batchSize(c.cores); got != c.want {
			t.Errorf("%v a game, %d of %d games left, %d cores: %d games a batch, want %d", c.pace, c.left, c.jobs, c.cores, got, c.want)
		}
	}
}

// A round that says which game is next, and when the rest need not be played.
func TestGamesAreDrawn(t *testing.T) {
	next := []int{4, 1, 3, 0, -1}
	r := round{turn: turn{waits: []bool{true, true, true, true}, left: 4}, missing: 4, games: make([]roundGame, 4)}
	r.Next = func() (int, <-chan struct{}) {
		i := next[0]
		next = next[1:]
		return i, nil
	}
	r.turn.gameOf = []int{0, 1, 2, 3, 1} // job 4 asks for the same game as job 1
	r.draw(2)
	if !slices.Equal(r.queue, []int{1, 3}) || r.waiting() != 4 || r.missing != 4 {
		t.Errorf("%v queued, %d waiting, %d missing", r.queue, r.waiting(), r.missing)
	}
	r.requeueOrphans()
	if len(r.queue) != 2 {
		t.Errorf("%v queued: games that were not drawn are not lost", r.queue)
	}
	r.draw(9)
	if !slices.Equal(r.queue, []int{1, 3, 0}) || r.waiting() != 3 || r.missing != 3 || !r.games[2].done {
		t.Errorf("%v queued, %d waiting, %d missing", r.queue, r.waiting(), r.missing)
	}
}

// trialRound is a round of one game, which the coordinator has sent to some worker, with
// workers who are there all the time.
func trialRound(t *testing.T, o Options, programs bool, there ...workerID) *round {
	t.Helper()
	g, err := agent.FindGame("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	players, err := g.Agent(agent.Spec{Name: "random"}, agent.Env{})
	if err != nil {
		t.Fatal(err)
	}
	r := &round{
		Round: arena.Round{Game: g, Agents: []agent.Agent{players}}, lineup: &lineup{programs: programs},
		jobs: []arena.Job{{Opening: "start", Seed: 1}}, records: make([]arena.Record, 1),
		pool:  &Pool{Options: o, workers: newWorkerSet(Identity{}), checker: newChecker(), noted: map[string]bool{}, words: map[string]int{}},
		games: []roundGame{{jobs: []int{0}}}, missing: 1, faults: map[int]*fault{}, refused: map[workerID]string{}, inFlight: map[string]*flight{}, inbox: newInbox(),
	}
	for _, id := range there {
		arrive(r, id)
	}
	return r
}

// arrive has a worker report that it is there.
func arrive(r *round, id workerID) {
	now := time.Now()
	r.pool.workers.byID[id] = &liveWorker{id: id, came: now, heard: now, Status: Status{Cores: 1, Exec: true}}
}

// A worker that dies of each game it takes, and comes back under another name, ends no work:
// the game goes to others, or the coordinator plays it. Only where nobody else may play it,
// and nobody else was there, three deaths end the work.
func TestFlappingWorker(t *testing.T) {
	const honest = workerID("honest")
	for _, c := range []struct {
		what     string
		programs bool
		there    []workerID
		local    bool // cores of the coordinator
		deaths   int  // as many as it takes
		want     string
	}{
		{"a game, an honest worker", false, []workerID{honest}, false, 3, "played here"},
		{"a game, nobody else", false, nil, false, 1, "played here"},
		{"a program, an honest worker", true, []workerID{honest}, false, 39, "waits for honest"},
		{"a program, an honest worker and own cores", true, []workerID{honest}, true, 3, "played here"},
		{"a program, nobody else", true, nil, false, 3, "was tried 3 times and never finished"},
	} {
		o := Options{}
		if c.local {
			o.Local = arena.Cores{}
		}
		r := trialRound(t, o, c.programs, c.there...)
		got := ""
		for i := 1; i <= c.deaths && got == ""; i++ {
			flapper := workerID(fmt.Sprintf("flapper-%d", i))
			arrive(r, flapper)
			lost := &flight{games: []int{0}, to: flapper, sent: time.Now()}
			r.pool.workers.byID[flapper].Left = true
			if err := r.retryAbandoned(t.Context(), lost, true); err != nil {
				got = err.Error()
			} else if r.games[0].here {
				got = "played here"
			} else if i < c.deaths && len(r.queue) != i {
				got = "lost"
			}
			if got != "" && i != c.deaths {
				t.Errorf("%s: %q after %d deaths, want %d", c.what, got, i, c.deaths)
			}
		}
		if got == "" {
			id := r.pool.workers.pick(r, 1, r.avoided(0))
			got = "waits for " + string(id)
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
		if c.want != "played here" {
			continue
		}
		<-r.inbox.signal
		if err := r.handleUpdates(t.Context()); err != nil || r.missing != 0 || r.records[0].Plies < 5 {
			t.Errorf("%s: %+v, %v", c.what, r.records[0], err)
		}
	}
}

// What workers say nothing about goes to others, and after three of them to the coordinator,
// unless it may not play it. That never ends the work.
func TestHangingWorkers(t *testing.T) {
	const honest = workerID("honest")
	for _, programs := range []bool{false, true} {
		r := trialRound(t, Options{}, programs, "a", "b", "c", honest)
		for i, id := range []workerID{"a", "b", "b", "c"} {
			left := r.overdue(t.Context(), &flight{games: []int{0}, to: id})
			if here := !programs && i == 3; len(left) == 0 != here || r.games[0].here != here {
				t.Errorf("programs %v, %d workers: %v are left", programs, i+1, left)
			}
		}
		if to := r.pool.workers.pick(r, 1, r.avoided(0)); to != honest {
			t.Errorf("programs %v: the next is %s", programs, to)
		}
	}
}

// A worker that dies with several batches dies of the oldest: the others are not blamed.
func TestOnlyTheOldestBatchIsBlamed(t *testing.T) {
	const dead, honest = workerID("dead"), workerID("honest")
	r := trialRound(t, Options{}, true, dead, honest)
	r.games, r.jobs = make([]roundGame, 3), make([]arena.Job, 3)
	now := time.Now()
	for i, id := range []string{"x-10", "x-11", "x-9"} { // in the order of their names
		r.inFlight[id] = &flight{games: []int{i}, to: dead, sent: now.Add([]time.Duration{2, 3, 1}[i] * time.Second)}
	}
	r.pool.workers.byID[dead].heard = now.Add(-time.Hour)
	if err := r.checkBatches(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(r.queue) != 3 || len(r.faults) != 1 || r.faults[2] == nil {
		t.Errorf("%v queued, faults %v", r.queue, r.faults)
	}
}
