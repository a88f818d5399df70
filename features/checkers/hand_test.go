package checkers_test

import (
	"math"
	"testing"

	"evolab/features"
	. "evolab/features/checkers"
	"evolab/game"
	"evolab/game/checkers"
	"evolab/internal/longtest"
	"evolab/search"
)

// pieces is material alone: a king is worth a man and a half.
func pieces() features.Weights {
	set := Set()
	return features.Weights{
		Game:     "checkers",
		Features: []string{"men", "kings"},
		Values:   []float64{scale(set, "men"), 1.5 * scale(set, "kings")},
	}
}

func scale(set features.Set[checkers.State], name string) float64 {
	return set.List[features.Index(set.List, name)].Scale
}

// The weights set by hand beat material alone, in pairs of games from random
// openings: the lower end of the interval (three standard errors) is above one
// half at every depth.
func TestHandBeatsMaterial(t *testing.T) {
	deepest := 2
	if longtest.Enabled() {
		deepest = 3
	}
	for depth := 1; depth <= deepest; depth++ {
		const pairs = 150
		mean, deviation := match(t, Hand(), pieces(), depth, pairs)
		low := mean - 3*deviation/math.Sqrt(pairs)
		t.Logf("depth %d: %.3f (above %.3f)", depth, mean, low)
		if low <= .5 {
			t.Errorf("depth %d: %.3f of the points, which may be as little as %.3f", depth, mean, low)
		}
	}
}

// match is a's mean result in a pair of games and its standard deviation.
func match(t *testing.T, a, b features.Weights, depth, pairs int) (mean, deviation float64) {
	t.Helper()
	first, second := player(t, a), player(t, b)
	sum, squares := 0.0, 0.0
	for seed := range uint64(pairs) {
		opening := opening(t, seed)
		limits := search.Limits{Depth: depth, Seed: seed + 1}
		x := (points(opening, first, second, limits) + 1 - points(opening, second, first, limits)) / 2
		sum += x
		squares += x * x
	}
	mean = sum / float64(pairs)
	return mean, math.Sqrt(squares/float64(pairs) - mean*mean)
}

type engine = search.Engine[checkers.State, *checkers.State]

func player(t *testing.T, w features.Weights) *engine {
	t.Helper()
	eval, err := features.NewLinear(Set(), w)
	if err != nil {
		t.Fatal(err)
	}
	return search.New[checkers.State](eval, nil)
}

// opening is the position after six random moves.
func opening(t *testing.T, seed uint64) checkers.State {
	t.Helper()
	s := parse(t, "start")
	r := game.NewRand(game.Mix(9, seed))
	game.Playout(&s, &r, 6, nil)
	return s
}

// points is what the player with the black pieces gets: 1, one half or 0.
func points(s checkers.State, black, white *engine, limits search.Limits) float64 {
	for !s.Outcome().Over() {
		player := black
		if s.Turn() == game.Second {
			player = white
		}
		s.Play(player.Search(&s, limits).Move, &s)
	}
	switch s.Outcome().Result {
	case game.FirstWins:
		return 1
	case game.Draw:
		return .5
	}
	return 0
}
