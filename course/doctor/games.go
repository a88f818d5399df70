package doctor

import (
	"context"
	"fmt"
	"time"

	"evolab/agent"
	"evolab/game"
)

func (g Game) name() string {
	return fmt.Sprintf("game against %s, moving %s", g.Opponent, [2]string{"first", "second"}[g.Side])
}

// check plays the i-th game, as far as the plan allows.
func (g Game) check(e *exam, ctx context.Context, i int) finding {
	if f, no := e.cannotPlay(); no {
		return f
	}
	r, fits := e.plan.ration(i)
	if !fits {
		return finding{}
	}
	if e.folder == nil {
		var err error
		if e.folder, err = e.open(); err != nil {
			return e.unopened(err)
		}
	}
	b, err := e.game.Board("", "start")
	if err != nil {
		return e.fail(fmt.Errorf("doctor: %w", err))
	}
	opponent, err := e.opponent(g)
	if err != nil {
		return e.fail(fmt.Errorf("doctor: %w", err))
	}
	defer opponent.Close()
	m := &match{exam: e, game: g, board: b, opponent: opponent, ration: r, first: len(e.turns)}
	f := m.play(ctx)
	if f.void {
		e.leave()
	}
	return f
}

// leave abandons the folder of the games: a program that was killed may have left
// misleading files there.
func (e *exam) leave() {
	e.folder.close()
	e.folder = nil
}

// opponent makes a player of a built-in agent, with the same seed each time.
func (e *exam) opponent(g Game) (agent.Player, error) {
	const seed = 1
	a, err := e.game.Agent(agent.Spec{Name: g.Opponent}, agent.Env{})
	if err != nil {
		return nil, err
	}
	return a.Player(game.Mix(seed, uint64(g.Side)))
}

func total(turns []turn) (sum time.Duration) {
	for _, t := range turns {
		sum += t.cpu
	}
	return sum
}

// checkStale begins new games in the folder of an old one, whose helper files are
// about other boards.
func (e *exam) checkStale(ctx context.Context) finding {
	if f, no := e.cannotPlay(); no {
		return f
	}
	if e.folder == nil {
		return void("a ply in the folder of the old game was void")
	}
	for _, p := range e.Course.Plies {
		if !p.Opens {
			continue
		}
		b, err := e.game.Board("", p.Position)
		if err != nil {
			return e.fail(fmt.Errorf("doctor: %w", err))
		}
		_, f := e.ask(ctx, e.folder, question{"helper files of an old game: " + p.Name, b, p.Newline, true, e.Year.clock(p.Single, e.Year.Whole)})
		if f.void {
			e.leave()
			return f
		}
		if f.status != OK {
			f.text = p.Name + ", in the folder of an old game: " + f.text
			return f
		}
	}
	return fine("a new game in the folder of an old one begins well")
}
