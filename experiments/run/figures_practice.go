package run

import (
	"fmt"

	"evolab/plots"
	"evolab/stats"
)

// practice shows the progress of a learner by its games of practice, against the
// opponents that met it in every validation.
func (r *drawn) practice() (*plots.Figure, error) {
	data := plots.PracticeData{Title: fmt.Sprintf("%s: %s of %s (seed %d)", r.config.Game, r.config.Learner.Name, r.config.Name, r.config.Seed)}
	const most = 7
	for _, o := range r.config.Opponents[:min(most, len(r.config.Opponents))] {
		data.Opponents = append(data.Opponents, o.Agent)
	}
	for _, m := range r.metrics {
		if m.Practice == nil {
			continue
		}
		p := plots.PracticePoint{Games: m.Practice.Games}
		for _, name := range data.Opponents {
			if e, ok := r.notLost(m.Generation, name); ok {
				p.Rates = append(p.Rates, e)
			}
		}
		if len(p.Rates) == len(data.Opponents) {
			data.Points = append(data.Points, p)
		}
	}
	if len(data.Points) == 0 {
		return nil, nil
	}
	return plots.Practice(data)
}

// notLost is the share of games that a generation's best did not lose in its
// validation.
func (r *drawn) notLost(generation int, opponent string) (stats.Estimate, bool) {
	for _, m := range r.matches {
		if m.Purpose == ValidateMatch && m.Generation == generation && m.Opponent == opponent {
			all := m.AsFirst.Add(m.AsSecond)
			return stats.WDL{Wins: all.Wins + all.Draws, Losses: all.Losses}.Rate(), true
		}
	}
	return stats.Estimate{}, false
}
