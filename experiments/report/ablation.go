package report

import (
	"fmt"

	"evolab/experiments/train"
)

// Worth is what a feature is worth to the champion, with its place on a scale
// from 0 to 100 %.
type Worth struct{ train.Ablated }

// Worth lists the features, those that help most first.
func (r *Run) Worth() []Worth {
	var list []Worth
	for _, a := range r.Ablation {
		list = append(list, Worth{a})
	}
	return list
}

// Low is where the interval begins, Width how long it is, At the score.
func (w Worth) Low() string   { return place(w.Score.Low) }
func (w Worth) Width() string { return place(w.Score.High - w.Score.Low) }
func (w Worth) At() string    { return place(w.Score.Value) }

func place(share float64) string { return fmt.Sprintf("%.1f", 100*share) }

// Verdict says in a word what the interval proves, "" for nothing.
func (w Worth) Verdict() string {
	switch {
	case w.Score.Low > .5:
		return "helps"
	case w.Score.High < .5:
		return "hurts"
	}
	return ""
}
