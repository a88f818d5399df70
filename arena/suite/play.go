package suite

import (
	"context"
	"slices"

	"evolab/agent"
)

// Score is how often an agent keeps the value of the positions after a number of plies.
type Score struct {
	Game      string  `json:"game"`
	Agent     string  `json:"agent"`
	Plies     int     `json:"plies"`
	Positions int     `json:"positions"`
	Kept      int     `json:"kept"`
	Share     float64 `json:"share"`
}

// Play lets an agent move in the positions of a suite; played is called after each. It
// returns a score for each number of plies, in the order of the suite.
func (s *Suite) Play(ctx context.Context, g agent.Game, a agent.Agent, name string, seed uint64, played func()) ([]*Score, error) {
	var scores []*Score
	for i, e := range s.Entries {
		at := slices.IndexFunc(scores, func(l *Score) bool { return l.Plies == e.Plies })
		if at < 0 {
			at, scores = len(scores), append(scores, &Score{Game: s.Game, Agent: name, Plies: e.Plies})
		}
		score := scores[at]
		b, err := g.Board(s.Variant, e.Position)
		if err != nil {
			return nil, err
		}
		move, err := choose(ctx, a, b, seed+uint64(i))
		if err != nil {
			return nil, err
		}
		score.Positions++
		if slices.Contains(e.Moves, move) {
			score.Kept++
		}
		score.Share = float64(score.Kept) / float64(score.Positions)
		played()
	}
	return scores, nil
}

// choose is the move of a new player in a position.
func choose(ctx context.Context, a agent.Agent, b agent.Board, seed uint64) (string, error) {
	player, err := a.Player(seed)
	if err != nil {
		return "", err
	}
	defer player.Close()
	choice, err := player.Choose(ctx, b, agent.Clock{})
	if err != nil {
		return "", err
	}
	return b.FormatMove(choice.Move), nil
}
