package rubric

import (
	"context"
	"fmt"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
)

// singles lists jobs of a single move, made after a model, with each side to move in
// half of them. The positions are from games of the baseline alphabeta against
// itself, after some random moves.
func (g *Grading) singles(ctx context.Context, o Opponent, model arena.Job) ([]arena.Job, error) {
	player, err := g.Game.Agent(agent.Spec{Name: "alphabeta"}, agent.Env{})
	if err != nil {
		return nil, err
	}
	jobs := make([]arena.Job, g.games(o))
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

// position takes a position from a seeded game, after an even or odd number of plies.
// It throws away games that end earlier.
func (g *Grading) position(ctx context.Context, player agent.Agent, most, odd int, seed uint64) (string, error) {
	const tries, randomPlies = 100, 4
	for try := range uint64(tries) {
		r := game.NewRand(game.Mix(seed, try))
		opening, err := arena.Opening(g.Game, g.Variant, randomPlies, r.Uint64())
		if err != nil {
			return "", err
		}
		plies := 2*(1+r.Intn((most-randomPlies)/2)) - odd // of the players
		text := ""
		round := arena.Round{Game: g.Game, Agents: []agent.Agent{player}, Ply: func(p arena.Ply) {
			if p.Number == plies && !p.Board.Outcome().Over() {
				text = p.Board.Position()
			}
		}}
		jobs := []arena.Job{{Variant: g.Variant, Opening: opening, PlyCap: plies, Seed: r.Uint64()}}
		if _, err := (arena.Cores{Workers: 1}).Run(ctx, round, jobs); err != nil {
			return "", err
		}
		if text != "" {
			return text, nil
		}
	}
	return "", fmt.Errorf("rubric: none of %d games of %s lasts long enough for a single move", tries, g.Game.Info().Name)
}

// singleResult makes a legal move in time a win of the graded agent, whose index is 0.
func singleResult(job arena.Job, rec arena.Record) arena.Record {
	rec.Result = game.SecondWins
	if (job.First == 0) == (rec.Plies == 1) {
		rec.Result = game.FirstWins
	}
	return rec
}
