//go:build unix

package class

import (
	"reflect"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/internal/progress"
)

// Two agents meet an opponent: one beats it always, the other half the time or less.
func TestStatistics(t *testing.T) {
	o := options(t, "", "")
	c, err := New(t.Context(), o.Grading)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, name := range []string{"hand:depth=2", "random"} {
		spec, err := agent.ParseSpec(name)
		if err != nil {
			t.Fatal(err)
		}
		a, err := o.Grading.Game.Agent(spec, agent.Env{})
		if err != nil {
			t.Fatal(err)
		}
		c.Enter(name, a)
	}
	marks, err := c.Play(t.Context(), arena.Cores{Workers: 1}, progress.None{})
	if err != nil {
		t.Fatal(err)
	}
	s := c.statistics(marks)
	if s.Graded != 2 || len(s.Opponents) != 1 {
		t.Fatalf("%+v", s)
	}
	of := s.Opponents[0]
	if of.Met != 2 || of.Full < 1 || of.Mean != s.Mean || s.Mean != (marks[0].points()+marks[1].points())/2 || s.Median != s.Mean || of.Rate < .5 {
		t.Errorf("%+v; the opponent: %+v", s, of)
	}
}

// Each submission is in one bin: points on a border belong to the bin above, all the
// points to the last.
func TestBins(t *testing.T) {
	var got []int
	for _, b := range bins([]float64{0, 9.99, 10, 29.999999999999996, 30, 95, 100}, 100) {
		got = append(got, b.N)
	}
	if want := []int{2, 1, 0, 2, 0, 0, 0, 0, 0, 2}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if b := bins(nil, 45)[9]; b.From != 40.5 || b.To != 45 {
		t.Errorf("the last bin is %v", b)
	}
}
