package evolve_test

import (
	"context"
	"math"
	"math/rand"

	"evolab/evolve"
	"evolab/game"
	"evolab/stats"
)

// field is a made-up game: a genome wins a game when its agreement with the
// hidden target, disturbed by what this opening favours, beats the opening's
// difficulty. As in a real game the disturbance depends on opening and genome.
type field struct {
	target     evolve.Genome
	noise      float64 // standard deviation of what an opening favours
	difficulty float64
}

func newField(dimension int, noise float64) field {
	rng := rand.New(rand.NewSource(99))
	target := make(evolve.Genome, dimension)
	for i := range target {
		target[i] = rng.NormFloat64()
	}
	return field{target.Normalized(), noise, .5}
}

func (f field) Score(_ context.Context, r evolve.Request) ([]evolve.Tally, error) {
	tallies := make([]evolve.Tally, len(r.Genomes))
	for pair := r.FirstPair; pair < r.FirstPair+r.Pairs; pair++ {
		seed := game.Mix(uint64(r.Generation), uint64(pair))
		rng := rand.New(rand.NewSource(int64(seed)))
		var favours [2]evolve.Genome
		for colour := range favours {
			favours[colour] = make(evolve.Genome, len(f.target))
			for i := range favours[colour] {
				favours[colour][i] = f.target[i] + f.noise*rng.NormFloat64()
			}
		}
		for i, g := range r.Genomes {
			wins := 0
			for _, favoured := range favours {
				if dot(g, favoured) > f.difficulty {
					wins++
				}
			}
			tallies[i] = tallies[i].Add(pairOf(wins))
		}
	}
	return tallies, nil
}

// truth is the expected fitness of a unit vector.
func (f field) truth(g evolve.Genome) float64 {
	return .5 * math.Erfc((f.difficulty-dot(g, f.target))/f.noise/math.Sqrt2)
}

func pairOf(wins int) evolve.Tally {
	fitness := float64(wins) / 2
	return evolve.Tally{Pairs: 1, WDL: stats.WDL{Wins: wins, Losses: 2 - wins}, Sum: fitness, SumSquares: fitness * fitness}
}

func dot(a, b evolve.Genome) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// revealing tells the first weight of a genome as its fitness.
type revealing struct{}

func reveal(g evolve.Genome) float64 { return (1 + g[0]) / 2 }

func (revealing) Score(_ context.Context, r evolve.Request) ([]evolve.Tally, error) {
	tallies := make([]evolve.Tally, len(r.Genomes))
	for i, g := range r.Genomes {
		n, f := float64(r.Pairs), reveal(g)
		tallies[i] = evolve.Tally{Pairs: r.Pairs, WDL: stats.WDL{Draws: 2 * r.Pairs}, Sum: n * f, SumSquares: n * f * f}
	}
	return tallies, nil
}

// scorerFunc is a scorer made of a function.
type scorerFunc func(ctx context.Context, r evolve.Request) ([]evolve.Tally, error)

func (f scorerFunc) Score(ctx context.Context, r evolve.Request) ([]evolve.Tally, error) {
	return f(ctx, r)
}

// even is a scorer for which all genomes are equal.
var even = scorerFunc(func(_ context.Context, r evolve.Request) ([]evolve.Tally, error) {
	tallies := make([]evolve.Tally, len(r.Genomes))
	for i := range tallies {
		n := float64(r.Pairs)
		tallies[i] = evolve.Tally{Pairs: r.Pairs, WDL: stats.WDL{Draws: 2 * r.Pairs}, Sum: n / 2, SumSquares: n / 4}
	}
	return tallies, nil
})
