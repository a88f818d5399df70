package rubric

import (
	"context"
	"fmt"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
)

// The games that the positions of single moves are taken from: the baseline
// alphabeta against itself, after some random moves.
const (
	singlesPlayer  = "alphabeta"
	singlesOpening = 4
	singlesTries   = 100
)

// singles lists jobs of a single move, made after a model: in half of them
// either side is to move.
func (g *Grading) singles(ctx context.Context, o Opponent, model arena.Job) ([]arena.Job, error) {
	spec, err := agent.ParseSpec(singlesPlayer)
	if err != nil {
		return nil, err
	}
	player, err := g.Game.Agent(spec, agent.Env{})
	if err != nil {
		return nil, err
	}
	jobs := make([]arena.Job, g.Scale*o.Games)
	for i := range jobs {
		job := model
		job.ID, job.Pair, job.Seed = model.ID+i, i, game.Mix(model.Seed, uint64(i))
		if job.Opening, err = g.position(ctx, player, o.Plies, i%2, job.Seed); err != nil {
			return nil, err
		}
		if i%2 == 1 {
			job.First, job.Second = model.Second, model.First
		}
		jobs[i] = job
	}
	return jobs, nil
}

// position is that of a seeded game after a number of plies that is even or
// odd, as asked for. Games that end earlier are thrown away.
func (g *Grading) position(ctx context.Context, player agent.Agent, most, odd int, seed uint64) (string, error) {
	for try := range uint64(singlesTries) {
		r := game.NewRand(game.Mix(seed, try))
		opening, err := arena.Opening(g.Game, g.Variant, singlesOpening, r.Uint64())
		if err != nil {
			return "", err
		}
		plies := 2*(1+r.Intn((most-singlesOpening)/2)) - odd // of the players
		text := ""
		pool := arena.Pool{Game: g.Game, Agents: []agent.Agent{player}, Workers: 1, Ply: func(p arena.Ply) {
			if p.Number == plies && !p.Board.Outcome().Over() {
				text = p.Board.Position()
			}
		}}
		jobs := []arena.Job{{Variant: g.Variant, Opening: opening, PlyCap: plies, Seed: r.Uint64()}}
		if _, err := pool.Run(ctx, jobs); err != nil {
			return "", err
		}
		if text != "" {
			return text, nil
		}
	}
	return "", fmt.Errorf("rubric: none of %d games of %s lasts long enough for a single move", singlesTries, g.Game.Info().Name)
}

// singleResult is a win for the graded agent, index 0, if its move was legal
// and in time.
func singleResult(job arena.Job, rec arena.Record) arena.Record {
	rec.Result = game.SecondWins
	if (job.First == 0) == (rec.Plies == 1) {
		rec.Result = game.FirstWins
	}
	return rec
}
