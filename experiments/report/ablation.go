package report

import (
	"fmt"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/ablation"
	"evolab/experiments/experiment"
	"evolab/game"
)

// ablation plays the champion against itself without a feature, on games that the
// run has not used, from openings as long as in its training.
func (r *Run) ablation(g agent.Game, o Options) *ablation.Ablation {
	c, whole := r.Asked, r.Contents().Champion
	plies := c.Fitness.OpeningPlies
	return &ablation.Ablation{
		Game: g, Spec: c.Player.Look().Spec(whole), Whole: whole, Pool: arena.Cores{Workers: o.Workers}, Once: true, Played: o.Watch.Add,
		Match: arena.Match{
			Variant: c.Variant, Games: o.AblationGames, OpeningPlies: plies,
			Seed: game.Mix(c.Seed, experiment.AblateSeed, 0, uint64(plies)),
		},
	}
}

// Worth is what a feature is worth to the champion, with its position on a scale from
// 0 to 100 %.
type Worth struct{ ablation.Worth }

// Worth lists the features, those that help most first.
func (r *Run) Worth() []Worth {
	var list []Worth
	for _, a := range r.Ablation {
		list = append(list, Worth{a})
	}
	return list
}

// Low, Width and At are the interval's start and width, and the score.
func (w Worth) Low() string   { return place(w.Score.Low) }
func (w Worth) Width() string { return place(w.Score.High - w.Score.Low) }
func (w Worth) At() string    { return place(w.Score.Value) }

func place(share float64) string { return fmt.Sprintf("%.1f", 100*share) }

// Verdict says in a word what the interval proves, "" if nothing.
func (w Worth) Verdict() string {
	switch {
	case w.Score.Low > .5:
		return "helps"
	case w.Score.High < .5:
		return "hurts"
	}
	return ""
}
