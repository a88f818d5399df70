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
)

// Effects are which parameters change what the program plays.
type Effects struct {
	// Noisy: with the same parameters in the same position it plays now this move, now
	// that. Changes is the share of the positions in which that was seen.
	Noisy   bool
	Changes float64
	Moves   int      // that the program was asked for
	Idle    []string // parameters without an effect, although everything was tried
	Unsure  []string // without one so far, when the time for it was over
}

// String is what people read.
func (e *Effects) String() string {
	text := fmt.Sprintf("effects: in %d moves each parameter changes some", e.Moves)
	if len(e.Idle)+len(e.Unsure) > 0 {
		text = fmt.Sprintf("effects: in %d moves no effect was seen of %s", e.Moves, strings.Join(append(slices.Clone(e.Idle), e.Unsure...), ", "))
	}
	if len(e.Unsure) > 0 {
		text += " (the time for a closer look was over)"
	}
	if e.Noisy {
		return text + fmt.Sprintf("; the program is noisy: asked again, it plays another move in %.0f %% of the positions, so its run cannot be repeated game by game", 100*e.Changes)
	}
	return text + "; asked again, it plays the same moves"
}

// IdleError is a program that does not know some of its parameters.
type IdleError struct {
	Names []string
	All   bool // it knows none
	Moves int
	Noisy bool
}

func (e *IdleError) Error() string {
	what := fmt.Sprintf("the parameter %s changes", e.Names[0])
	if len(e.Names) > 1 {
		what = fmt.Sprintf("the parameters %s change", strings.Join(e.Names, ", "))
	}
	seen := "the program plays the same moves"
	if e.Noisy {
		seen = "the program's moves differ no more than by chance"
	}
	return fmt.Sprintf("tune: %s nothing: from one end of the range to the other, with the others at three places, %s (asked for %d in all)", what, seen, e.Moves)
}

// Error returns an *IdleError if the program does not know some parameters.
func (e *Effects) Error(parameters int) error {
	if len(e.Idle) == 0 {
		return nil
	}
	return &IdleError{e.Idle, len(e.Idle) == parameters, e.Moves, e.Noisy}
}

// stage is one attempt to see an effect: from which genome, and how thoroughly.
type stage struct {
	base      int // 0: the start parameters, else a random genome
	positions int
	repeats   int // of a noisy program
}

// stages begin with the cheapest: most parameters show their effect at once. A
// parameter may need others to be away from their start, as the weight of a feature
// that is switched off does.
func stages(positions int) []stage {
	few := min(8, positions)
	return []stage{{0, few, 6}, {0, positions, 6}, {1, positions, 8}, {2, positions, 8}}
}

// The last stages are left out where moves are so slow that this share of the minutes and
// these seconds have passed.
const (
	effectShare   = .12
	effectSeconds = 20
)

// Effects asks the program for single moves: twice with its start parameters, to see
// whether it is noisy, and with each parameter at both ends of its range.
func (t *Trial) Effects(ctx context.Context) (e Effects, err error) {
	t.Progress.Begin("looking for the effect of each parameter", 0, "moves")
	start := t.Config.StartGenome()
	twice, err := t.ask(ctx, []evolve.Genome{start, start}, len(t.positions), 1, &e)
	if err != nil {
		return e, err
	}
	for i := range t.positions {
		if twice[0][i][0] != twice[1][i][0] {
			e.Noisy = true
			e.Changes += 1 / float64(len(t.positions))
		}
	}
	missing := make([]int, len(start))
	for i := range missing {
		missing[i] = i
	}
	late, began := false, time.Now()
	for _, s := range stages(len(t.positions)) {
		if late = s.base > 0 && t.spent() > effectShare && time.Since(began).Seconds() > effectSeconds; late || len(missing) == 0 {
			break
		}
		if missing, err = t.withoutEffect(ctx, missing, s, &e); err != nil {
			return e, err
		}
	}
	for _, i := range missing {
		if name := t.Config.Parameters[i].Name; late {
			e.Unsure = append(e.Unsure, name)
		} else {
			e.Idle = append(e.Idle, name)
		}
	}
	return e, nil
}

// withoutEffect returns the parameters that show none in a stage.
func (t *Trial) withoutEffect(ctx context.Context, parameters []int, s stage, e *Effects) (missing []int, err error) {
	base := t.Config.StartGenome()
	if s.base > 0 {
		base = t.randomGenome(s.base)
	}
	repeats := 1
	if e.Noisy {
		repeats = s.repeats
	}
	for _, i := range parameters {
		low, high := slices.Clone(base), slices.Clone(base)
		low[i], high[i] = -1, 1
		moves, err := t.ask(ctx, []evolve.Genome{low, high}, s.positions, repeats, e)
		if err != nil {
			return nil, err
		}
		if !differ(moves[0], moves[1], e.Noisy, game.Mix(t.Config.Seed, askSeed, uint64(s.base), uint64(i))) {
			missing = append(missing, i)
		}
	}
	return missing, nil
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
	// A permutation test at 1 in 200: an idle parameter is taken for one with an effect
	// that rarely in each stage.
	const deals = 400
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
	return above < deals/200
}

// ask asks the program with the parameters of each genome for its move in the first
// positions, and returns what stands for the moves by genome, position and repeat.
func (t *Trial) ask(ctx context.Context, genomes []evolve.Genome, positions, repeats int, e *Effects) (moves [][][]uint64, err error) {
	spec, err := agent.ParseSpec("random")
	if err != nil {
		return nil, err
	}
	other, err := t.game.Agent(spec, agent.Env{})
	if err != nil {
		return nil, err
	}
	candidates, err := t.candidates(genomes)
	agents := append([]agent.Agent{other}, candidates...)
	defer closeAll(agents)
	if err != nil {
		return nil, err
	}
	var jobs []arena.Job
	for i := range genomes {
		for _, text := range t.positions[:positions] {
			b, err := t.game.Board(t.Config.Variant, text)
			if err != nil {
				return nil, err
			}
			job := arena.Job{Variant: t.Config.Variant, Opening: text, First: i + 1, PlyCap: 1, Seed: t.Config.Seed}
			if b.Turn() != game.First {
				job.First, job.Second = 0, i+1
			}
			for range repeats {
				job.ID = len(jobs)
				jobs = append(jobs, job)
			}
		}
	}
	records, err := t.Pool.Run(ctx, arena.Round{Game: t.game, Agents: agents, Done: func(arena.Record) { t.Progress.Add(1) }}, jobs)
	if err != nil {
		return nil, err
	}
	e.Moves += len(jobs)
	per := positions * repeats
	for i, g := range genomes {
		if err := t.foulOf(jobs[i*per:(i+1)*per], records[i*per:(i+1)*per], i+1, "moves", t.own(g)); err != nil {
			return nil, err
		}
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
