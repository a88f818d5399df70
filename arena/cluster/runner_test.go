package cluster_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/cluster"
	"evolab/internal/tooltest"
)

// runnerMatches are matches that a command plays between two settings of a parameter.
func runnerMatches(t *testing.T, command string) (arena.Round, []arena.Job) {
	t.Helper()
	g := agent.RunnerGame()
	r := arena.Round{Game: g, Of: "matches"}
	for _, value := range []float64{1, 2} {
		a, err := g.Agent(agent.RunnerSettings{Command: command}.Spec(), agent.Env{})
		if err == nil {
			a, err = a.(agent.Tunable).With(agent.TunedParameters{Pass: agent.PassEnv, Names: []string{"margin"}, Values: []float64{value}})
		}
		if err != nil {
			t.Fatal(err)
		}
		r.Agents = append(r.Agents, a)
	}
	var jobs []arena.Job
	for id := range 6 {
		jobs = append(jobs, arena.Job{ID: id, First: id % 2, Second: 1 - id%2, Pairs: 2, Seed: uint64(id) << 33})
	}
	return r, jobs
}

// Matches of a command count as on one machine; only workers that run programs play them.
func TestMatchesTravel(t *testing.T) {
	tooltest.Need(t, "sh")
	t.Parallel()
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{})
	defer pool.Close(true)
	hire(t, s.URL(), &cluster.Worker{Name: "careful"})
	hire(t, s.URL(), &cluster.Worker{Name: "confining", Policy: cluster.Policy{Exec: true, Require: "limits"}})
	hire(t, s.URL(), &cluster.Worker{Name: "willing", Policy: cluster.Policy{Exec: true}})
	r, jobs := runnerMatches(t, "echo wdl $EVOLAB_margin,$((4 - EVOLAB_margin - EVOLAB_SEED % 2)),$((EVOLAB_SEED % 2))")
	want, err := arena.Cores{Workers: 1}.Run(t.Context(), r, jobs)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pool.Run(t.Context(), r, jobs)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if got[i].By != "willing" || got[i].Pairs.Pairs() != 2 {
			t.Errorf("%+v", got[i])
		}
	}
	if !reflect.DeepEqual(alike(got), alike(want)) {
		t.Errorf("%+v\nexpected: %+v", got, want)
	}
}

// A worker that lacks the command gives its matches back; what fails on the coordinator, too,
// ends the work with the command's own error.
func TestMatchesThatAWorkerCannotPlay(t *testing.T) {
	tooltest.Need(t, "sh")
	t.Parallel()
	s := start(t, t.TempDir())
	defer s.Close()
	var said notes
	pool := coordinate(t, s, cluster.Options{Local: arena.Cores{Workers: 1}, Note: said.add})
	defer pool.Close(true)
	command := filepath.Join(t.TempDir(), "match.sh")
	lacking := cluster.Worker{Name: "lacking", Policy: cluster.Policy{Exec: true}, Play: func(context.Context, int) error {
		return &agent.RunnerError{Command: command, Cause: errors.New("it ended with exit status 127"), Output: "sh: not found"}
	}}
	hire(t, s.URL(), &lacking)
	r, jobs := runnerMatches(t, command)
	if err := os.WriteFile(command, []byte("#!/bin/sh\necho pentanomial 0,0,2,0,0"), 0o755); err != nil {
		t.Fatal(err)
	}
	got, err := pool.Run(t.Context(), r, jobs[:2])
	if err != nil || got[0].Pairs.Pairs() != 2 || got[0].By != "" {
		t.Errorf("%+v, %v", got, err)
	}
	if !said.has("cannot play these matches") || !said.has("127: sh: not found; others play them") {
		t.Errorf("%q", said.list)
	}
	if err := os.Remove(command); err != nil {
		t.Fatal(err)
	}
	var failed *agent.RunnerError
	if _, err := pool.Run(t.Context(), r, jobs[2:3]); !errors.As(err, &failed) {
		t.Error(err)
	}
}
