package evolve

import (
	"context"
	"fmt"
	"math"

	"evolab/stats"
)

// Request asks for games: every genome plays the pairs FirstPair to
// FirstPair+Pairs-1 of the generation's openings, so all meet the same ones.
type Request struct {
	Generation int
	Genomes    []Genome // not to be changed
	FirstPair  int
	Pairs      int
	// Couples: genomes 2i and 2i+1 play pairs of their own, FirstPair+i*Pairs and the
	// Pairs-1 that follow, both the same.
	Couples bool
	// Duels, with Couples: they meet each other in these pairs, and no opponent. The tally of
	// the second is that of the first with sides swapped.
	Duels bool
}

// First is the first pair that a genome of the request plays.
func (r *Request) First(genome int) int {
	if r.Couples {
		return r.FirstPair + genome/2*r.Pairs
	}
	return r.FirstPair
}

// End is the pair after the last one of the request.
func (r *Request) End() int { return r.First(len(r.Genomes)-1) + r.Pairs }

// Scorer plays games. Score returns one Tally of r.Pairs pairs for each genome
// of the request, in its order. It should return soon after ctx is cancelled.
type Scorer interface {
	Score(ctx context.Context, r Request) ([]Tally, error)
}

// checkedScore asks the scorer and refuses an answer that does not fit the request.
// After a cancellation the error is ctx.Err() and nothing else.
func checkedScore(ctx context.Context, s Scorer, r Request) ([]Tally, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	tallies, err := s.Score(ctx, r)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err == nil {
		err = r.accepts(tallies)
	}
	if err != nil {
		return nil, fmt.Errorf("score generation %d, pairs from %d: %w", r.Generation, r.FirstPair, err)
	}
	return tallies, nil
}

func (r Request) accepts(tallies []Tally) error {
	if len(tallies) != len(r.Genomes) {
		return fmt.Errorf("number of tallies: %d (expected: %d, one for each genome)", len(tallies), len(r.Genomes))
	}
	for i, t := range tallies {
		if err := t.check(); err != nil {
			return fmt.Errorf("genome %d: %w", i, err)
		}
		if t.Pairs != r.Pairs {
			return fmt.Errorf("genome %d: pairs played: %d (expected: %d)", i, t.Pairs, r.Pairs)
		}
	}
	return nil
}

// play lets players meet some pairs of a generation, adds the results to their
// tallies and to the generation's games, and returns the fresh tallies alone.
func (g *Generation) play(ctx context.Context, s Scorer, players []Individual, first, pairs int) ([]Tally, error) {
	return g.score(ctx, s, players, Request{FirstPair: first, Pairs: pairs})
}

// playCouples is play for couples, with pairs of their own, who may meet each other.
func (g *Generation) playCouples(ctx context.Context, s Scorer, players []Individual, first, pairs int, duels bool) ([]Tally, error) {
	return g.score(ctx, s, players, Request{FirstPair: first, Pairs: pairs, Couples: true, Duels: duels})
}

func (g *Generation) score(ctx context.Context, s Scorer, players []Individual, r Request) ([]Tally, error) {
	r.Generation = g.Index
	for _, p := range players {
		r.Genomes = append(r.Genomes, p.Genome)
	}
	fresh, err := checkedScore(ctx, s, r)
	for i, t := range fresh {
		players[i].Tally = players[i].Tally.Add(t)
		if !r.Duels || i%2 == 0 { // both have played the same games
			g.Games += t.Games()
		}
	}
	return fresh, err
}

// Tally is what an optimiser learns about a genome's games. A pair is one opening
// played with both colours. Fitness is a number from 0 (worst) to 1 (best):
// Sum/Pairs is the genome's, and SumSquares/Pairs minus its square is the
// variance of a pair.
type Tally struct {
	Pairs int `json:"pairs"`
	stats.WDL
	Sum        float64 `json:"sum"`
	SumSquares float64 `json:"sum_squares"`
}

// Mean returns the mean fitness of a pair, 0 when none was played.
func (t Tally) Mean() float64 {
	if t.Pairs == 0 {
		return 0
	}
	return t.Sum / float64(t.Pairs)
}

// Lower returns the cautious fitness Mean - caution/sqrt(Games), minus
// infinity when nothing was played. The best of many equal means is mostly the
// luckiest one; ranking by Lower makes up for it.
func (t Tally) Lower(caution float64) float64 {
	if t.Games() == 0 {
		return math.Inf(-1)
	}
	return t.Mean() - caution/math.Sqrt(float64(t.Games()))
}

// Add returns the tally of both sets of games together.
func (t Tally) Add(other Tally) Tally {
	return Tally{
		Pairs:      t.Pairs + other.Pairs,
		WDL:        t.WDL.Add(other.WDL),
		Sum:        t.Sum + other.Sum,
		SumSquares: t.SumSquares + other.SumSquares,
	}
}

// check reports numbers that no set of played pairs can have. A sum of squares
// has no upper bound: if an objective is steep where the genome stands, a pair can
// have a larger variance than values from 0 to 1 can.
func (t Tally) check() error {
	// Sums of rounded terms may miss the bounds by rounding errors.
	pairs, slack := float64(t.Pairs), float64(1e-9*float64(t.Pairs))
	switch {
	case t.Pairs < 1:
		return fmt.Errorf("number of pairs: %d (expected: 1 or more)", t.Pairs)
	case t.Wins < 0 || t.Draws < 0 || t.Losses < 0 || t.Games() < t.Pairs:
		return fmt.Errorf("tally: pairs: %d, won %d, drawn %d, lost %d", t.Pairs, t.Wins, t.Draws, t.Losses)
	case !(t.Sum >= 0 && t.Sum <= pairs+slack):
		return fmt.Errorf("tally: pairs: %d, fitness sum %v", t.Pairs, t.Sum)
	case !(t.SumSquares >= t.Sum*t.Sum/pairs-slack) || math.IsInf(t.SumSquares, 1):
		return fmt.Errorf("tally: pairs: %d, fitness sum %v, sum of squares %v", t.Pairs, t.Sum, t.SumSquares)
	}
	return nil
}
