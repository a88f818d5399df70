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

// Candidates that meet each other claim nothing: the curve is of the validations alone.
func TestCurveOfValidations(t *testing.T) {
	data := CurveData{Title: "each other", ValidatedOnly: true, Points: []CurvePoint{
		{Generation: 0, Validated: &stats.Estimate{Value: .5, Low: .4, High: .6}}, {Generation: 1}, {Generation: 2, Validated: &stats.Estimate{Value: .7, Low: .6, High: .8}},
	}}
	f, err := LearningCurve(data)
	if err != nil {
		t.Fatal(err)
	}
	if text := strings.ToLower(f.about); strings.Contains(text, "claimed") || !strings.Contains(text, "validated: 0.500") || len(f.key) != 1 {
		t.Errorf("%s; %d entries of the key", f.about, len(f.key))
	}
}
