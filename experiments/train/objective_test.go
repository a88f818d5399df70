package train

import (
	"bytes"
	"context"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/suite"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/game"
	"evolab/stats"
)

var forPoints = []string{"objective=rubric", "rubric=usc-2023", "fitness={pairs: 12, rounds: 2}"}

// expected is the points of a grading that wins each game with the probability
// rate, game by game.
func expected(o experiment.RubricOpponent, rate float64) float64 {
	chances := make([]float64, o.Games+1)
	chances[0] = 1
	for range o.Games {
		next := make([]float64, o.Games+1)
		for k, p := range chances[:o.Games] {
			next[k] += p * (1 - rate)
			next[k+1] += p * rate
		}
		next[o.Games] += chances[o.Games] * (1 - rate)
		chances = next
	}
	mean := 0.0
	for k, p := range chances {
		mean += p * o.Scale.Points(k, o.Games)
	}
	return mean
}

// The fitness of a round is recalculated from nothing but its games.
func TestFitnessIsTheExpectedPoints(t *testing.T) {
	s, err := newSetup(tinyConfig(t, forPoints...), agent.Programs{})
	if err != nil {
		t.Fatal(err)
	}
	request := evolve.Request{Generation: 2, FirstPair: 6, Pairs: 12}
	request.Genomes = []evolve.Genome{s.start, s.layout.Genome(s.game.Info().Hand)}
	games := newScorer(s, arena.Cores{Workers: 1}, 2, func(int) {})
	tallies, err := games.Score(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	agents, err := games.agents(request.Genomes)
	if err != nil {
		t.Fatal(err)
	}
	round, err := games.openings(request)
	if err != nil {
		t.Fatal(err)
	}
	lineup := arena.Round{Game: s.game, Agents: agents}
	for candidate, tally := range tallies {
		want := 0.0
		met := make([]stats.Result, 4)
		for opponent, row := range s.config.FindRubric().Opponents {
			var jobs []arena.Job
			for i, pair := range round {
				if (request.FirstPair+i)%4 == opponent { // equal shares: in turn
					jobs = append(jobs, jobsOf(pair, candidate, 2+opponent)...)
				}
			}
			records, err := arena.Cores{Workers: 1}.Run(context.Background(), lineup, jobs)
			if err != nil {
				t.Fatal(err)
			}
			wins := 0
			for i, rec := range records {
				if rec.Result == game.FirstWins && i%2 == 0 || rec.Result == game.SecondWins && i%2 == 1 {
					wins++
				}
			}
			want += expected(row, float64(wins)/float64(len(jobs))) / 90
			for i := 0; i < len(records); i += 2 {
				met[opponent].AddPair(records[i].Points(game.FirstWins), records[i+1].Points(game.SecondWins), 0)
			}
		}
		if _, squares := s.objective.(rubricObjective).sums(met); tally.SumSquares != squares {
			t.Errorf("candidate %d: sum of squares %v, want %v", candidate, tally.SumSquares, squares)
		}
		if tally.Pairs != 12 || tally.Games() != 24 || math.Abs(tally.Mean()-want) > 1e-9 {
			t.Errorf("candidate %d: %+v, mean %v, want %v", candidate, tally, tally.Mean(), want)
		}
	}
	if tallies[0].Mean() == tallies[1].Mean() {
		t.Errorf("both have %v", tallies[0].Mean())
	}
}

// The interval of the fitness has the width that repeating the games shows.
func TestVarianceOfExpectedPoints(t *testing.T) {
	goal, err := newRubricObjective(tinyConfig(t, forPoints...))
	if err != nil {
		t.Fatal(err)
	}
	const pairs, trials = 200, 1000
	rates := []float64{.95, .9, .8, .5}
	r := game.NewRand(2)
	var means []float64
	predicted := 0.0
	for range trials {
		met := make([]stats.Result, 4)
		for i, rate := range rates {
			for range pairs * (i + 1) { // shares that differ
				first, second := float64(r.Intn(1000)) < 1000*rate, float64(r.Intn(1000)) < 1000*rate
				met[i].AddPair(halfPoints(first), halfPoints(second), 0)
			}
		}
		sum, squares := goal.sums(met)
		n := float64(pairs * 10)
		means = append(means, sum/n)
		predicted += math.Sqrt((squares/n-sum/n*sum/n)/n) / trials
	}
	mean := 0.0
	for _, m := range means {
		mean += m / trials
	}
	seen := 0.0
	for _, m := range means {
		seen += (m - mean) * (m - mean) / (trials - 1)
	}
	if ratio := math.Sqrt(seen) / predicted; ratio < .9 || ratio > 1.1 {
		t.Errorf("standard deviation %v, predicted %v", math.Sqrt(seen), predicted)
	}
}

// Where the points are steep, a pair has a larger variance than any value from 0
// to 1 can have: full points begin at 90 %. An optimiser is told of it as it is.
func TestSteepPointsKeepTheirVariance(t *testing.T) {
	met := make([]stats.Result, 4)
	for i := range met {
		for range 9 {
			met[i].AddPair(2, 2, 0)
		}
		met[i].AddPair(0, 0, 0)
	}
	s, err := newSetup(tinyConfig(t, forPoints...), agent.Programs{})
	if err != nil {
		t.Fatal(err)
	}
	sum, squares := s.objective.(rubricObjective).sums(met)
	if squares <= sum {
		t.Errorf("sum %v, squares %v: no steep place", sum, squares)
	}
	var games []arena.Record
	var order []int
	for i := range 40 {
		result := [2]game.Result{game.FirstWins, game.SecondWins}
		if i >= 36 {
			result = [2]game.Result{game.SecondWins, game.FirstWins}
		}
		games, order = append(games, arena.Record{Result: result[0]}, arena.Record{Result: result[1]}), append(order, i%4)
	}
	var p performance
	newScorer(s, arena.Cores{Workers: 1}, 1, func(int) {}).sum(&p, games, order)
	if sum2, squares2 := s.objective.(rubricObjective).sums(p.against); sum2 != sum || squares2 != squares {
		t.Errorf("of the games: sum %v, squares %v, want %v, %v", sum2, squares2, sum, squares)
	}
}

func TestMeasuredFitnessIsOnTheSameScale(t *testing.T) {
	s, err := newSetup(tinyConfig(t, forPoints...), agent.Programs{})
	if err != nil {
		t.Fatal(err)
	}
	m := matchPlan{purpose: experiment.ValidateSeed, openingPlies: 2, pool: arena.Cores{Workers: 2}}
	got, err := s.playMix(context.Background(), s.game.Info().Hand, 80, m, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := 0.0
	rows := s.objective.(rubricObjective).rows
	for i, o := range s.opponents {
		m.index = uint64(i)
		v, err := s.playMatch(context.Background(), s.game.Info().Hand, o, 20, m)
		if err != nil {
			t.Fatal(err)
		}
		want += expected(rows[i], float64(v.result.Total().Wins)/20) / 90
	}
	if math.Abs(got.Fitness.Value-want) > 1e-9 || got.Fitness.Low >= want || got.Fitness.High <= want {
		t.Errorf("%+v, want %v", got.Fitness, want)
	}
}

// wdl is the wins and losses behind a rate.
func wdl(rate stats.Estimate, games int) stats.WDL {
	wins := int(math.Round(rate.Value * float64(games)))
	return stats.WDL{Wins: wins, Losses: games - wins}
}

func TestRunForPoints(t *testing.T) {
	one, three := runTinyDrawn(t, svg, 1, forPoints...), runTiny(t, 3, forPoints...)
	for _, name := range []string{run.MetricsFile, run.ChampionFile} {
		if !bytes.Equal(read(t, one.Folder, name), read(t, three.Folder, name)) {
			t.Errorf("%s differs between one and three workers", name)
		}
	}
	_, e, err := run.ReadChampion(one.Folder)
	if err != nil || len(e.Points) != 2 || e.Points[1].OpeningPlies != 0 || e.Points[1].Max != 90 || e.Points[1].Rubric != "usc-2023" {
		t.Fatalf("%+v, %v", e, err)
	}
	want := stats.Certain(0)
	for _, row := range tinyConfig(t, forPoints...).FindRubric().Opponents {
		for _, v := range e.Test {
			if v.Opponent == row.Agent && v.OpeningPlies == 4 {
				want = want.Plus(row.Scale.Predict(row.Games, wdl(v.AsFirst, v.Games/2), wdl(v.AsSecond, v.Games/2)))
			}
		}
	}
	if got := e.Points[0].Points; math.Abs(got.Value-want.Mean()) > 1e-9 || got == (stats.Estimate{}) {
		t.Errorf("%+v points, want %v", got, want.Mean())
	}
	if !bytes.Contains(read(t, one.Folder, run.PlotsFolder+"/learning.svg"), []byte("for points of usc-2023")) {
		t.Error("the figure does not name the objective")
	}
}

// The suites of Little-Go that come with the experiments.
const (
	trainSuite  = "../suites/littlego-training.txt"
	reportSuite = "../suites/littlego-reporting.txt"
)

func TestAccuracyIsRecorded(t *testing.T) {
	done := runTinyDrawn(t, svg, 2, "accuracy.report=shipped")
	metrics, err := run.ReadLines[run.Metrics](filepath.Join(done.Folder, run.MetricsFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range metrics {
		if a := m.Accuracy; a == nil || !(a.Low > 0 && a.Low < a.Value && a.Value < a.High) {
			t.Errorf("generation %d: accuracy %+v", m.Generation, a)
		}
	}
	if figures, _ := filepath.Glob(filepath.Join(done.Folder, run.PlotsFolder, "truth.svg")); len(figures) != 1 {
		t.Error("no figure of it")
	}
	// What is only looked at changes nothing.
	without := runTiny(t, 2)
	if !bytes.Equal(read(t, done.Folder, run.ChampionFile), read(t, without.Folder, run.ChampionFile)) {
		t.Error("looking at a suite changes the champion")
	}
}

// Trained on the truth alone, candidates get better at it on positions that they
// have never seen, without a game.
func TestAccuracyAsTheObjective(t *testing.T) {
	done := runTiny(t, 3, "objective=accuracy", "accuracy.train="+trainSuite, "accuracy.report="+reportSuite,
		"generations=12", "ga.population=16", "fitness={pairs: 60, rounds: 1}", "start=zero")
	metrics, err := run.ReadLines[run.Metrics](filepath.Join(done.Folder, run.MetricsFile))
	if err != nil {
		t.Fatal(err)
	}
	first, last := metrics[0], metrics[len(metrics)-1]
	if last.Validated.Value != last.Accuracy.Value {
		t.Errorf("validated %v, accuracy %v: the objective is not the accuracy", last.Validated, last.Accuracy)
	}
	if last.Accuracy.Low <= first.Accuracy.Value {
		t.Errorf("accuracy %+v at first, %+v at last", first.Accuracy, last.Accuracy)
	}
}

func TestAccuracyAsAPart(t *testing.T) {
	part := []string{"accuracy={share: .5, train: " + trainSuite + ", report: " + reportSuite + "}"}
	whole := runTiny(t, 2, part...)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	cut, err := Run(ctx, tinyConfig(t, part...), Options{Root: t.TempDir(), Workers: 1, Formats: undrawn, Observer: &quiet{cancel: cancel, cancelAfter: 1}})
	if err != nil || !cut.Interrupted {
		t.Fatalf("%+v, %v", cut, err)
	}
	if _, err := Resume(context.Background(), cut.Folder, Options{Workers: 2, Formats: undrawn}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{run.MetricsFile, run.ChampionFile} {
		if !bytes.Equal(read(t, whole.Folder, name), read(t, cut.Folder, name)) {
			t.Errorf("%s of the resumed run differs", name)
		}
	}
}

// The games that can be proven have suites: the two parts share no position, not
// even one turned or mirrored, and either may be looked at or trained on.
func TestShippedSuites(t *testing.T) {
	for _, of := range []string{"game=littlego", "game=tictactoe", "game=konane variant=6x6"} {
		overrides := append(strings.Fields(of), "objective=accuracy", "accuracy.train=shipped", "accuracy.report=shipped", "generations=1",
			"opponents=[{agent: random}]")
		c := tinyConfig(t, overrides...)
		g, err := agent.FindGame(c.Game)
		if err != nil {
			t.Fatal(err)
		}
		both, err := readSuites(c, g)
		if err != nil {
			t.Fatal(err)
		}
		trained := map[string]bool{}
		for _, e := range both.training.Entries {
			trained[suite.Class(e.Position)] = true
		}
		for _, e := range both.reporting.Entries {
			if trained[suite.Class(e.Position)] {
				t.Errorf("%s: %s is in both parts", of, e.Position)
			}
		}
		metrics, err := run.ReadLines[run.Metrics](filepath.Join(runTiny(t, 2, overrides...).Folder, run.MetricsFile))
		if err != nil || len(both.training.Entries) < 100 || metrics[0].Accuracy == nil || !(metrics[0].Accuracy.High < 1) {
			t.Errorf("%s: %d positions, %+v, %v", of, len(both.training.Entries), metrics, err)
		}
	}
}

// Two measurements with independent errors: their squares add up.
func TestBlend(t *testing.T) {
	got := blended(stats.Estimate{Value: .8, Low: .74, High: .86}, stats.Estimate{Value: .6, Low: .52, High: .68}, .5)
	if math.Abs(got.Value-.7) > 1e-12 || math.Abs(got.Low-.65) > 1e-12 || math.Abs(got.High-.75) > 1e-12 {
		t.Errorf("%+v, want .7 [.65, .75]", got)
	}
}
