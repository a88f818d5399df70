package arena

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"evolab/agent"
	"evolab/game"
	"evolab/internal/longtest"
	"evolab/search/cputime"
	"evolab/stats"
)

// traced plays games of one agent against another with traces.
func traced(t testing.TB, name string, games int, specs ...string) (agent.Game, []Job, []Record) {
	t.Helper()
	g, err := agent.FindGame(name)
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := Match{Games: games, OpeningPlies: 2, Seed: 3, OwnSeeds: true}.Jobs(g, 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i := range jobs {
		jobs[i].Trace, jobs[i].Keep = true, i%2 == 0 && games < 100
	}
	records, err := Cores{Workers: 1}.Run(context.Background(), Round{Game: g, Agents: agentsOf(t, g, specs...)}, jobs)
	if err != nil {
		t.Fatal(err)
	}
	return g, jobs, records
}

// A game's moves prove its record, in all games.
func TestMovesProveARecord(t *testing.T) {
	for _, g := range agent.Games() {
		g, jobs, records := traced(t, g.Info().Name, 6, "random", "greedy")
		p := NewProver(g)
		for i, want := range records {
			c := want.Claim()
			got, err := p.Prove(&jobs[i], &c)
			if want.Trace = nil; err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %v\n%+v\nwant\n%+v", g.Info().Name, err, got, want)
			}
		}
	}
}

// What cannot have happened proves nothing.
func TestFalseClaims(t *testing.T) {
	g, jobs, records := traced(t, "littlego", 2, "random", "greedy")
	honest := records[0].Claim()
	first := honest.Trace[:2] // a stone has no square that it starts from
	for _, c := range []struct {
		claim Claim
		want  string
	}{
		{Claim{}, "the game ends after 0 plies, and the rules do not end it there"},
		{Claim{Trace: first}, "the game ends after 1 ply"},
		{Claim{Trace: Trace{0, 100}}, "move 0x640000 is not legal, at ply 1"},
		{Claim{Trace: Trace{1, honest.Trace[1]}}, "is not legal, at ply 1"},
		{Claim{Trace: Trace{0}}, "a move that is no number"},
		{Claim{Trace: Trace{0x80}}, "a move that is no number"},
		{Claim{Trace: append(honest.Trace[:len(honest.Trace):len(honest.Trace)], 0, 0)}, "moves after the end of the game"},
		{Claim{Trace: honest.Trace, Forfeit: Crash}, "a side forfeits (crash) after the end of the game"},
		{Claim{Trace: first, Forfeit: "normal"}, `a side loses for no reason that there is: "normal"`},
	} {
		if _, err := NewProver(g).Prove(&jobs[0], &c.claim); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.claim, err, c.want)
		}
	}
	lost, err := NewProver(g).Prove(&jobs[0], &Claim{Trace: first, Forfeit: Time, Failure: "slow"})
	if err != nil || lost.Result != game.Win(game.First) && lost.Result != game.Win(game.Second) || lost.Reason != Time || lost.Plies != 1 {
		t.Errorf("%+v, %v", lost, err)
	}
}

// What a proof costs beside the game, in CPU time and in turns. The games of a run take more
// than those of the fastest players on the smallest board, which come first.
func TestShareOfProofs(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("it measures for seconds; run with -long")
	}
	const rounds = 6
	for _, c := range []struct {
		specs   []string
		allowed float64
	}{
		{[]string{"hand:depth=1", "greedy"}, .08},
		{[]string{"hand:depth=2", "hand:depth=1"}, .04},
		{[]string{"hand:depth=3", "hand:depth=2"}, .01},
	} {
		var playing, proving time.Duration
		for range rounds {
			began := cputime.Process()
			g, jobs, records := traced(t, "littlego", 400, c.specs...)
			playing += cputime.Process() - began
			p := NewProver(g)
			began = cputime.Process()
			for i := range records {
				jobs[i].Keep = false
				claim := records[i].Claim()
				if _, err := p.Prove(&jobs[i], &claim); err != nil {
					t.Fatal(err)
				}
			}
			proving += cputime.Process() - began
		}
		share := float64(proving) / float64(playing+proving)
		t.Logf("%v: %v a game, %v a proof: %.1f %%", c.specs, playing/(400*rounds), proving/(400*rounds), 100*share)
		if share > c.allowed {
			t.Errorf("%v: proofs take %.1f %% of the CPU time (allowed: %.0f %%)", c.specs, 100*share, 100*c.allowed)
		}
	}
}

func FuzzProof(f *testing.F) {
	g, jobs, records := traced(f, "tictactoe", 2, "random", "random")
	f.Add([]byte(records[0].Trace), "")
	f.Fuzz(func(t *testing.T, trace []byte, forfeit string) {
		_, _ = NewProver(g).Prove(&jobs[0], &Claim{Trace: trace, Forfeit: forfeit})
	})
}

// What a match runner has counted cannot be played again; only the number of pairs is known.
func TestMatchesProveARecord(t *testing.T) {
	p := NewProver(agent.RunnerGame())
	for _, c := range []struct {
		pairs stats.Pentanomial
		want  string
	}{{stats.Pentanomial{1, 0, 2, 0, 1}, ""}, {stats.Pentanomial{1, 0, 2, 0, 0}, "a match of 3 pairs (expected: 4)"}, {stats.Pentanomial{-1, 5, 0, 0, 0}, "a match of 4 pairs"}} {
		rec, err := p.Prove(&Job{Pairs: 4}, &Claim{Pairs: c.pairs})
		if err == nil && rec.Pairs != c.pairs || (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, %v (expected: %q)", c.pairs, rec.Pairs, err, c.want)
		}
	}
}
