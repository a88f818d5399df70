package arena

import (
	"fmt"

	"evolab/agent"
	"evolab/game"
)

// Match is a paired match: each opening is played twice, with sides swapped.
type Match struct {
	Variant      string
	Games        int // even
	OpeningPlies int // random plies before each game
	// Openings, if any, are played in turn instead of random ones.
	Openings []string
	Limits   Limits
	PlyCap   int
	Seed     uint64
	Keep     bool
	Timed    bool // the players' own clocks decide their moves
	// OwnSeeds lets the players draw anew in the second game of a pair.
	OwnSeeds bool
}

// Jobs lists the games of a match between the runner's agents a and b, whose
// ids count up from first. Game 2i has a as the first side, game 2i+1 has b.
func (m Match) Jobs(g agent.Game, a, b, first int) ([]Job, error) {
	if m.Games < 2 || m.Games%2 != 0 {
		return nil, fmt.Errorf("arena: %d games (expected: an even number, 2 or more, for every opening is played with both sides)", m.Games)
	}
	if m.OpeningPlies < 0 || m.OpeningPlies >= g.Info().PlyLimit {
		return nil, fmt.Errorf("arena: %d opening plies (allowed: 0..%d)", m.OpeningPlies, g.Info().PlyLimit-1)
	}
	if err := CheckOpenings(g, m.Variant, m.Openings); err != nil {
		return nil, err
	}
	jobs := make([]Job, 0, m.Games)
	for pair := range m.Games / 2 {
		opening, err := m.opening(g, pair)
		if err != nil {
			return nil, err
		}
		job := Job{
			ID: first + 2*pair, Variant: m.Variant, Pair: pair, Opening: opening,
			First: a, Second: b, Limits: m.Limits, PlyCap: m.PlyCap, Seed: m.pairSeed(pair, 1), Keep: m.Keep, Timed: m.Timed,
		}
		jobs = append(jobs, job, job.Swapped(m.OwnSeeds))
	}
	return jobs, nil
}

func (m Match) opening(g agent.Game, pair int) (string, error) {
	if len(m.Openings) > 0 {
		return m.Openings[pair%len(m.Openings)], nil
	}
	return Opening(g, m.Variant, m.OpeningPlies, m.pairSeed(pair, 0))
}

func (m Match) pairSeed(pair int, purpose uint64) uint64 {
	return game.Mix(m.Seed, uint64(pair), purpose)
}
