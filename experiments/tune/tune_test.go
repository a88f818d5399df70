package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"evolab/experiments/experiment"
	"evolab/game"
	"evolab/internal/config"
)

// The noise is what neither the candidate nor the opening explains.
func TestNoise(t *testing.T) {
	for _, c := range []struct {
		name         string
		scores       [][]float64 // the start first
		pair, spread float64
	}{
		{"candidates alone", [][]float64{{.2, .2}, {.4, .4}, {.6, .6}}, 0, math.Sqrt(.02)},
		{"openings alone", [][]float64{{.2, .6}, {.2, .6}, {.2, .6}}, 0, 0},
		{"nothing but noise", [][]float64{{0, 1}, {1, 0}, {0, 1}, {1, 0}}, math.Sqrt(2. / 3), 0},
	} {
		n := newNoise(c.scores)
		if math.Abs(n.Pair-c.pair) > 1e-9 || math.Abs(n.Spread-c.spread) > 1e-9 {
			t.Errorf("%s: noise %v, spread %v, want %v, %v", c.name, n.Pair, n.Spread, c.pair, c.spread)
		}
	}
	none := Noise{Pair: .3, Game: 1}
	if !math.IsInf(none.Ratio(), 1) || !strings.Contains(none.String(), "no difference") {
		t.Errorf("no spread: %v, %s", none.Ratio(), none.String())
	}
}

// Moves of a program that draws lots differ only if more than chance changes them.
func TestSpeed(t *testing.T) {
	for seconds, want := range map[float64]string{1 / 2345.6: "2346 games/s", 1 / 12.34: "12.3 games/s", 1.5: "1.5 s a game"} {
		if got := (&Noise{Game: seconds}).speed(); got != want {
			t.Errorf("%v s a game: %q (expected: %q)", seconds, got, want)
		}
	}
}

func TestDiffer(t *testing.T) {
	r := game.NewRand(1)
	moves := func(likely ...uint64) (list []answers) { // of each value
		for range 20 {
			var of answers
			for _, m := range likely {
				var asked []uint64
				for range 8 {
					if r.Intn(10) < 6 { // of ten moves, six are noise
						asked = append(asked, uint64(r.Intn(5)))
						continue
					}
					asked = append(asked, m)
				}
				of = append(of, asked)
			}
			list = append(list, of)
		}
		return list
	}
	if differ(moves(1, 1, 1), true, 7) {
		t.Error("the same program seems to play in several ways")
	}
	if !differ(moves(1, 2), true, 7) || !differ(moves(1, 1, 2), true, 7) {
		t.Error("another likeliest move is not seen")
	}
	same, middle := []answers{{{1}, {1}, {1}}, {{2}, {2}, {2}}}, []answers{{{1}, {1}, {1}}, {{2}, {2}, {3}}}
	if differ(same, false, 7) || !differ(middle, false, 7) {
		t.Error("without noise, one other move is an effect, and none is none")
	}
}

// Both ends of a range may be alike: values between them are tried, each whole number of a
// few.
func TestProbes(t *testing.T) {
	for _, c := range []struct {
		p    experiment.Parameter
		n    int
		want string
	}{
		{experiment.Parameter{Low: -1, High: 1}, 3, "-1 1 0"},
		{experiment.Parameter{Low: 0, High: 1, Integer: true}, 5, "0 1"},
		{experiment.Parameter{Low: 1, High: 3, Integer: true}, 3, "1 3 2"},
		{experiment.Parameter{Low: 0, High: 7, Integer: true}, 5, "0 7 4 2 6"},
	} {
		var got []string
		for _, gene := range probes(c.p, c.n) {
			config := &experiment.Config{Objective: experiment.CommandObjective, Parameters: []experiment.Parameter{c.p}}
			got = append(got, fmt.Sprint(config.Shown([]float64{gene})[0]))
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %s, want %s", c.p.Range(), text, c.want)
		}
	}
}

// Not to see an effect refuses a parameter only if it proves something.
func TestIdle(t *testing.T) {
	for _, c := range []struct {
		about string
		e     Effects
		want  bool
	}{
		{"each has one", Effects{}, false},
		{"one has none", Effects{Idle: []string{"a"}}, true},
		{"in too little time", Effects{Idle: []string{"a"}, Late: true}, false},
		{"none has any", Effects{Idle: []string{"a", "b"}, Late: true}, true},
		{"none of a noisy program", Effects{Idle: []string{"a", "b"}, Noisy: true}, false},
	} {
		c.e.parameters = 2
		if err := c.e.Error(); (err != nil) != c.want {
			t.Errorf("%s: %v", c.about, err)
		}
	}
}

// The budget follows from what games cost.
func TestPlan(t *testing.T) {
	for _, c := range []struct {
		name    string
		noise   Noise
		minutes float64
		games   int // of the search; 0: the time is too short
		pairs   int // of an iteration
	}{
		{"few slow games", Noise{Pair: .3, Game: 1}, 5, 142, 1},
		{"some games", Noise{Pair: .3, Game: .1}, 5, 1840, 1},
		{"many games", Noise{Pair: .3, Game: .01}, 5, 18416, 1},
		{"a program that starts slowly", Noise{Pair: .3, Game: .001, Opening: .2}, 5, 44646, 32},
		{"no time", Noise{Pair: .3, Game: 1}, .5, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := example(4)
			p, err := NewPlan(config, c.noise, c.minutes, .1, 2)
			if (err != nil) != (c.games == 0) || err == nil && (p.Games != c.games || p.Pairs != c.pairs) {
				t.Fatalf("%d games, %d pairs an iteration, %v; want %d, %d", p.Games, p.Pairs, err, c.games, c.pairs)
			}
			if err != nil {
				return
			}
			text, err := p.YAML(config, p.Why)
			if err != nil {
				t.Fatal(err)
			}
			read, err := experiment.Parse("tune.yaml", text, nil)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if read.Optimizer.Name != p.Optimizer || read.TrainingGames != p.Games || !slices.Equal(read.Parameters, config.Parameters) {
				t.Errorf("the experiment is another one:\n%s", text)
			}
			took := c.noise.Game*float64(p.Games+(2*len(config.Opponents)+1)*p.TestGames) + c.noise.Opening*float64(p.Games)/float64(2*p.Pairs)
			if took > 60*c.minutes {
				t.Errorf("%.0f s of games in %g minutes:\n%s", took, c.minutes, text)
			}
		})
	}
}

// example is an experiment with so many parameters.
func example(parameters int) *experiment.Config {
	c := &experiment.Config{}
	config.Defaults(c)
	c.Name, c.Game, c.Pass, c.Seed = "tune", "littlego", "env", 1
	c.Agent = `lines:dir=a,cmd=./a "<x>" & : é`
	for i := range parameters {
		c.Parameters = append(c.Parameters, experiment.Parameter{Name: string(rune('a' + i)), Low: -1, High: 1})
	}
	c.Opponents = []experiment.Opponent{{Agent: "random", Share: 1}, {Agent: "hand:depth=1", Share: 1}}
	return c
}

// The search leaves time for the test, even if its games are expected to take none.
func TestClock(t *testing.T) {
	for last, want := range map[float64]time.Duration{.1: 9 * time.Second, 20: 22 * time.Second} {
		clock := (&Plan{Last: last}).Clock(time.Now().Add(time.Minute + time.Duration(drawing*float64(time.Second))))
		if got := clock.End.Sub(clock.Training); (got - want).Abs() > time.Second {
			t.Errorf("a test of %v s has %v (expected: about %v)", last, got, want)
		}
	}
}

// The minutes may be over before the program is compiled, and so before any opponent is
// there.
func TestOverBeforeAnythingIsOpen(t *testing.T) {
	c := &experiment.Config{Opponents: []experiment.Opponent{{Agent: "random", Share: 1}}}
	trial := &Trial{Task: Task{Config: c, Minutes: .05, Workers: 1}, began: time.Now().Add(-time.Minute)}
	_, late, cancel := trial.within(t.Context())
	defer cancel()
	var short *ShortError
	if err := late(context.DeadlineExceeded); !errors.As(err, &short) || !short.AtLeast || short.Needed <= .05 {
		t.Errorf("%v", err)
	}
}
