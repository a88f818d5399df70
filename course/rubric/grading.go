package rubric

import (
	"context"
	"fmt"
	"slices"

	"evolab/agent"
	"evolab/arena"
	"evolab/course"
	"evolab/game"
	"evolab/internal/quantity"
)

// Grading is the grading of an agent by a rubric.
type Grading struct {
	Rubric  Rubric
	Game    agent.Game
	Variant string
	Seed    uint64
	Scale   int  // games per game of the rubric; more than 1 make it more precise
	Games   int  // above 0: at most that many games of each row, as a rehearsal
	Timed   bool // the graded agent's moves depend on its own clock
}

// Side is the side of the graded agent in a job.
func Side(job *arena.Job) game.Side {
	if job.First == 0 {
		return game.First
	}
	return game.Second
}

// Opponents lists the opponents that exist, in the order of play. In the jobs the
// graded agent has the index 0, and they follow.
func (g *Grading) Opponents() []course.Opponent {
	return slices.DeleteFunc(g.Rubric.Opponents(), course.Opponent.Missing)
}

// Roster lists the players of the jobs: the graded agent under a name, with a spec, and its
// opponents.
func (g *Grading) Roster(name, spec string) arena.Roster {
	roster := arena.Roster{Info: g.Game.Info(), Names: []string{name}, Specs: []string{spec}}
	for _, o := range g.Opponents() {
		roster.Names, roster.Specs = append(roster.Names, o.Name), append(roster.Specs, o.Agent)
	}
	return roster
}

// Jobs lists the games in the order of play: single moves, and games from the start
// position, as graders play them, half on each side.
func (g *Grading) Jobs(ctx context.Context) ([]arena.Job, error) {
	var jobs []arena.Job
	for i, o := range g.Opponents() {
		list, err := g.jobsAgainst(ctx, o, i+1, len(jobs))
		if err != nil {
			return nil, err
		}
		pairs := 0
		if len(jobs) > 0 {
			pairs = jobs[len(jobs)-1].Pair + 1
		}
		for j := range list {
			list[j].Pair += pairs
			list[j].Timed = g.Timed
			list[j].DrawOnTime = g.Rubric.decidesDraws() && !o.Single()
		}
		jobs = append(jobs, list...)
	}
	return jobs, nil
}

// paired reports whether each opening is played on both sides.
func paired(o course.Opponent) bool { return o.Games%2 == 0 && !o.Single() }

// gamesOf is how many games are played against an opponent.
func (g *Grading) gamesOf(o course.Opponent) int {
	if n := g.Scale * o.Games; g.Games == 0 || n < g.Games {
		return n
	}
	return g.Games
}

// Allowed is the graded agent's CPU time for the games of a stage, in seconds: of a
// rehearsal, its share of the rubric's.
func (g *Grading) Allowed(s course.Stage) float64 {
	if s.CPU == 0 {
		return g.Rubric.allowedGames(s, g.gamesOf).Seconds()
	}
	played := 0
	for _, o := range s.Opponents {
		played += g.gamesOf(o)
	}
	return s.CPU.Seconds() * float64(played) / float64(max(1, s.Games()))
}

// jobsAgainst lists the games against the opponent with this index; their ids count up
// from first.
func (g *Grading) jobsAgainst(ctx context.Context, o course.Opponent, index, first int) ([]arena.Job, error) {
	limits, seed := g.Rubric.limits(o), game.Mix(g.Seed, uint64(index-1))
	switch {
	case paired(o):
		return arena.Match{
			Variant: g.Variant, Games: g.gamesOf(o), Limits: limits, Seed: seed, Keep: true, OwnSeeds: true,
		}.Jobs(g.Game, 0, index, first)
	case o.Single():
		return g.singles(ctx, o, arena.Job{ID: first, Variant: g.Variant, Second: index, Limits: limits, PlyCap: 1, Seed: seed, Keep: true})
	}
	jobs := make([]arena.Job, g.gamesOf(o))
	for i := range jobs {
		jobs[i] = arena.Job{
			ID: first + i, Variant: g.Variant, Pair: i, Opening: "start", Second: index, Limits: limits,
			Seed: game.Mix(seed, uint64(i)), Keep: true,
		}
		if i%o.Games%2 == 1 {
			jobs[i].First, jobs[i].Second = index, 0
		}
	}
	return jobs, nil
}

// singles lists jobs of a single move, each a copy of model with its own position and
// seed; each side is to move in half of them. The positions are from games of the
// baseline alphabeta against itself, after some random moves.
func (g *Grading) singles(ctx context.Context, o course.Opponent, model arena.Job) ([]arena.Job, error) {
	player, err := g.Game.Agent(agent.Spec{Name: "alphabeta"}, agent.Env{})
	if err != nil {
		return nil, err
	}
	jobs := make([]arena.Job, g.gamesOf(o))
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

// position takes a position from a seeded game, after an even or odd number of plies, and
// tries further games if one ends earlier.
func (g *Grading) position(ctx context.Context, player agent.Agent, maxPlies, odd int, seed uint64) (string, error) {
	const tries, randomPlies = 100, 4
	for try := range uint64(tries) {
		r := game.NewRand(game.Mix(seed, try))
		opening, err := arena.Opening(g.Game, g.Variant, randomPlies, r.Uint64())
		if err != nil {
			return "", err
		}
		plies := 2*(1+r.Intn((maxPlies-randomPlies)/2)) - odd // of the players
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
	return "", fmt.Errorf("none of %s of %s lasts long enough for a single move", quantity.Of(tries, "game"), g.Game.Info().Name)
}

// singleResult makes a legal move in time a win of the graded agent, whose index is 0.
func singleResult(job arena.Job, rec arena.Record) arena.Record {
	rec.Result = game.SecondWins
	if (job.First == 0) == (rec.Plies == 1) {
		rec.Result = game.FirstWins
	}
	return rec
}
