package budget

import (
	"testing"
	"time"

	"evolab/game"
)

const ms = time.Millisecond

// What a move may take, of what there is.
func TestPlan(t *testing.T) {
	process := Allowance{Used: 1500 * time.Microsecond, Apart: 2500 * time.Microsecond}
	for _, c := range []struct {
		name       string
		a          Allowance
		soft, hard [2]time.Duration // least and most
		hurry      bool
	}{
		{name: "no clock"},
		{"a single move", Allowance{Move: time.Second, Choices: 20}, [2]time.Duration{}, [2]time.Duration{950 * ms, 956 * ms}, false},
		{"a long single move", Allowance{Move: 30 * time.Second}, [2]time.Duration{}, [2]time.Duration{29700 * ms, 29700 * ms}, false},
		{"a process with 0.01 s", with(process, 10*ms, 0, 0), [2]time.Duration{}, [2]time.Duration{1 * ms, 1 * ms}, false},
		{"too short to search", with(process, 5*ms, 0, 0), [2]time.Duration{}, [2]time.Duration{1, 1}, true},
		{"a game", Allowance{Left: 100 * time.Second, Moves: 40}, [2]time.Duration{2450 * ms, 2500 * ms}, [2]time.Duration{9 * time.Second, 10 * time.Second}, false},
		{"the last move of a game", Allowance{Left: time.Second, Moves: 1}, [2]time.Duration{950 * ms, 956 * ms}, [2]time.Duration{950 * ms, 956 * ms}, false},
		{"the last but one", Allowance{Left: time.Second, Moves: 2}, [2]time.Duration{470 * ms, 480 * ms}, [2]time.Duration{700 * ms, 720 * ms}, false},
		{"a game in which no move takes long", Allowance{Left: 100 * time.Second, Moves: 40, Pace: Pace{Longest: 2}}, [2]time.Duration{2450 * ms, 2500 * ms}, [2]time.Duration{4900 * ms, 5 * time.Second}, false},
		{"processes cost time themselves", with(process, 0, time.Second, 100), [2]time.Duration{5 * ms, 6 * ms}, [2]time.Duration{20 * ms, 24 * ms}, false},
		{"more processes than there is time for", with(process, 0, 300*ms, 100), [2]time.Duration{100 * time.Microsecond, 150 * time.Microsecond}, [2]time.Duration{100 * time.Microsecond, 150 * time.Microsecond}, false},
		{"the game's clock is the tighter one", with(Allowance{}, time.Second, time.Second, 10), [2]time.Duration{90 * ms, 100 * ms}, [2]time.Duration{360 * ms, 400 * ms}, false},
		{"the move's clock is", with(Allowance{}, 50*ms, time.Second, 10), [2]time.Duration{43 * ms, 45 * ms}, [2]time.Duration{43 * ms, 45 * ms}, false},
		{"nothing to choose", Allowance{Move: time.Second, Choices: 1}, [2]time.Duration{}, [2]time.Duration{1, 1}, true},
		{"nothing to choose, and no clock", Allowance{Choices: 1}, [2]time.Duration{}, [2]time.Duration{}, false},
	} {
		var m Manager
		m.Begin(c.a)
		if m.soft < c.soft[0] || m.soft > c.soft[1] || m.hard < c.hard[0] || m.hard > c.hard[1] || m.Hurry() != c.hurry {
			t.Errorf("%s: soft %v, hard %v, hurry %v, want %v, %v, %v", c.name, m.soft, m.hard, m.Hurry(), c.soft, c.hard, c.hurry)
		}
		if m.Hard() != c.a.Hard() {
			t.Errorf("%s: %v and %v", c.name, m.Hard(), c.a.Hard())
		}
	}
}

func with(a Allowance, move, left time.Duration, moves int) Allowance {
	a.Move, a.Left, a.Moves = move, left, moves
	return a
}

// A long game by processes ends in time, although every fourth move takes all
// that it may.
func TestAGameNeverRunsOut(t *testing.T) {
	for _, left := range []time.Duration{time.Second, 10 * time.Second, 100 * time.Second} {
		for _, name := range []string{"checkers", "halma"} {
			left, total, length := left, left, lengths[name]
			const moves = 120
			for n := range moves {
				a := Allowance{Left: left, Used: 1500 * time.Microsecond, Apart: 2500 * time.Microsecond}
				a.Share(&length, 1000*n/moves, AnyNumber)
				var m Manager
				if m.Begin(a); n%4 == 0 {
					left -= m.hard
				} else {
					left -= m.soft
				}
				if left -= 3 * ms; left < 0 {
					t.Errorf("%s: %v: out of time at move %d", name, total, n)
					break
				}
			}
		}
	}
}

// iteration is what the search reports after one.
type iteration struct {
	elapsed time.Duration
	best    game.Move
	score   int
	again   bool
}

func TestAgain(t *testing.T) {
	single, rest := Allowance{Move: time.Second, Choices: 9}, Allowance{Left: 10 * time.Second, Moves: 10, Choices: 9}
	thrifty, eager := rest, rest
	thrifty.Pace.Thrifty = true
	eager.Pace.Calm = 100
	for _, c := range []struct {
		name       string
		a          Allowance
		iterations []iteration
	}{
		{"no clock, no end", Allowance{}, []iteration{{time.Hour, 1, 0, true}, {9 * time.Hour, 1, 0, true}}},
		{"what a single move does not use is lost", single, []iteration{{100 * ms, 1, 0, true}, {900 * ms, 1, 0, true}, {960 * ms, 1, 0, false}}},
		{"a calm search ends early", rest, []iteration{{50 * ms, 1, 0, true}, {150 * ms, 1, 0, true}, {400 * ms, 1, 0, false}}},
		{"where calm is worth more, it does not", eager, []iteration{{50 * ms, 1, 0, true}, {150 * ms, 1, 0, true}, {400 * ms, 1, 0, true}}},
		{"one that wavers goes on", rest, []iteration{{50 * ms, 1, 0, true}, {150 * ms, 2, 0, true}, {400 * ms, 1, 0, true}}},
		{"so does one whose score falls", rest, []iteration{{100 * ms, 1, 500, true}, {200 * ms, 1, 500, true}, {400 * ms, 1, -900, true}}},
		{"an iteration that cannot end in time is not begun", rest, []iteration{{10 * ms, 1, 0, true}, {60 * ms, 1, 0, true}, {460 * ms, 2, 0, false}}},
		{"time is saved while the score is level", thrifty, []iteration{{10 * ms, 1, 0, true}, {30 * ms, 1, -2000, true}, {120 * ms, 1, 2000, false}}},
		{"but not by a side that is ahead", thrifty, []iteration{{10 * ms, 1, 0, true}, {30 * ms, 1, 0, true}, {120 * ms, 1, 2048, true}}},
		{"nor by one that is behind", thrifty, []iteration{{10 * ms, 1, 0, true}, {30 * ms, 1, 0, true}, {120 * ms, 1, -2048, true}}},
		{"one legal move", Allowance{Left: time.Second, Moves: 9, Choices: 1}, []iteration{{1, 1, 0, false}}},
	} {
		var m Manager
		m.Begin(c.a)
		for i, it := range c.iterations {
			if got := m.Again(it.elapsed, it.best, it.score); got != it.again {
				t.Errorf("%s: iteration %d: %v", c.name, i+1, got)
			}
		}
	}
}

// Nodes are counted where the clock is coarse, by what is known of the speed.
func TestSpeed(t *testing.T) {
	for _, c := range []struct {
		a     Allowance
		nodes uint64
		depth int
	}{
		{Allowance{}, 0, 0},
		{Allowance{Move: time.Second, Speed: 1_000_000, Choices: 20}, 0, 0},
		{Allowance{Move: 25 * time.Second, Speed: 1_000_000, Choices: 20, Coarse: true}, 24_700_000, 0},
		{Allowance{Move: 25 * time.Second, Choices: 20, Coarse: true}, 4_940_000, 0},
		{Allowance{Move: 1, Choices: 20, Coarse: true}, 1, 0},
		{Allowance{Move: ms, Speed: 200_000, Choices: 40}, 0, 1},
		{Allowance{Move: ms, Speed: 2_000_000, Choices: 40}, 0, 0},
		{Allowance{Coarse: true, Speed: 1_000_000}, 0, 0},
	} {
		var m Manager
		m.Begin(c.a)
		if m.Nodes() != c.nodes || m.Depth() != c.depth {
			t.Errorf("%+v: %d nodes, depth %d, want %d, %d", c.a, m.Nodes(), m.Depth(), c.nodes, c.depth)
		}
	}
	if !Coarse(30*ms) || Coarse(30*ms+1) {
		t.Error("which clock is coarse?")
	}
}
