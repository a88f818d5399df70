// Package td learns an evaluation during practice games from the differences
// between successive predictions: TD(lambda) (Sutton, "Learning to predict by the
// methods of temporal differences", 1988) and Q-learning (Watkins, 1989). Both
// learn values of the positions after a move (Sutton and Barto, "Reinforcement
// Learning", 2nd ed. 2018, section 6.8). The package knows no game: positions come
// as rows.
package td

import (
	"errors"
	"fmt"
	"math"

	"evolab/features"
	"evolab/internal/quantity"
	"evolab/learn"
	"evolab/learn/linear"
	"evolab/learn/practice"
)

// Values is the evaluation that is learned: a practice.Judge.
type Values struct {
	*linear.Model
	// table is set if every position has an entry of its own and nothing else: its
	// value is then the entry, and not the odds that a sum stands for.
	table bool
	// Census, if there is one, counts where predictions are wrong.
	Census *Census
}

// NewValues are values of 1/2 for all positions.
func NewValues(s learn.Shape, places int) *Values {
	return &Values{Model: linear.New(s), table: s.Core == 0 && places == 1}
}

// tableUnit is what an entry of 1 adds to 1/2 in a table of values: the slope of
// a probability at even odds, so that both kinds of values mean about the same.
const tableUnit = .25

// Value implements practice.Judge.
func (v *Values) Value(row *features.Row) float64 {
	v.Canonical(row)
	if v.table {
		return .5 + float64(tableUnit*v.Entry(row))
	}
	return linear.Sigmoid(v.Logit(row))
}

// set replaces the value of a row of a table.
func (v *Values) set(row *features.Row, value float64) {
	v.SetEntry(row, float64((value-.5)/tableUnit))
}

// Rule is a way to learn from games.
type Rule interface {
	// Begin sets the values of positions that were never met.
	Begin(v *Values)
	// Learn moves the values that a game met; done is how much of the training is
	// over, 0..1.
	Learn(v *Values, g *practice.Game, done float64) Lesson
}

// Lesson is what some games taught.
type Lesson struct {
	Positions int
	Errors    float64 // sum of the squared differences between values and what they were moved to
	Odds      float64 // sum of the absolute logits
}

// Add adds another lesson.
func (l *Lesson) Add(other Lesson) {
	l.Positions += other.Positions
	l.Errors += other.Errors
	l.Odds += other.Odds
}

// Error is the root of the mean squared difference.
func (l *Lesson) Error() float64 { return math.Sqrt(l.Errors / float64(max(1, l.Positions))) }

// Size is the mean absolute logit.
func (l *Lesson) Size() float64 { return l.Odds / float64(max(1, l.Positions)) }

// MaxSize is the mean absolute logit above which values diverge: nothing learned
// from results is so sure of all positions.
const MaxSize = 25

// ErrDiverged is returned by Check for values that run away.
var ErrDiverged = errors.New("the values diverge")

// Check reports whether the values that a lesson met are still reasonable.
func (l *Lesson) Check() error {
	if size := l.Size(); !(size <= MaxSize) || math.IsNaN(l.Errors) {
		return fmt.Errorf("%w: they are %s logits away from even on average (allowed: %d)", ErrDiverged, quantity.Digits(size, 3), MaxSize)
	}
	return nil
}

// learn moves the value of a row for the side to move towards a target.
func (v *Values) learn(row *features.Row, target float64, s linear.Steps) Lesson {
	logit := v.Logit(row)
	p := linear.Sigmoid(logit)
	miss := p - target
	v.Learn(row, miss, s)
	if v.Census != nil {
		v.Census.add(row, miss)
	}
	return Lesson{1, float64(miss * miss), math.Abs(logit)}
}

// Scheduled is the value of a setting that changes evenly from its first number
// to its last one.
func Scheduled(list []float64, done float64) float64 {
	first, last := list[0], list[len(list)-1]
	return first + float64((last-first)*done)
}
