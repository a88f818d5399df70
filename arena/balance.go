package arena

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"

	"golang.org/x/sync/errgroup"

	"evolab/agent"
	"evolab/game"
)

// Balance chooses openings from which both sides can win: an agent plays a
// reference match against itself from each, and the first side's score must be
// close to one half. Pairs of games from a lopsided opening end 1 - 1 and say
// nothing.
//
// Selection by noisy games flatters the scores: the openings are balanced on the
// whole, but not necessarily each one.
type Balance struct {
	Agent  agent.Agent
	Games  int     // of the reference match, from each opening
	Within float64 // how far from one half the score may be
}

// Choice says which openings to choose: the numbers From..To-1 of the sequence
// that the seed decides.
type Choice struct {
	Game     agent.Game
	Variant  string
	Plies    int
	From, To int
	Seed     uint64
	Workers  int // 0: one a core
}

// Choose returns the openings; they are the same for any number of workers.
func (b *Balance) Choose(ctx context.Context, c Choice) ([]string, error) {
	list := make([]string, c.To-c.From)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(cmp.Or(c.Workers, runtime.GOMAXPROCS(0)))
	for i := range list {
		group.Go(func() (err error) {
			list[i], err = b.one(ctx, &c, uint64(c.From+i))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return list, nil
}

// one tries openings until one is balanced.
func (b *Balance) one(ctx context.Context, c *Choice, number uint64) (string, error) {
	const tries = 500
	for try := range uint64(tries) {
		seed := game.Mix(c.Seed, number, try)
		text, err := Opening(c.Game, c.Variant, c.Plies, seed)
		if err != nil {
			return "", err
		}
		score, err := b.score(ctx, c, text, seed)
		if err != nil {
			return "", err
		}
		if math.Abs(score-.5) <= b.Within {
			return text, nil
		}
	}
	return "", fmt.Errorf("arena: none of %d openings of %d plies is within %g of an even score", tries, c.Plies, b.Within)
}

// score is the first side's in the reference match.
func (b *Balance) score(ctx context.Context, c *Choice, opening string, seed uint64) (float64, error) {
	jobs := make([]Job, b.Games)
	for i := range jobs {
		jobs[i] = Job{ID: i, Variant: c.Variant, Opening: opening, First: 0, Second: 0, Seed: game.Mix(seed, uint64(i), 1)}
	}
	records, err := Cores{Workers: 1}.Run(ctx, Round{Game: c.Game, Agents: []agent.Agent{b.Agent}}, jobs)
	if err != nil {
		return 0, err
	}
	halves := 0
	for _, rec := range records {
		halves += rec.Points(game.FirstWins)
	}
	return float64(halves) / float64(2*len(records)), nil
}
