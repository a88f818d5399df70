package run

import (
	"fmt"

	"evolab/plots"
)

// rounds shows strength and loss by round, of a run that works in rounds.
func (r *drawn) rounds() (*plots.Figure, error) {
	return r.drawRounds("round", func(i int) float64 { return float64(r.metrics[i].Generation) })
}

// roundsByCPU is rounds over the CPU time of the run so far.
func (r *drawn) roundsByCPU() (*plots.Figure, error) {
	used := CPUTimes(r.timing)
	for _, m := range r.metrics {
		if _, known := used[m.Generation]; !known {
			return nil, nil
		}
	}
	return r.drawRounds("seconds of CPU time of the training", func(i int) float64 { return used[r.metrics[i].Generation] })
}

// CPUTimes are the seconds of CPU time of a run's training up to the end of each
// generation. Earlier versions counted validations with it.
func CPUTimes(timing []Timing) map[int]float64 {
	used, sum := map[int]float64{}, 0.
	for _, t := range timing {
		sum += t.CPU - t.ValidationCPU
		used[t.Generation] = sum
	}
	return used
}

func (r *drawn) drawRounds(across string, at func(i int) float64) (*plots.Figure, error) {
	data := plots.RoundsData{
		Title:  fmt.Sprintf("%s: strength and loss of %s (seed %d)", r.config.Game, r.config.Name, r.config.Seed),
		Across: across,
	}
	fitted := false
	for i, m := range r.metrics {
		p := plots.RoundPoint{At: at(i), Score: m.ValidatedScore}
		if m.Round != nil {
			p.Before, p.Loss, p.Held, p.Least = &m.Round.Before, m.Round.Loss, m.Round.HeldLoss, m.Round.Floor
			fitted = true
		}
		data.Points = append(data.Points, p)
	}
	if !fitted {
		return nil, nil
	}
	return plots.Rounds(data)
}
