package train

import (
	"slices"

	"evolab/experiments/run"
	"evolab/stats"
)

// matchLines records measurements of one player.
func matchLines(purpose string, generation int, player string, met []versus) []run.MatchLine {
	var lines []run.MatchLine
	for _, v := range met {
		lines = append(lines, run.MatchLine{
			Purpose: purpose, Generation: generation, Player: player, Opponent: v.Opponent, OpeningPlies: v.OpeningPlies,
			Games: v.Games, Score: v.Score, AsFirst: v.met.AsFirst, AsSecond: v.met.AsSecond,
		})
	}
	return lines
}

// trainLines records what all candidates of a generation did.
func (s *setup) trainLines(generation int, met []stats.Result) []run.MatchLine {
	var lines []run.MatchLine
	for i, o := range append(slices.Clone(s.opponents), opponent{name: ArchiveName}) {
		all := met[i].Total()
		if all.Games() == 0 {
			continue
		}
		score := all.Score()
		lines = append(lines, run.MatchLine{
			Purpose: run.TrainMatch, Generation: generation, Player: run.AllPlayers, Opponent: o.name, OpeningPlies: s.config.Fitness.OpeningPlies,
			Games: all.Games(), Score: stats.Estimate{Value: score, Low: score, High: score}, AsFirst: met[i].AsFirst, AsSecond: met[i].AsSecond,
		})
	}
	return lines
}
