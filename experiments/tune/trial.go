// Package tune prepares the tuning of somebody's program without a config: it tries the
// program, looks which parameters it knows, measures how noisy its games are, and writes
// the experiment whose optimiser and budget follow from that. Package train runs it, so
// that the file repeats what was done.
//
//   - trial.go: the program and its opponents, ready to play.
//   - effect.go: which parameters change a move.
//   - noise.go: how much games vary, and how much parameters do.
//   - plan.go: optimiser and budget, with the reasons.
package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/game"
	"evolab/internal/progress"
)

// Task is what is to be tuned, and what is known before anything is played.
type Task struct {
	Config   *experiment.Config // the program, its parameters and its opponents
	Minutes  float64            // that everything may take
	Force    bool               // continue with a program that loses games by its own doing
	Programs agent.Programs
	Pool     arena.Pool
	Workers  int // of the pool; 0: one a core
	Progress progress.Progress
}

// Trial is a task whose program and opponents are ready to play.
type Trial struct {
	Task
	game      agent.Game
	tuned     agent.Tunable
	base      agent.Agent // the same, whose compiled program the candidates share
	opponents []agent.Agent
	positions []string // to be asked about
	began     time.Time

	mu    sync.Mutex
	ended []time.Time // of the games
}

// count notes the end of a game.
func (t *Trial) count(arena.Record) {
	t.Progress.Add(1)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = append(t.ended, time.Now())
}

// Open makes the program and the opponents, and compiles them.
func Open(ctx context.Context, task Task) (t *Trial, err error) {
	t = &Trial{Task: task, began: time.Now()}
	defer func() {
		if err != nil {
			err = errors.Join(err, t.Close())
		}
	}()
	if t.game, err = task.Config.FindGame(); err != nil {
		return t, err
	}
	if t.base, err = t.agent(ctx, task.Config.Agent); err != nil {
		return t, err
	}
	var ok bool
	if t.tuned, ok = t.base.(agent.Tunable); !ok {
		return t, fmt.Errorf("tune: %q takes no parameters", task.Config.Agent)
	}
	for _, o := range task.Config.Opponents {
		a, err := t.agent(ctx, o.Agent)
		if err != nil {
			return t, err
		}
		t.opponents = append(t.opponents, a)
	}
	t.positions, err = t.openings()
	return t, err
}

// agent makes a player, compiled if it has to be.
func (t *Trial) agent(ctx context.Context, text string) (agent.Agent, error) {
	spec, err := agent.ParseSpec(text)
	if err != nil {
		return nil, err
	}
	a, err := t.game.Agent(spec, agent.Env{Programs: t.Programs})
	if err != nil {
		return nil, err
	}
	if err := agent.Build(ctx, a); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// Close ends the programs.
func (t *Trial) Close() (err error) {
	if t.base != nil {
		err = t.base.Close()
	}
	for _, a := range t.opponents {
		err = errors.Join(err, a.Close())
	}
	return err
}

// The seeds of a trial's games and positions. They share none with the run that follows.
const (
	positionSeed = iota + 101
	askSeed
	vectorSeed
	aliveSeed
	noiseSeed
)

// randomGenome draws parameters uniformly from their ranges.
func (t *Trial) randomGenome(number int) evolve.Genome {
	r := game.NewRand(game.Mix(t.Config.Seed, vectorSeed, uint64(number)))
	g := make(evolve.Genome, len(t.Config.Parameters))
	for i := range g {
		g[i] = float64(r.Intn(1<<20))/(1<<19) - 1
	}
	return g
}

// Values names the parameters of a genome of a config, as in edge=1 depth=3.
func Values(c *experiment.Config, g evolve.Genome) string {
	var list []string
	for i, v := range c.Shown(g) {
		list = append(list, fmt.Sprintf("%s=%.4g", c.Parameters[i].Name, v))
	}
	return strings.Join(list, " ")
}

// openings are positions of the whole game, most of them from its middle.
func (t *Trial) openings() (list []string, err error) {
	const number, longest = 48, 60
	b, err := t.game.Board(t.Config.Variant, "start")
	if err != nil {
		return nil, err
	}
	r := game.NewRand(game.Mix(t.Config.Seed, positionSeed))
	arena.Walk(b, longest, &r, true)
	most := max(2, len(b.Played())*7/10)
	for _, text := range append([]string{t.Config.Agent}, opponentNames(t.Config)...) {
		spec, err := agent.ParseSpec(text)
		if n := spec.MaxOpening(); err == nil && n > 0 {
			most = min(most, n)
		}
	}
	for i := range number {
		text, err := arena.Opening(t.game, t.Config.Variant, 1+i%most, game.Mix(t.Config.Seed, positionSeed, uint64(i), 1))
		if err != nil {
			continue // games are over before so many plies
		}
		list = append(list, text)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("tune: no position of %s found", t.Config.Game)
	}
	// A few positions have to tell as much as many: they come mixed.
	for i := range list {
		j := i + r.Intn(len(list)-i)
		list[i], list[j] = list[j], list[i]
	}
	return list, nil
}

func opponentNames(c *experiment.Config) (list []string) {
	for _, o := range c.Opponents {
		list = append(list, o.Agent)
	}
	return list
}

// BrokenError is a player that loses a game by its own doing.
type BrokenError struct {
	Player string // "the program", or an opponent
	Values string // of its parameters; "" for an opponent
	Foul   *arena.Foul
	Of     string // what was played, as in "12 games"
	From   string // the position in which the first foul's game, or single move, began
}

func (e *BrokenError) Error() string {
	with := ""
	if e.Values != "" {
		with = " with " + e.Values
	}
	return fmt.Sprintf("tune: %s%s failed in %d of %s, first by %s (from %s): %s", e.Player, with, e.Foul.Games, e.Of, e.Foul.Reason, e.From, e.Foul.Detail)
}

// Try plays a pair of games with the start parameters against each opponent. It returns
// a *ShortError if their time shows that the minutes will not do.
func (t *Trial) Try(ctx context.Context) error {
	t.Progress.Begin("trying the program", 2*len(t.opponents), "games")
	genomes := []evolve.Genome{t.Config.StartGenome()}
	agents, err := t.candidates(genomes)
	defer closeAll(agents)
	if err != nil {
		return err
	}
	if _, err := t.playPairs(ctx, aliveSeed, genomes, agents, 0); err != nil {
		return err
	}
	// The first games of the workers start the program; the others show what games cost.
	ended, workers := t.ended, cmp.Or(t.Workers, runtime.GOMAXPROCS(0))
	if len(ended) <= workers {
		return nil
	}
	const luck = 1.3
	game := ended[len(ended)-1].Sub(ended[workers-1]).Minutes() / float64(len(ended)-workers)
	if needed := t.Spent() + game*float64(leastNoiseGames(len(t.opponents))+leastGames); needed > luck*t.Minutes {
		return &ShortError{t.Minutes, needed}
	}
	return nil
}

// candidates are the programs with the parameters of genomes. Those up to the first that
// cannot be made are to be closed, too.
func (t *Trial) candidates(genomes []evolve.Genome) (list []agent.Agent, err error) {
	for _, g := range genomes {
		w := experiment.NewLayout(t.Config, nil).Weights(g, "")
		a, err := t.tuned.With(t.Config.TunedParameters(w))
		if err != nil {
			return list, err
		}
		list = append(list, a)
	}
	return list, nil
}

// closeAll ignores errors: only scratch folders can be left.
func closeAll(agents []agent.Agent) {
	for _, a := range agents {
		_ = a.Close()
	}
}

// playPairs has each candidate play a pair of games with each opponent, all from the same
// openings, and returns their scores from 0 to 1, by candidate and opponent.
func (t *Trial) playPairs(ctx context.Context, purpose uint64, genomes []evolve.Genome, candidates []agent.Agent, round int) (scores [][]float64, err error) {
	agents := slices.Concat(t.opponents, candidates)
	var jobs []arena.Job
	for i := range genomes {
		for o := range t.opponents {
			seed := game.Mix(t.Config.Seed, purpose, uint64(round), uint64(o))
			opening, err := arena.Opening(t.game, t.Config.Variant, t.Config.Fitness.OpeningPlies, seed)
			if err != nil {
				return nil, err
			}
			job := arena.Job{
				ID: len(jobs), Variant: t.Config.Variant, Pair: len(jobs) / 2, Opening: opening,
				First: len(t.opponents) + i, Second: o, Seed: game.Mix(seed, 1),
			}
			jobs = append(jobs, job, job.Swapped(false))
		}
	}
	records, err := t.Pool.Run(ctx, arena.Round{Game: t.game, Agents: agents, Done: t.count}, jobs)
	if err != nil {
		return nil, err
	}
	per := 2 * len(t.opponents)
	for i, g := range genomes {
		if err := t.foulOf(jobs[i*per:(i+1)*per], records[i*per:(i+1)*per], len(t.opponents)+i, "games", t.own(g)); err != nil {
			return nil, err
		}
		for o := range t.opponents {
			k := i*per + 2*o
			if err := t.foulOf(jobs[k:k+2], records[k:k+2], o, "games", BrokenError{Player: "the opponent " + t.Config.Opponents[o].Agent}); err != nil {
				return nil, err
			}
		}
		var list []float64
		for k := i * per; k < (i+1)*per; k += 2 {
			list = append(list, float64(records[k].Points(game.FirstWins)+records[k+1].Points(game.SecondWins))/4)
		}
		scores = append(scores, list)
	}
	return scores, nil
}

// own says of an error that it is the program's, with the parameters of a genome.
func (t *Trial) own(g evolve.Genome) BrokenError {
	return BrokenError{Player: "the program", Values: Values(t.Config, g)}
}

// foulOf returns a *BrokenError if a player lost one of its games, each a unit, by its own
// doing. What the player is called is in e.
func (t *Trial) foulOf(jobs []arena.Job, records []arena.Record, player int, unit string, e BrokenError) error {
	f := arena.FoulOf(jobs, records, player)
	if f == nil || t.Force {
		return nil
	}
	at := slices.IndexFunc(jobs, func(j arena.Job) bool { return j.ID == f.Game })
	e.Foul, e.Of, e.From = f, fmt.Sprintf("%d %s", len(jobs), unit), jobs[at].Opening
	return &e
}

// Spent is how many minutes have passed.
func (t *Trial) Spent() float64 { return time.Since(t.began).Minutes() }

// spent is the share of the task's minutes that has passed.
func (t *Trial) spent() float64 { return t.Spent() / t.Minutes }
