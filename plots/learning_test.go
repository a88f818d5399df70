package plots

import (
	"strings"
	"testing"

	"evolab/stats"
)

// A learner has no population: its curve shows none, in the key and in words.
func TestCurveOfSingleCandidates(t *testing.T) {
	data := CurveData{Title: "td"}
	for i := range 3 {
		fitness := .4 + .1*float64(i)
		data.Points = append(data.Points, CurvePoint{
			Generation: i, Best: fitness, Mean: fitness, Low: fitness, High: fitness,
			Validated: &stats.Estimate{Value: fitness, Low: fitness - .1, High: fitness + .1},
		})
	}
	for _, population := range []bool{false, true} {
		if population {
			data.Points[1].Low -= .1
		}
		f, err := LearningCurve(data)
		if err != nil {
			t.Fatal(err)
		}
		text := f.about
		for _, k := range f.key {
			text += " " + k.name
		}
		if got := strings.Contains(strings.ToLower(text), "population"); got != population {
			t.Errorf("a population is shown: %t, want %t: %s", got, population, text)
		}
	}
}
