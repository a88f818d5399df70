package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Two players are rated as their match is: the distance is the Elo of the score.
func TestRatingsOfTwoAreTheirElo(t *testing.T) {
	pairs := Pentanomial{10, 20, 300, 400, 270}
	list := Ratings(2, []Encounter{{0, 1, pairs}})
	distance := list[0].Value - list[1].Value
	if want := pairs.Elo().Value; math.Abs(distance-want) > 1 {
		t.Errorf("distance %.2f, Elo of the match %.2f", distance, want)
	}
	// The distance to the mean is half the distance, and so is its error.
	width, want := list[0].High-list[0].Low, (pairs.Elo().High-pairs.Elo().Low)/2
	if math.Abs(width/want-1) > .02 {
		t.Errorf("width %.2f, half of the match's %.2f", width, want)
	}
}

func TestRatingsOfAPool(t *testing.T) {
	// 0 beats 1 as 1 beats 2; 3 has not played.
	met := []Encounter{
		{0, 1, Pentanomial{0, 0, 50, 0, 50}},
		{2, 1, Pentanomial{50, 0, 50, 0, 0}},
	}
	list := Ratings(4, met)
	if d, e := list[0].Value-list[1].Value, list[1].Value-list[2].Value; math.Abs(d-e) > 1 || d < 180 || d > 192 {
		t.Errorf("steps of %.1f and %.1f, want 191 less what the prior takes", d, e)
	}
	sum := 0.0
	for _, r := range list {
		sum += r.Value
		if r.Low > r.Value || r.Value > r.High {
			t.Errorf("%+v", r)
		}
	}
	if math.Abs(sum) > 1e-6 {
		t.Errorf("the ratings' sum is %g", sum)
	}
	if list[3].High-list[3].Low < 400 {
		t.Errorf("a player without games: %+v", list[3])
	}
}

func TestRatingsAreFinite(t *testing.T) {
	for name, met := range map[string][]Encounter{
		"one-sided": {{0, 1, Pentanomial{0, 0, 0, 0, 5000}}},
		"chain":     {{0, 1, Pentanomial{0, 0, 0, 0, 5000}}, {1, 2, Pentanomial{0, 0, 0, 0, 5000}}},
		"circle":    {{0, 1, Pentanomial{0, 0, 0, 0, 9}}, {1, 2, Pentanomial{0, 0, 0, 0, 9}}, {2, 0, Pentanomial{0, 0, 0, 0, 9}}},
		"no games":  nil,
	} {
		for i, r := range Ratings(3, met) {
			if math.IsNaN(r.Value) || math.IsNaN(r.Low) || math.IsNaN(r.High) || math.Abs(r.Value) > 3*EloLimit || r.High <= r.Low {
				t.Errorf("%s: player %d: %+v", name, i, r)
			}
		}
	}
}

// In simulated round robins the interval holds the truth about as often as it
// says, for independent games and for pairs that end alike.
func TestCoverageOfRatings(t *testing.T) {
	truth := []float64{-250, -120, -30, 50, 100, 250}
	for _, c := range []struct {
		pairs int
		alike float64
	}{{10, 0}, {10, .5}, {100, 0}, {100, .5}} {
		r := rand.New(rand.NewPCG(5, 6))
		const pools = 400
		held := 0
		for range pools {
			var met []Encounter
			for a := range truth {
				for b := range a {
					p := 1 / (1 + math.Pow(10, (truth[b]-truth[a])/400))
					e := Encounter{A: a, B: b}
					for range c.pairs {
						x, y := source{p, p, 0, c.alike}.pair(r)
						e.Pairs.Add(x + y)
					}
					met = append(met, e)
				}
			}
			for i, e := range Ratings(len(truth), met) {
				if e.Low <= truth[i] && truth[i] <= e.High {
					held++
				}
			}
		}
		rate := float64(held) / float64(pools*len(truth))
		t.Logf("%d pairs, %.1f alike: %.1f %%", c.pairs, c.alike, 100*rate)
		if rate < .935 || rate > .99 {
			t.Errorf("%d pairs, %.1f alike: the intervals hold the truth in %.1f %%", c.pairs, c.alike, 100*rate)
		}
	}
}
