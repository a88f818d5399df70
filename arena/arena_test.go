package arena

import (
	"context"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/game"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func littlego(t testing.TB) agent.Game {
	t.Helper()
	g, err := agent.FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func agents(t testing.TB, specs ...string) []agent.Agent {
	t.Helper()
	return agentsOf(t, littlego(t), specs...)
}

func agentsOf(t testing.TB, g agent.Game, specs ...string) []agent.Agent {
	t.Helper()
	var list []agent.Agent
	for _, text := range specs {
		spec, err := agent.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		a, err := g.Agent(spec, agent.Env{Programs: agent.Unannounced()})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, a)
	}
	return list
}

func play(t testing.TB, m Match, workers int, specs ...string) ([]Job, []Record) {
	t.Helper()
	g := littlego(t)
	jobs, err := m.Jobs(g, 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	games := Round{Game: g, Agents: agents(t, specs...)}
	records, err := Cores{Workers: workers}.Run(context.Background(), games, jobs)
	if err != nil {
		t.Fatal(err)
	}
	return jobs, records
}

func TestRecordsDoNotDependOnTheWorkers(t *testing.T) {
	m := Match{Games: 60, OpeningPlies: 3, Seed: 4}
	specs := []string{"alphabeta", "hand:depth=2,ties=random"}
	_, one := play(t, m, 1, specs...)
	_, five := play(t, m, 5, specs...)
	if !reflect.DeepEqual(one, five) {
		t.Error("one and five workers give different records")
	}
	m.Seed++
	if _, other := play(t, m, 2, specs...); reflect.DeepEqual(one, other) {
		t.Error("another seed gives the same records")
	}
}

func TestPairsShareOpeningAndSeed(t *testing.T) {
	jobs, err := Match{Games: 6, OpeningPlies: 4, Seed: 1}.Jobs(littlego(t), 0, 1, 10)
	if err != nil {
		t.Fatal(err)
	}
	openings := map[string]bool{}
	for i := 0; i < len(jobs); i += 2 {
		a, b := jobs[i], jobs[i+1]
		if a.Opening != b.Opening || a.Seed != b.Seed || a.First != b.Second || a.Second != b.First || a.ID != 10+i {
			t.Errorf("%+v is no pair with %+v", a, b)
		}
		openings[a.Opening] = true
		if fields := strings.Fields(a.Opening); fields[2] != "4" {
			t.Errorf("opening %q does not have 4 plies", a.Opening)
		}
	}
	if len(openings) != 3 {
		t.Errorf("%d different openings for 3 pairs", len(openings))
	}
}

func TestBadMatches(t *testing.T) {
	for want, m := range map[string]Match{
		"even":                {Games: 7},
		"opening plies":       {Games: 2, OpeningPlies: 24},
		"opening 1":           {Games: 2, Openings: []string{"nonsense"}},
		"the game is over in": {Games: 2, Openings: []string{"...../...../...../...../..... w 1 ...../...../...../...../..... end"}},
	} {
		if _, err := m.Jobs(littlego(t), 0, 1, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", m, err, want)
		}
	}
}

// Records can be replayed: every move is legal and the result follows.
func TestRecordsReplay(t *testing.T) {
	jobs, records := play(t, Match{Games: 40, OpeningPlies: 2, Seed: 8, Keep: true}, 2, "greedy", "random")
	for i, rec := range records {
		b, err := littlego(t).Board("", jobs[i].Opening)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range rec.Moves {
			m, err := b.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			b.Play(m)
		}
		if b.Outcome().Result != rec.Result || b.Outcome().Margin != rec.Margin || len(rec.Moves) != rec.Plies {
			t.Errorf("game %d: %+v ends as %+v", i, rec, b.Outcome())
		}
	}
}

// Two players that draw nothing play the same game from the same opening again
// and again; that is counted and said.
func TestDuplicatesAreCounted(t *testing.T) {
	jobs, records := play(t, Match{Games: 20, Seed: 3}, 2, "hand:depth=1", "hand:depth=2")
	res := Sum(jobs, records, 0)
	if res.Duplicates != 18 {
		t.Errorf("%d duplicates of 20 games, want 18", res.Duplicates)
	}
	if w := strings.Join(res.Warnings(), "; "); !strings.Contains(w, "18 of 20 games repeat") || !strings.Contains(w, "only 20 games") {
		t.Errorf("warnings: %s", w)
	}
}

// Two random players never pass by choice, so their games take all 24 plies,
// but for the rare ones in which both are left without a placement.
func TestLengthOfGamesBetweenRandomPlayers(t *testing.T) {
	const games = 10_000
	_, records := play(t, Match{Games: games, Seed: 6}, 2, "random", "random")
	plies := 0
	for _, rec := range records {
		plies += rec.Plies
	}
	if mean := float64(plies) / games; mean < 23.995 {
		t.Errorf("%.4f plies on average, want 24.00", mean)
	}
}

// cheat answers with a move that is not legal, or not in time.
type cheat struct{ agent.Agent }

func (c cheat) Player(seed uint64) (agent.Player, error) {
	p, err := c.Agent.Player(seed)
	return cheater{p}, err
}

type cheater struct{ agent.Player }

func (c cheater) Choose(ctx context.Context, b agent.Board, clock agent.Clock) (agent.Choice, error) {
	choice, err := c.Player.Choose(ctx, b, clock)
	if moves := b.Moves(nil); len(moves) < 20 {
		choice.Move = game.NewMove(0, 63)
	}
	return choice, err
}

func TestIllegalMoveLoses(t *testing.T) {
	g := littlego(t)
	jobs, err := Match{Games: 10, OpeningPlies: 2, Seed: 2}.Jobs(g, 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	list := agents(t, "random", "random")
	list[0] = cheat{list[0]}
	games := Round{Game: g, Agents: list}
	records, err := Cores{}.Run(context.Background(), games, jobs)
	if err != nil {
		t.Fatal(err)
	}
	res := Sum(jobs, records, 0)
	if res.Total().Losses != 10 || res.Reasons[Illegal] != 10 || records[0].Failure == "" {
		t.Errorf("%+v %v", res, records[0])
	}
}

func TestPlyCapDraws(t *testing.T) {
	_, records := play(t, Match{Games: 4, PlyCap: 5, Seed: 2}, 1, "random", "random")
	for _, rec := range records {
		if rec.Plies != 5 || rec.Reason != PlyLimit || rec.Result != game.Draw {
			t.Errorf("%+v", rec)
		}
	}
}

func TestCancelledRunStops(t *testing.T) {
	g := littlego(t)
	jobs, err := Match{Games: 1000, Seed: 2}.Jobs(g, 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	played := 0
	games := Round{Game: g, Agents: agents(t, "random", "random"), Done: func(Record) {
		if played++; played == 3 {
			cancel()
		}
	}}
	if _, err := (Cores{Workers: 1}).Run(ctx, games, jobs); err != context.Canceled || played > 4 {
		t.Errorf("%v after %d games", err, played)
	}
}

// The win rates of the baselines against each other, from openings of two
// random plies: a change of any of them shows here. Those below the diagonal are the same
// games, seen by the other player: they are played with -long.
func TestBaselineMatrix(t *testing.T) {
	names := []string{"random", "greedy", "aggressive", "alphabeta", "minimax", "hand:depth=2,ties=random"}
	var b strings.Builder
	fmt.Fprintf(&b, "%-12s", "row's score")
	for _, name := range names {
		fmt.Fprintf(&b, "%11.10s", name)
	}
	scores := map[[2]string]float64{}
	for i, row := range names {
		fmt.Fprintf(&b, "\n%-12.10s", row)
		for j, column := range names {
			score := 1 - scores[[2]string{column, row}]
			if j >= i || *long {
				jobs, records := play(t, Match{Games: 400, OpeningPlies: 2, Seed: 11}, 2, row, column)
				score = Sum(jobs, records, 0).Total().Score()
			}
			scores[[2]string{row, column}] = score
			fmt.Fprintf(&b, "%11.4f", score)
		}
	}
	b.WriteString("\n")
	golden(t, "testdata/baselines.golden", b.String())
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got\n%s", file, got)
	}
}

func BenchmarkGames(b *testing.B) {
	for _, specs := range [][]string{{"random", "random"}, {"hand:depth=2,ties=random", "alphabeta"}} {
		b.Run(specs[0]+"-"+specs[1], func(b *testing.B) {
			for b.Loop() {
				play(b, Match{Games: 200, OpeningPlies: 4, Seed: 1}, 1, specs...)
			}
			b.ReportMetric(200*float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
