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
}

// String is what people read.
func (e *Effects) String() string {
	text := fmt.Sprintf("effects: in %s each parameter changes some", quantity.Of(e.Moves, "move"))
	if len(e.Idle) > 0 {
		text = fmt.Sprintf("effects: in %s no effect was seen of %s", quantity.Of(e.Moves, "move"), strings.Join(e.Idle, ", "))
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
	seen := "the program plays the same moves"
	if e.Noisy {
		seen = "the program's moves differ no more than by chance"
	}
	places := ", with the others at three places"
	if e.Late {
		places = " (as far as there was time to look)"
	}
	return fmt.Sprintf("tune: %s nothing: from one end of the range to the other%s, %s in the same positions; noticed in %s and %.1f s, before the search",
		what, places, seen, quantity.Of(e.Moves, "move"), e.Seconds)
}

// Error returns an *IdleError if the program does not know some parameters.
func (e *Effects) Error(parameters int) error {
	if len(e.Idle) == 0 {
		return nil
	}
	return &IdleError{*e, len(e.Idle) == parameters}
}

// look is one attempt to see an effect: from which genome, and in which positions.
type look struct {
	base     int // 0: the start parameters, else a random genome
	from, to int
}

// looks begin with the cheapest: most parameters show their effect at once. A
// parameter may need others to be away from their start, as the weight of a feature
// that is switched off does.
func looks(positions int) (list []look) {
	for _, l := range []look{{0, 0, 8}, {0, 8, 24}, {1, 0, 16}, {0, 24, 48}, {2, 0, 16}, {1, 16, 48}, {2, 16, 48}} {
		if l.to = min(l.to, positions); l.from < l.to {
			list = append(list, l)
		}
	}
	return list
}

const (
	noisyRepeats = 6 // of each position, if the program is noisy
	// All but the first look are left out once so much of the minutes has been spent on
	// looking.
	effectShare = .15
)

// answers are the program's moves with a parameter at both ends of its range: in each
// position of each look, as often as it was asked.
type answers struct{ low, high [][]uint64 }

// Effects asks the program for single moves: twice with its start parameters, to see
// whether it is noisy, and with each parameter at both ends of its range.
func (t *Trial) Effects(ctx context.Context) (e Effects, err error) {
	began := time.Now()
	ctx, late, cancel := t.within(ctx)
	defer cancel()
	defer func() { err, e.Seconds = late(err), time.Since(began).Seconds() }()
	t.Progress.Begin("looking for the effect of each parameter", 0, "move")
	tooLate := func() bool { return time.Since(began) > t.minutes(effectShare) }
	plan := looks(len(t.positions))
	if err := t.askTwice(ctx, plan[:min(3, len(plan))], tooLate, &e); err != nil {
		return e, err
	}
	found, seen := make([]bool, len(t.Config.Parameters)), make([]answers, len(t.Config.Parameters))
	for number, l := range plan {
		for i := range found {
			if found[i] {
				continue
			}
			if e.Late = e.Late || number > 0 && tooLate(); e.Late {
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
func (t *Trial) look(ctx context.Context, parameter int, l look, seen *answers, e *Effects) (found bool, err error) {
	base := t.Config.StartGenome()
	if l.base > 0 {
		base = t.randomGenome(l.base)
	}
	ends := []evolve.Genome{slices.Clone(base), slices.Clone(base)}
	ends[0][parameter], ends[1][parameter] = -1, 1
	repeats := 1
	if e.Noisy {
		repeats = noisyRepeats
	}
	positions := t.positions[l.from:l.to]
	moves, err := t.ask(ctx, ends, positions, repeats, e)
	if err != nil {
		return false, err
	}
	seen.low, seen.high = append(seen.low, moves[0]...), append(seen.high, moves[1]...)
	if !differ(seen.low, seen.high, e.Noisy, game.Mix(t.Config.Seed, askSeed, uint64(parameter), uint64(len(seen.low)))) {
		return false, nil
	}
	if e.Noisy {
		return true, nil
	}
	// A program that seldom draws lots may not have shown it yet.
	at := 0
	for moves[0][at][0] == moves[1][at][0] {
		at++
	}
	const again = 3
	more, err := t.ask(ctx, ends, positions[at:at+1], again, e)
	if err != nil {
		return false, err
	}
	for end := range ends {
		if slices.ContainsFunc(more[end][0], func(m uint64) bool { return m != moves[end][at][0] }) {
			e.Noisy, e.Changes = true, max(e.Changes, 1/float64(len(t.positions)))
		}
	}
	return !e.Noisy, nil
}

// differ reports whether two sets of moves, repeats of each position, show another way
// of playing. Those of a noisy program have to differ more than if the same moves had
// been dealt to the two at random.
func differ(a, b [][]uint64, noisy bool, seed uint64) bool {
	distance := func(a, b [][]uint64) (sum int) {
		for i := range a {
			counts := map[uint64]int{}
			for _, m := range a[i] {
				counts[m]++
			}
			for _, m := range b[i] {
				counts[m]--
			}
			for _, n := range counts {
				sum += n * n
			}
		}
		return sum
	}
	seen := distance(a, b)
	if !noisy || seen == 0 {
		return seen > 0
	}
	// A permutation test at 1 in 1000: an idle parameter is taken for one with an effect
	// that rarely in each look.
	const deals = 2000
	r := game.NewRand(seed)
	above := 0
	for range deals {
		x, y := make([][]uint64, len(a)), make([][]uint64, len(a))
		for i := range a {
			all := slices.Concat(a[i], b[i])
			for k := range all {
				j := k + r.Intn(len(all)-k)
				all[k], all[j] = all[j], all[k]
			}
			x[i], y[i] = all[:len(a[i])], all[len(a[i]):]
		}
		if distance(x, y) >= seen {
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
