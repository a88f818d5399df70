package td

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"evolab/features"
	"evolab/game"
	"evolab/learn"
	"evolab/learn/practice"
)

// cells is a table with an entry for each of n positions.
func cells(n int) *Values {
	s := learn.Shape{Phases: 1, Entries: n}
	for i := range n {
		s.Canon = append(s.Canon, int32(i))
	}
	return NewValues(s, 1)
}

func at(entry int32) features.Row { return features.Row{Entries: []int32{entry}} }

// won is a game in which the first side moves to position 0, the second to 1, and
// the first wins with its next move.
func won() *practice.Game {
	return &practice.Game{Result: game.FirstWins, Steps: []practice.Step{
		{Row: at(0), Side: game.First, Own: true, Best: .5, Rest: .5},
		{Row: at(1), Side: game.Second, Own: true, Best: .5, Rest: .4},
		{Side: game.First, Own: true, Best: 1, Rest: .6},
	}}
}

// The assignment's update, by hand: Q <- .3 Q + .7 target, where the target of the
// last move is the result, and of the one before .9 of what is best next.
func TestQLearningGoesBackwards(t *testing.T) {
	q := &QLearning{Alpha: []float64{.7}, Gamma: .9, Initial: .5, Step: []float64{1}, CoreStep: []float64{1}}
	v := cells(3)
	q.Begin(v)
	q.Learn(v, won(), 0)
	for entry, want := range []float64{
		.3*.5 + .7*.9*1, // its next move wins
		.3*.5 + .7*0,    // it has lost
		.5,              // never met
	} {
		row := at(int32(entry))
		if got := 1 - v.Value(&row); math.Abs(got-want) > 1e-12 {
			t.Errorf("Q of position %d is %v, want %v", entry, got, want)
		}
	}
	// A move that was not chosen can be the best one.
	g := won()
	g.Steps[2].Rest, g.Result = .8, game.SecondWins
	v = cells(3)
	q.Learn(v, g, 0)
	row := at(0)
	if got, want := 1-v.Value(&row), .3*.5+.7*.9*.8; math.Abs(got-want) > 1e-12 {
		t.Errorf("with a better move left: %v, want %v", got, want)
	}
}

// Lambda-returns by hand, for the first side.
func TestReturns(t *testing.T) {
	v := cells(3)
	for entry, value := range []float64{.6, .3} { // for the side to move
		row := at(int32(entry))
		v.set(&row, value)
	}
	// Position 0 is .4 for the first side, which has moved; position 1 is .3.
	for _, x := range []struct {
		about  string
		lambda float64
		drawn  bool
		want   []float64
	}{
		{"the next value", 0, false, []float64{.3, 1, 1}},
		{"the result", 1, false, []float64{1, 1, 1}},
		{"half and half", .5, false, []float64{.65, 1, 1}},
		{"a drawn move says nothing of what came before", 1, true, []float64{1 - .5, 1, 1}},
	} {
		g := won()
		g.Steps[1].Drawn = x.drawn
		s := &Settings{Lambda: x.lambda}
		if got := s.Returns(v, g); !close(got, x.want) {
			t.Errorf("%s: %v, want %v", x.about, got, x.want)
		}
	}
}

func close(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) < 1e-12 })
}

// Values that run away are noticed.
func TestDivergence(t *testing.T) {
	s := &Settings{Lambda: .5, Step: []float64{1000}, CoreStep: []float64{1000}}
	v := NewValues(learn.Shape{Phases: 1, Core: 1}, 0)
	g := &practice.Game{Result: game.FirstWins}
	for i := range 20 {
		g.Steps = append(g.Steps, practice.Step{Row: features.Row{Core: []float64{float64(1 + i)}}, Side: game.Side(i & 1)})
	}
	var all Lesson
	for range 3 {
		all.Add(s.Learn(v, g, 0))
	}
	if err := all.Check(); !errors.Is(err, ErrDiverged) || !strings.Contains(err.Error(), "logits away from even") {
		t.Errorf("%v at a size of %v", err, all.Size())
	}
	calm := Lesson{10, .4, 20}
	if err := calm.Check(); err != nil {
		t.Error(err)
	}
}

// A condition that decides what two features together mean is found, and one that
// says nothing leaves.
func TestConnectivesAreFound(t *testing.T) {
	r := game.NewRand(3)
	c := NewCensus([]string{"movers", "edge", "targets"}, []float64{2, 1, 4}, nil)
	count := func() {
		for range 8000 {
			row := &features.Row{Core: []float64{r.Normal(), r.Normal(), r.Normal(), 2 * float64(r.Intn(2)), 2 * float64(r.Intn(2))}}
			miss := .3 * r.Normal()
			if math.Round(row.Core[0]*2) >= 0 && math.Round(row.Core[2]*4) < 0 {
				miss += .1
			}
			c.add(row, miss)
		}
	}
	count()
	if name := c.Best(nil); name != "" {
		t.Errorf("without cuts there was %q", name)
	}
	c = NewCensus(c.Names, c.Scales, c.NextCuts())
	if !slices.Equal(c.Cuts, []int{0, 0, 0}) {
		t.Errorf("cuts %v", c.Cuts)
	}
	count()
	if name := c.Best(nil); name != "targets<0 & movers>=0" {
		t.Errorf("found %q", name)
	}
	if name := c.Best([]string{"targets<0 & movers>=0"}); name == "targets<0 & movers>=0" {
		t.Error("it is found again")
	}
	if idle := c.Idle([][]float64{{1, 1, 1, .2, .001}, {1, 1, 1, .1, .002}}); !slices.Equal(idle, []int{1}) {
		t.Errorf("idle: %v", idle)
	}
}

// What is learned of a position holds for all that are the same by symmetry.
func TestSymmetricPositionsShareTheirValue(t *testing.T) {
	v := NewValues(learn.Shape{Phases: 1, Entries: 2, Canon: []int32{0, 0}}, 1)
	row, twin := at(0), at(1)
	v.Value(&row)
	v.set(&row, .9)
	if got := v.Value(&twin); math.Abs(got-.9) > 1e-12 {
		t.Errorf("the twin is worth %v", got)
	}
}
