package tune

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/game"
	"evolab/internal/quantity"
)

// Effects are which parameters change what the program plays.
type Effects struct {
	// Noisy: with the same parameters in the same position it plays now this move, now
	// that. Changes is the share of the positions in which that was seen.
	Noisy   bool
	Changes float64
	Moves   int      // that the program was asked for
	Idle    []string // parameters without an effect
	Late    bool     // the time was over before all was tried
	Seconds float64  // that it took

	parameters int // of the program
}

// String is what people read.
func (e *Effects) String() string {
	text := fmt.Sprintf("effects: in %s each parameter changes some", quantity.Of(e.Moves, "move"))
	switch {
	case len(e.Idle) > 0 && len(e.Idle) == e.parameters:
		text = fmt.Sprintf("effects: in %s no effect of any parameter was seen (does the program read them?), tuned all the same", quantity.Of(e.Moves, "move"))
	case len(e.Idle) > 0:
		text = fmt.Sprintf("effects: in %s no effect was seen of %s, tuned all the same", quantity.Of(e.Moves, "move"), strings.Join(e.Idle, ", "))
	}
	if e.Noisy {
		return text + fmt.Sprintf("; the program is noisy: asked again, it plays another move in %.0f %% of the positions, so its run cannot be repeated game by game", 100*e.Changes)
	}
	return text + "; asked again, it plays the same moves"
}

// IdleError is a program that does not know some of its parameters.
type IdleError struct {
	Effects
	All bool // it knows none
}

func (e *IdleError) Error() string {
	what := fmt.Sprintf("the parameter %s changes", e.Idle[0])
	if len(e.Idle) > 1 {
		what = fmt.Sprintf("the parameters %s change", strings.Join(e.Idle, ", "))
	}
	places := ", with the others at several places"
	if e.Late {
		places = " (as far as there was time to look)"
	}
	return fmt.Sprintf("%s nothing: from one end of the range to the other%s, the program plays the same moves in the same positions; noticed in %s and %.1f s, before the search",
		what, places, quantity.Of(e.Moves, "move"), e.Seconds)
}

// Error returns an *IdleError if the program does not know some parameters. Of a noisy
// program, not to see an effect proves nothing: its moves hide one that decides games. Nor
// does it in too little time, unless there is none at all.
func (e *Effects) Error() error {
	all := len(e.Idle) == e.parameters
	if len(e.Idle) == 0 || e.Noisy || e.Late && !all {
		return nil
	}
	return &IdleError{*e, all}
}

// look is one attempt to see an effect: from which genome, in which positions, and with
// how many values of the parameter.
type look struct {
	base     int // 0: the start parameters; 1: with other whole numbers; else a random genome
	from, to int
	values   int
}

// bases are the places at which the other parameters are; at enough of them, and in enough
// positions, the first looks have been that prove something.
const (
	bases       = 6
	enoughLooks = 6
)

// looks begin with the cheapest: most parameters show their effect at once. A
// parameter may need others to be away from their start, as the weight of a feature
// that is switched off does.
func looks(positions int) (list []look) {
	plan := []look{{0, 0, 8, 3}, {0, 8, 24, 3}, {1, 0, 16, 3}, {0, 24, 48, 3}, {2, 0, 16, 3}, {1, 16, 48, 3}}
	for base := 3; base < bases; base++ {
		plan = append(plan, look{base, 0, 24, 5})
	}
	for _, l := range plan {
		if l.to = min(l.to, positions); l.from < l.to {
			list = append(list, l)
		}
	}
	return list
}

// place is the genome that a look begins from.
func (t *Trial) place(number int) evolve.Genome {
	start := t.Config.StartGenome()
	switch number {
	case 0:
		return start
	case 1: // a switch that is off may hide the others
		g := t.randomGenome(number)
		for i, p := range t.Config.Parameters {
			if n := p.Levels(); n > 0 && evolve.Level(g[i], n) == evolve.Level(start[i], n) {
				g[i] = evolve.LevelGene((evolve.Level(start[i], n)+1)%n, n)
			}
		}
		return g
	}
	return t.randomGenome(number)
}

// probes are so many genes of a parameter, both ends of its range first: the best value
// may lie in the middle, and the ends be alike.
func probes(p experiment.Parameter, values int) []float64 {
	genes := []float64{-1, 1, 0, -.5, .5}
	if n := p.Levels(); n > 0 {
		genes = nil
		for _, k := range []int{0, n - 1, n / 2, n / 4, 3 * n / 4} {
			if g := evolve.LevelGene(k, n); !slices.Contains(genes, g) {
				genes = append(genes, g)
			}
		}
	}
	return genes[:min(values, len(genes))]
}

const (
	noisyRepeats = 6 // of each position, if the program is noisy
	// All but the first look are left out once so much of the minutes has been spent on
	// looking; of a noisy program, which shows less, sooner.
	effectShare, noisyEffectShare = .15, .05
)

// answers are the program's moves in a position by value of a parameter, as often as it
// was asked.
type answers [][]uint64

// Effects asks the program for single moves: twice with its start parameters, to see
// whether it is noisy, and with several values of each parameter.
func (t *Trial) Effects(ctx context.Context) (e Effects, err error) {
	began := time.Now()
	ctx, short, cancel := t.within(ctx)
	defer cancel()
	defer func() { err, e.Seconds = short(err), time.Since(began).Seconds() }()
	t.Progress.Begin("looking for the effect of each parameter", 0, "move")
	tooLate := func() bool {
		share := effectShare
		if e.Noisy {
			share = noisyEffectShare
		}
		return time.Since(began) > t.minutes(share)
	}
	plan := looks(len(t.positions))
	if err := t.askTwice(ctx, plan[:min(3, len(plan))], tooLate, &e); err != nil {
		return e, err
	}
	e.parameters = len(t.Config.Parameters)
	late := false
	found, seen := make([]bool, len(t.Config.Parameters)), make([][]answers, len(t.Config.Parameters))
	for number, l := range plan {
		for i := range found {
			if found[i] {
				continue
			}
			if late = late || number > 0 && tooLate(); late {
				e.Late = e.Late || number < enoughLooks
				break
			}
			if found[i], err = t.look(ctx, i, l, &seen[i], &e); err != nil {
				return e, err
			}
		}
	}
	for i, p := range t.Config.Parameters {
		if !found[i] {
			e.Idle = append(e.Idle, p.Name)
		}
	}
	e.Late = e.Late && len(e.Idle) > 0
	return e, nil
}

// askTwice sees whether the program is noisy: as long as it does not show, and there is
// time, it is asked in more positions.
func (t *Trial) askTwice(ctx context.Context, plan []look, late func() bool, e *Effects) error {
	start, asked, changes := t.Config.StartGenome(), 0, 0
	for number, l := range plan {
		if l.base > 0 || number > 0 && late() {
			continue
		}
		twice, err := t.ask(ctx, []evolve.Genome{start, start}, t.positions[l.from:l.to], 1, e)
		if err != nil {
			return err
		}
		for i := range twice[0] {
			asked++
			if twice[0][i][0] != twice[1][i][0] {
				changes++
			}
		}
	}
	e.Noisy, e.Changes = changes > 0, float64(changes)/float64(asked)
	return nil
}

// look looks once more for the effect of a parameter, and reports whether it has been
// seen. The moves are added to those before.
func (t *Trial) look(ctx context.Context, parameter int, l look, seen *[]answers, e *Effects) (found bool, err error) {
	var genomes []evolve.Genome
	for _, gene := range probes(t.Config.Parameters[parameter], l.values) {
		g := slices.Clone(t.place(l.base))
		g[parameter] = gene
		genomes = append(genomes, g)
	}
	repeats := 1
	if e.Noisy {
		repeats = noisyRepeats
	}
	positions := t.positions[l.from:l.to]
	moves, err := t.ask(ctx, genomes, positions, repeats, e)
	if err != nil {
		return false, err
	}
	fresh := make([]answers, len(positions))
	for i := range positions {
		for _, of := range moves {
			fresh[i] = append(fresh[i], of[i])
		}
	}
	*seen = append(*seen, fresh...)
	if !differ(*seen, e.Noisy, game.Mix(t.Config.Seed, askSeed, uint64(parameter), uint64(len(*seen)))) {
		return false, nil
	}
	if e.Noisy {
		return true, nil
	}
	// A program that seldom draws lots may not have shown it yet.
	at := slices.IndexFunc(fresh, func(a answers) bool { return differ([]answers{a}, false, 0) })
	const again = 3
	more, err := t.ask(ctx, genomes, positions[at:at+1], again, e)
	if err != nil {
		return false, err
	}
	for i := range genomes {
		if slices.ContainsFunc(more[i][0], func(m uint64) bool { return m != moves[i][at][0] }) {
			e.Noisy, e.Changes = true, max(e.Changes, 1/float64(len(t.positions)))
		}
	}
	return !e.Noisy, nil
}

// differ reports whether the moves with several values show other ways of playing. Those of
// a noisy program have to differ more than if the same moves had been dealt to the values at
// random.
func differ(seen []answers, noisy bool, seed uint64) bool {
	// The squared differences of how often each two values got each move, summed up.
	distance := func(list []answers) (sum int) {
		for _, a := range list {
			all := map[uint64]int{}
			for _, of := range a {
				counts := map[uint64]int{}
				for _, m := range of {
					counts[m]++
					all[m]++
				}
				for _, n := range counts {
					sum += len(a) * n * n
				}
			}
			for _, n := range all {
				sum -= n * n
			}
		}
		return sum
	}
	found := distance(seen)
	if !noisy || found == 0 {
		return found > 0
	}
	// A permutation test at 1 in 1000: an idle parameter is taken for one with an effect
	// that rarely in each look.
	const deals = 2000
	r := game.NewRand(seed)
	above := 0
	for range deals {
		var dealt []answers
		for _, a := range seen {
			all := slices.Concat(a...)
			for k := range all {
				j := k + r.Intn(len(all)-k)
				all[k], all[j] = all[j], all[k]
			}
			var hands answers
			for _, hand := range a {
				hands, all = append(hands, all[:len(hand)]), all[len(hand):]
			}
			dealt = append(dealt, hands)
		}
		if distance(dealt) >= found {
			above++
		}
	}
	return above < deals/1000
}

// ask asks the program with the parameters of each genome for its move in positions, and
// returns what stands for the moves by genome, position and repeat.
func (t *Trial) ask(ctx context.Context, genomes []evolve.Genome, positions []string, repeats int, e *Effects) (moves [][][]uint64, err error) {
	spec, err := agent.ParseSpec("random")
	if err != nil {
		return nil, err
	}
	other, err := t.game.Agent(spec, agent.Env{})
	if err != nil {
		return nil, err
	}
	candidates, err := t.candidates(genomes)
	defer closeAll(candidates)
	if err != nil {
		return nil, err
	}
	var jobs []arena.Job
	for i := range genomes {
		for _, text := range positions {
			b, err := t.game.Board(t.Config.Variant, text)
			if err != nil {
				return nil, err
			}
			job := arena.Job{Variant: t.Config.Variant, Opening: text, First: i, Second: len(genomes), PlyCap: 1, Seed: t.Config.Seed}
			if b.Turn() != game.First {
				job = job.Swapped(false)
			}
			for range repeats {
				job.ID = len(jobs)
				jobs = append(jobs, job)
			}
		}
	}
	records, err := t.play(ctx, jobs, append(candidates, other), t.own(genomes), "move")
	if err != nil {
		return nil, err
	}
	e.Moves += len(jobs)
	per := len(positions) * repeats
	for i := range genomes {
		var list [][]uint64
		for k := i * per; k < (i+1)*per; k += repeats {
			var of []uint64
			for _, rec := range records[k : k+repeats] {
				of = append(of, rec.Line)
			}
			list = append(list, of)
		}
		moves = append(moves, list)
	}
	return moves, nil
}
