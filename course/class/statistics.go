package class

import (
	"fmt"
	"math"
	"slices"

	"evolab/course/rubric"
)

// Statistics are a class's points at a glance, for staff: of the submissions that have
// points, so that nobody counts as a zero whom the machine could not grade.
type Statistics struct {
	Graded       int
	Mean, Median float64
	Bins         []Bin
	Opponents    []Opposition
	Spared       string // games that were not played, in words; "" if there are none
}

// Bin is how many submissions have points from From to To; To itself belongs to the next
// bin, but for the last.
type Bin struct {
	From, To float64
	N        int
}

// Opposition is what an opponent gave to those who met it.
type Opposition struct {
	Name      string
	Met       int // submissions
	Mean, Max float64
	Rate      float64 // the mean rate
	Full      int     // how many have all its points
	None      int     // how many have none

	rated int // submissions that have played
}

// statistics sums up marks; nil if nobody has points.
func (c *Class) statistics(marks []*Mark) *Statistics {
	var all []float64
	for _, m := range marks {
		if m.hasPoints() {
			all = append(all, m.points())
		}
	}
	if len(all) == 0 {
		return nil
	}
	slices.Sort(all)
	s := &Statistics{Graded: len(all), Spared: SparedText(marks), Median: (all[(len(all)-1)/2] + all[len(all)/2]) / 2, Bins: bins(all, c.Grading.Rubric.Max())}
	for _, x := range all {
		s.Mean += x / float64(len(all))
	}
	for i, o := range c.Grading.Rubric.Opponents() {
		of := Opposition{Name: o.Name, Max: o.Scale.Max()}
		for _, m := range marks {
			if row := m.against(i); m.hasPoints() && row != nil && row.Played() {
				of.add(row)
			}
		}
		if of.Met > 0 {
			of.Mean, of.Rate = of.Mean/float64(of.Met), of.Rate/float64(max(1, of.rated))
			s.Opponents = append(s.Opponents, of)
		}
	}
	return s
}

// bins are ten of equal width up to the most points that there are.
func bins(points []float64, most float64) []Bin {
	const n = 10
	list := make([]Bin, n)
	for i := range list {
		list[i] = Bin{From: most * float64(i) / n, To: most * float64(i+1) / n}
	}
	for _, x := range points {
		list[max(0, min(n-1, int(math.Floor(x*n/most+1e-9))))].N++
	}
	return list
}

// against is the row of the rubric's i-th opponent; nil if there is none.
func (m *Mark) against(i int) *rubric.Row {
	for s := range m.Report.Stages {
		rows := m.Report.Stages[s].Rows
		if i < len(rows) {
			return &rows[i]
		}
		i -= len(rows)
	}
	return nil
}

func (o *Opposition) add(row *rubric.Row) {
	o.Met++
	o.Mean += row.Points
	if row.Result.Total().Games() > 0 {
		o.rated++
		o.Rate += row.Result.Total().Rate().Value
	}
	switch {
	case row.Points >= o.Max:
		o.Full++
	case row.Points == 0:
		o.None++
	}
}

// RateText is the mean rate in percent.
func (o Opposition) RateText() string { return fmt.Sprintf("%.0f %%", 100*o.Rate) }
