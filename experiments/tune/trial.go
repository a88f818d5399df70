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
	"evolab/internal/quantity"
)

// Task is what is to be tuned, and what is known before anything is played.
type Task struct {
	Config   *experiment.Config // the program, its parameters and its opponents
	Minutes  float64            // that everything may take: nothing is played after them
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
	playing   time.Time // when the first game began

	mu    sync.Mutex
	ended []time.Time // of the games
}

// measureShare is the share of the minutes after which nothing is tried or measured any
// more: the rest is for the search.
const measureShare = .5

// within is a context that ends with the time for measuring. late turns an error that
// comes of that into a *ShortError.
func (t *Trial) within(ctx context.Context) (measuring context.Context, late func(error) error, cancel context.CancelFunc) {
	measuring, cancel = context.WithDeadline(ctx, t.began.Add(t.minutes(measureShare)))
	late = func(err error) error {
		var broken *BrokenError
		if err == nil || errors.As(err, &broken) || measuring.Err() == nil || ctx.Err() != nil {
			return err
		}
		return t.short()
	}
	return measuring, late, cancel
}

func (t *Trial) minutes(share float64) time.Duration {
	return time.Duration(share * t.Minutes * float64(time.Minute))
}

// End is when nothing is played any more.
func (t *Trial) End() time.Time { return t.began.Add(t.minutes(1)) }

// Patience is how long a move may take: who takes longer hangs, or is too slow for any
// search in so many minutes.
func Patience(minutes float64) time.Duration {
	const share, start, least, most = .1, .4, 3 * time.Second, time.Minute // the first move has a program to start
	all := minutes * float64(time.Minute)
	return min(most, max(time.Duration(share*all), min(least, time.Duration(start*all))))
}

// short is the error of minutes that are over before anything is known: the games so far
// show what is needed at least.
func (t *Trial) short() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	games := float64(leastNoiseGames(len(t.Config.Opponents)) + leastGames) // they may not be open yet
	if len(t.ended) == 0 {
		return &ShortError{Minutes: t.Minutes, Needed: t.Spent() * games / float64(t.workers()), AtLeast: true}
	}
	return &ShortError{Minutes: t.Minutes, Needed: t.Spent() + t.ended[len(t.ended)-1].Sub(t.playing).Minutes()*games/float64(len(t.ended))}
}

// workers is how many games are played at a time.
func (t *Trial) workers() int { return cmp.Or(t.Workers, runtime.GOMAXPROCS(0)) }

// Open makes the program and the opponents, and compiles them.
func Open(ctx context.Context, task Task) (t *Trial, err error) {
	t = &Trial{Task: task, began: time.Now()}
	t.Programs.Wall = Patience(t.Minutes)
	ctx, late, cancel := t.within(ctx)
	defer cancel()
	defer func() {
		if err != nil {
			err = errors.Join(late(err), t.Close())
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
		return t, fmt.Errorf("%q takes no parameters", task.Config.Agent)
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

func (t *Trial) randomGenome(number int) evolve.Genome {
	r := game.NewRand(game.Mix(t.Config.Seed, vectorSeed, uint64(number)))
	g := make(evolve.Genome, len(t.Config.Parameters))
	for i := range g {
		g[i] = float64(r.Intn(1<<20)-1<<19) / (1 << 19)
	}
	return g
}

// Values names the parameters of a genome of a config, as in edge=1 depth=3.
func Values(c *experiment.Config, g evolve.Genome) string {
	var list []string
	for i, v := range c.Shown(g) {
		list = append(list, c.Parameters[i].Name+"="+quantity.Digits(v, 4))
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
		return nil, fmt.Errorf("no position of %s found", t.Config.Game)
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
	return fmt.Sprintf("%s%s failed in %d of %s, first by %s (from %s): %s", e.Player, with, e.Foul.Games, e.Of, e.Foul.Reason, e.From, e.Foul.Detail)
}

// Try plays pairs of games with the start parameters against each opponent. It returns
// a *ShortError if their time shows that the minutes will not do.
func (t *Trial) Try(ctx context.Context) (err error) {
	// The first games of the workers start the program; the others show what games cost.
	rounds, workers := 1, t.workers()
	for 2*len(t.opponents)*rounds <= workers {
		rounds++
	}
	t.Progress.Begin("trying the program", 2*len(t.opponents)*rounds, "game")
	ctx, late, cancel := t.within(ctx)
	defer cancel()
	t.playing = time.Now()
	genomes := []evolve.Genome{t.Config.StartGenome()}
	agents, err := t.candidates(genomes)
	defer closeAll(agents)
	if err != nil {
		return late(err)
	}
	for round := range rounds {
		if _, err := t.playPairs(ctx, aliveSeed, genomes, agents, round); err != nil {
			return late(err)
		}
	}
	const luck = 1.3
	game := t.ended[len(t.ended)-1].Sub(t.ended[workers-1]).Minutes() / float64(len(t.ended)-workers)
	if needed := t.Spent() + float64(game*float64(leastNoiseGames(len(t.opponents))+leastGames)); needed > luck*t.Minutes {
		return &ShortError{Minutes: t.Minutes, Needed: needed}
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
	agents := slices.Concat(candidates, t.opponents)
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
				First: i, Second: len(genomes) + o, Seed: game.Mix(seed, 1),
			}
			jobs = append(jobs, job, job.Swapped(false))
		}
	}
	players := t.own(genomes)
	for _, o := range t.Config.Opponents {
		players = append(players, player{name: "the opponent " + o.Agent})
	}
	records, err := t.play(ctx, jobs, agents, players, "game")
	if err != nil {
		return nil, err
	}
	per := 2 * len(t.opponents)
	for i := range genomes {
		var list []float64
		for k := i * per; k < (i+1)*per; k += 2 {
			list = append(list, float64(records[k].Points(game.FirstWins)+records[k+1].Points(game.SecondWins))/4)
		}
		scores = append(scores, list)
	}
	return scores, nil
}

// player is who may fail in a game.
type player struct{ name, values string } // values of its parameters; "" for an opponent

// own is the program with the parameters of each genome.
func (t *Trial) own(genomes []evolve.Genome) (list []player) {
	for _, g := range genomes {
		list = append(list, player{"the program", Values(t.Config, g)})
	}
	return list
}

// play plays jobs, each a unit. Unless that is allowed, a *BrokenError says which player
// lost one by its own doing. The first that is lost by the clock ends the others: a
// program that hangs would do so in each of them.
func (t *Trial) play(ctx context.Context, jobs []arena.Job, agents []agent.Agent, players []player, unit string) ([]arena.Record, error) {
	playing, stop := context.WithCancel(ctx)
	defer stop()
	var mu sync.Mutex
	var done []arena.Record
	hangs := false
	seen := func(rec arena.Record) {
		t.Progress.Add(1)
		mu.Lock()
		defer mu.Unlock()
		done = append(done, rec)
		if unit == "game" {
			t.ended = append(t.ended, time.Now())
		}
		if rec.Reason == arena.Time && rec.Failure != "" && !t.Force {
			hangs = true
			stop()
		}
	}
	records, err := t.Pool.Run(playing, arena.Round{Game: t.game, Agents: agents, Done: seen}, jobs)
	mu.Lock()
	defer mu.Unlock()
	if hangs {
		slices.SortFunc(done, func(a, b arena.Record) int { return cmp.Compare(a.Job, b.Job) })
		records, err = done, nil
	}
	if err != nil || t.Force {
		return records, err
	}
	for i, p := range players {
		if e := foulOf(jobs, records, i, unit); e != nil {
			e.Player, e.Values = p.name, p.values
			return nil, e
		}
	}
	return records, nil
}

// foulOf is the *BrokenError of a player that lost one of its games, each a unit, by its
// own doing; nil: it lost none.
func foulOf(jobs []arena.Job, records []arena.Record, player int, unit string) *BrokenError {
	var own []arena.Job
	var of []arena.Record
	for _, rec := range records {
		if job := jobs[rec.Job]; job.First == player || job.Second == player {
			own, of = append(own, job), append(of, rec)
		}
	}
	f := arena.FoulOf(own, of, player)
	if f == nil {
		return nil
	}
	return &BrokenError{Foul: f, Of: quantity.Of(len(own), unit), From: jobs[f.Game].Opening}
}

// Spent is how many minutes have passed.
func (t *Trial) Spent() float64 { return time.Since(t.began).Minutes() }

// spent is the share of the task's minutes that has passed.
func (t *Trial) spent() float64 { return t.Spent() / t.Minutes }
