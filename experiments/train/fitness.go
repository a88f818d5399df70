package train

import (
	"evolab/arena"
	"evolab/game"
	"evolab/stats"
)

// fitness is the value of a game to a candidate, from 0 to 1: the result and the
// margin, weighted by their shares. A margin of all points of the board counts
// fully; games without a score use their lead instead, or only the result. A game
// lost by a foul has no margin.
func (s *setup) fitness(rec arena.Record, first bool) float64 {
	win := .5
	switch {
	case rec.Result == game.Draw:
	case (rec.Result == game.FirstWins) == first:
		win = 1
	default:
		win = 0
	}
	info := s.game.Info()
	most := max(info.MaxMargin, info.MaxLead)
	if most == 0 {
		return win
	}
	margin := float64(rec.Margin) / float64(2*most)
	if !first {
		margin = -margin
	}
	share := s.config.Fitness.WinShare
	return share*win + (1-share)*(.5+margin)
}

// add enters the two games of a pair, in which the candidate moved first and
// second, into results, and returns its fitness: the mean of the games'.
func (s *setup) add(asFirst, asSecond arena.Record, results ...*stats.Result) float64 {
	f := (s.fitness(asFirst, true) + s.fitness(asSecond, false)) / 2
	for _, r := range results {
		r.AddPair(asFirst.Points(game.FirstWins), asSecond.Points(game.SecondWins), f)
	}
	return f
}
