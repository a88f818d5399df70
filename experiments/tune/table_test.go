package tune

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/game"
	"evolab/internal/float"
	"evolab/internal/longtest"
	"evolab/stats"
)

var (
	tableRows    = flag.String("rows", "tune,tune-opponents,random,ga,cma-es", "searches of the table")
	tablePairs   = flag.String("pairs", "500,2000,10000,40000", "budgets of the table")
	tableHeights = flag.String("heights", "3,.8,6", "strengths of the signal of the table")
)

// madeUp is a made-up program. testdata/programs.json has six kinds, each with places of the
// best values for twelve seeds: a, two numbers; b, six of which two do nothing; c, a switch
// and two numbers; d, four whole numbers that start in a corner; e, four numbers, two whole
// numbers and two switches, of which one moves the best place; f, four that do nothing.
// docs/research/tuning.py plays the same programs as Fishtest and pycma do.
type madeUp struct {
	kind   string
	params []madeUpParam
	best   madeUpPlace
	height float64 // of the best values' strength over that of hopeless ones, in logits
	seed   uint64
	pairs  int // played
}

type madeUpParam struct {
	T          string // f, or i for whole numbers
	Lo, Hi, St float64
}

type madeUpPlace struct {
	Opt []float64 // of numbers, the gene
	Alt float64   // of e, where the first number is best while the switch is off
}

// programsOf reads the programs of a kind, by seed.
func programsOf(t *testing.T, kind string, height float64) (list []*madeUp) {
	t.Helper()
	data, err := os.ReadFile("testdata/programs.json")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]struct {
		Params []madeUpParam
		Seeds  []madeUpPlace
	}{}
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	for i, place := range all[kind].Seeds {
		list = append(list, &madeUp{kind: kind, params: all[kind].Params, best: place, height: height, seed: uint64(i + 1)})
	}
	return list
}

// config is an experiment that tunes the program.
func (m *madeUp) config() *experiment.Config {
	c := example(0)
	for i, p := range m.params {
		c.Parameters = append(c.Parameters, experiment.Parameter{Name: fmt.Sprintf("p%d", i), Start: p.St, Low: p.Lo, High: p.Hi, Integer: p.T == "i"})
	}
	return c
}

// bestGenome is that of the best values.
func (m *madeUp) bestGenome(c *experiment.Config) evolve.Genome {
	g := c.StartGenome()
	for i, v := range m.best.Opt {
		if g[i] = v; m.params[i].T == "i" {
			g[i] = evolve.LevelGene(int(v-m.params[i].Lo), m.levels(i))
		}
	}
	return g
}

func (m *madeUp) levels(i int) int { return int(m.params[i].Hi-m.params[i].Lo) + 1 }

// strength is in logits.
func (m *madeUp) strength(g evolve.Genome) float64 {
	x := make([]float64, len(g))
	for i, p := range m.params {
		if x[i] = g[i]; p.T == "i" {
			x[i] = p.Lo + float64(evolve.Level(g[i], m.levels(i)))
		}
	}
	return m.height * (m.share(x) - .5)
}

// share is the part of the height, 0..1, at numbers' genes and whole numbers' values.
func (m *madeUp) share(x []float64) float64 {
	away := func(widths ...float64) (sum float64) {
		for i, w := range widths {
			if m.params[i].T == "f" {
				sum += w * (x[i] - m.best.Opt[i]) * (x[i] - m.best.Opt[i])
			}
		}
		return math.Exp(-sum)
	}
	off := func(i int, worst float64) float64 {
		return 1 - worst*math.Abs(x[i]-m.best.Opt[i])/(m.params[i].Hi-m.params[i].Lo)
	}
	switch m.kind {
	case "a":
		return away(2, 2)
	case "b":
		return away(1.2, .8, .5, .3)
	case "c":
		return off(0, .5) * away(0, 1/.72, 1/.72)
	case "d":
		return off(0, .6) * off(1, .6) * off(2, .6) * off(3, .6)
	case "e":
		first, moved := x[0]-m.best.Opt[0], 1.
		if x[6] == 0 {
			first, moved = x[0]-m.best.Alt, .7
		}
		return moved * math.Exp(-.5*first*first) * away(0, .5, .5, .5) * off(4, .5) * off(5, .5) * off(7, .4)
	}
	return .5
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// drawish is how many logits more than even it takes to win every other game.
const drawish = .5

// score is the expected score of a pair, 0..1, of somebody stronger by edge than the
// opponent: openings favour one of the sides, and one of the players.
func score(edge float64) (sum float64) {
	for _, luck := range []float64{-1, 0, 0, 1} {
		sum += (logistic(edge+luck-drawish) - logistic(-edge-luck-drawish) + 1) / 8
	}
	return sum
}

// Score implements evolve.Scorer.
func (m *madeUp) Score(_ context.Context, r evolve.Request) (list []evolve.Tally, err error) {
	results := make([]stats.Result, len(r.Genomes))
	for i, g := range r.Genomes {
		if r.Duels && i%2 == 1 {
			continue // with the one before
		}
		edge := m.strength(g)
		if r.Duels {
			edge -= m.strength(r.Genomes[i+1])
		}
		for pair := r.First(i); pair < r.First(i)+r.Pairs; pair++ {
			opening := 0. // which favours a player; a duel's pair is even
			if !r.Duels {
				opening = float64(game.Mix(m.seed, uint64(r.Generation), uint64(pair))&1) - .5
			}
			rng := game.NewRand(game.Mix(m.seed, uint64(r.Generation), uint64(pair), uint64(i), 1))
			var points [2]int
			for k, side := range []float64{.5, -.5} {
				lot, at := float64(rng.Intn(1<<30))/(1<<30), edge+opening+side
				switch lost := logistic(-at - drawish); {
				case lot >= 1-logistic(at-drawish):
					points[k] = 2
				case lot >= lost:
					points[k] = 1
				}
			}
			m.pairs++
			results[i].AddPair(points[0], points[1], float64(points[0]+points[1])/4)
			if r.Duels {
				results[i+1].AddPair(2-points[1], 2-points[0], 1-float64(points[0]+points[1])/4)
			}
		}
	}
	for _, res := range results {
		list = append(list, evolve.Tally{Pairs: res.Pairs.Pairs(), WDL: res.Total(), Sum: res.Sum, SumSquares: res.SumSquares})
	}
	return list, nil
}

// tuned is what a search finds for a program with a budget of pairs. That of tune pays for
// its test, too. Searches without an answer of their own have the best four play again with an
// eighth of the budget.
func (m *madeUp) tuned(t *testing.T, row string, pairs int) evolve.Genome {
	t.Helper()
	c, again, settings := m.config(), 0, []string{}
	p := Smallest(c)
	population := 4 + int(3*math.Log(float64(len(m.params))))
	if pairs >= 10000 {
		population *= 2
	}
	switch row {
	case "tune":
		matches, err := PlanMatches(pairs, 1)
		if err != nil {
			t.Fatal(err)
		}
		p.Search = matches.Search
	case "tune-opponents":
		plan, err := NewPairsPlan(c, Noise{Game: 1}, pairs, 2)
		if err != nil {
			t.Fatal(err)
		}
		p.Search = plan.Search
	case "cma-es":
		settings = []string{"optimizer=cma-es", fmt.Sprint("sampling.population=", population), fmt.Sprint("fitness.pairs=", max(4, min(20, pairs/200))), fmt.Sprint("training_games=", 2*pairs)}
	case "random", "ga":
		again = pairs / 8
		settings = []string{"optimizer=" + row, "sampling.population=14", "ga={population: 20, elites: 3, tournament: 3}", "fitness.pairs=" + map[string]string{"random": "8", "ga": "4"}[row], fmt.Sprint("training_games=", 2*(pairs-again))}
	default:
		t.Fatalf("no search %q", row)
	}
	text, err := p.YAML(c, nil)
	if err != nil {
		t.Fatal(err)
	}
	if c, err = experiment.Parse("tune.yaml", text, settings); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	o, shared := c.Optimize()
	shared.Budget = &evolve.Budget{Pairs: func(g evolve.Generation) int { return (c.TrainingGames - g.Games) / 2 }, Least: c.LeastUnits(o.Cost())}
	o.Share(shared)
	var last evolve.Generation
	err = o.Run(t.Context(), evolve.Start{Seed: m.seed, Genomes: []evolve.Genome{c.StartGenome()}, Near: true}, m, func(g evolve.Generation) error { last = g; return nil })
	if err != nil {
		t.Fatal(err)
	}
	answer := last.HallOfFame[0].Genome
	if again > 0 {
		const replayed = 4
		r := evolve.Request{Generation: 1 << 20, Pairs: again / replayed}
		for _, i := range last.HallOfFame[:min(replayed, len(last.HallOfFame))] {
			r.Genomes = append(r.Genomes, i.Genome)
		}
		tallies, _ := m.Score(t.Context(), r)
		for i := range tallies {
			if tallies[i].Mean() > tallies[0].Mean() {
				tallies[0], answer = tallies[i], r.Genomes[i]
			}
		}
	}
	if m.pairs > pairs {
		t.Fatalf("%s played %d of %d pairs", row, m.pairs, pairs)
	}
	return answer
}

// gained is the share of the possible gain in true score.
func (m *madeUp) gained(g evolve.Genome) float64 {
	c := m.config()
	start := score(m.strength(c.StartGenome()))
	return (score(m.strength(g)) - start) / (score(m.strength(m.bestGenome(c))) - start)
}

// kinds are those of the programs that can be tuned.
const kinds = "abcde"

// shares is what a search gains on average of each kind of program, and the standard error
// of the mean of these.
func shares(t *testing.T, row string, pairs int, height float64, seeds int) (means []float64, deviation float64) {
	t.Helper()
	for _, kind := range kinds {
		var list []float64
		for _, m := range programsOf(t, string(kind), height)[:seeds] {
			list = append(list, m.gained(m.tuned(t, row, pairs)))
		}
		mean, d := float.MeanDeviation(list)
		means, deviation = append(means, mean), math.Hypot(deviation, d/math.Sqrt(float64(seeds))/float64(len(kinds)))
	}
	return means, deviation
}

// TestTable has tune gain most of what there is on each kind of program. With -long it
// prints the table of docs/research/tuning.md: the gain in % with its standard error, then
// that of each kind.
func TestTable(t *testing.T) {
	if !longtest.Enabled() {
		for _, row := range []string{"tune", "tune-opponents"} {
			means, _ := shares(t, row, 1000, 3, 4)
			for i, got := range means {
				if got < .75 {
					t.Errorf("%s gains %.2f of program %c", row, got, kinds[i])
				}
			}
		}
		return
	}
	for _, height := range strings.Split(*tableHeights, ",") {
		for _, row := range strings.Split(*tableRows, ",") {
			line := ""
			for _, budget := range strings.Split(*tablePairs, ",") {
				h, err := strconv.ParseFloat(height, 64)
				pairs, wrong := strconv.Atoi(budget)
				if err != nil || wrong != nil {
					t.Fatal(err, wrong)
				}
				means, deviation := shares(t, row, pairs, h, 12)
				line += fmt.Sprintf(" | %5.1f ± %.1f (", 100*float.Sum(means)/float64(len(means)), 100*deviation)
				for _, m := range means {
					line += fmt.Sprintf(" %.0f", 100*m)
				}
				line += " )"
			}
			fmt.Printf("| %s | %-14s%s |\n", height, row, line)
		}
	}
}

// Where there is nothing to gain, no gain is claimed, but for what an interval of 95 % may.
func TestFlatProgramsGainNothing(t *testing.T) {
	seeds, proven := 20, 0
	if longtest.Enabled() {
		seeds = 400
	}
	for seed := range seeds {
		m := programsOf(t, "f", 3)[0]
		m.seed = uint64(seed + 100)
		answer := m.tuned(t, "tune", 500)
		tallies, _ := m.Score(t.Context(), evolve.Request{Generation: 1 << 21, Pairs: 200, Couples: true, Duels: true, Genomes: []evolve.Genome{answer, m.config().StartGenome()}})
		if stats.Mean(tallies[0].Sum, tallies[0].SumSquares, tallies[0].Pairs).Low > .5 {
			proven++
		}
	}
	t.Logf("%d of %d flat programs seem to gain", proven, seeds)
	if proven > seeds/20 {
		t.Errorf("%d of %d flat programs seem to gain", proven, seeds)
	}
}
