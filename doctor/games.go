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

// check plays the game in the folder of all games, by files.
func (g Game) check(e *exam, ctx context.Context) finding {
	if f, no := e.cannotPlay(); no {
		return f
	}
	if err := e.openGames(); err != nil {
		return e.fail(err)
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
	return e.play(ctx, g, b, opponent)
}

// openGames opens the folder of all games with the first one.
func (e *exam) openGames() (err error) {
	if e.folder == nil {
		e.folder, err = e.open()
	}
	return err
}

// opponent seats a built-in agent. The seed is the same in every examination.
func (e *exam) opponent(g Game) (agent.Player, error) {
	const seed = 1
	a, err := e.game.Agent(agent.Spec{Name: g.Opponent}, agent.Env{})
	if err != nil {
		return nil, err
	}
	return a.Player(game.Mix(seed, uint64(g.Side)))
}

// play plays until the game is over, the program has lost it by its own doing,
// or the time is used up.
func (e *exam) play(ctx context.Context, g Game, b agent.Board, opponent agent.Player) finding {
	var warning finding
	first := len(e.turns)
	ply := 1
	for ; !b.Outcome().Over(); ply++ {
		if b.Turn() == g.Side && e.outOfTime() {
			return late(fmt.Sprintf("stopped after %d plies, all legal: %s", ply-1, e.spent()))
		}
		m, f := e.move(ctx, g, b, opponent, ply, first)
		switch f.status {
		case OK:
		case Warning:
			warning = f
		default:
			return f
		}
		b.Play(m)
	}
	used := total(e.turns[first:])
	e.games = append(e.games, used)
	if warning.status != "" {
		return warning
	}
	return fine(fmt.Sprintf("%s, %d plies, all legal, %.2f s of CPU", result(b, g.Side), ply-1, used.Seconds()))
}

// move is the next move of either side; its finding is about the program's, the
// turns of whose game begin with that number first.
func (e *exam) move(ctx context.Context, g Game, b agent.Board, opponent agent.Player, ply, first int) (game.Move, finding) {
	if b.Turn() == g.Side {
		m, f := e.ask(ctx, e.folder, fmt.Sprintf("%s, ply %d", g.name(), ply), b, false, e.Year.clock(false, e.Year.Whole-total(e.turns[first:])))
		f.text = fmt.Sprintf("ply %d: %s", ply, f.text)
		return m, f
	}
	choice, err := opponent.Choose(ctx, b, agent.Clock{})
	if err != nil {
		return 0, e.fail(fmt.Errorf("doctor: %w", err))
	}
	return choice.Move, finding{status: OK}
}

func result(b agent.Board, side game.Side) string {
	switch b.Outcome().Result {
	case game.Win(side):
		return "won"
	case game.Draw:
		return "drawn"
	}
	return "lost"
}

func total(turns []turn) (sum time.Duration) {
	for _, t := range turns {
		sum += t.cpu
	}
	return sum
}

// checkStale begins new games in the folder of a game before, whose helper files
// tell of other boards.
func (e *exam) checkStale(ctx context.Context) finding {
	if f, no := e.cannotPlay(); no {
		return f
	}
	if err := e.openGames(); err != nil {
		return e.fail(err)
	}
	for _, p := range e.Course.Plies {
		if !p.Opens {
			continue
		}
		b, err := e.game.Board("", p.Position)
		if err != nil {
			return e.fail(fmt.Errorf("doctor: %w", err))
		}
		_, f := e.ask(ctx, e.folder, "helper files of an old game: "+p.Name, b, p.Newline, e.Year.clock(p.Single, e.Year.Whole))
		if f.status != OK {
			f.text = p.Name + ", in the folder of an old game: " + f.text
			return f
		}
	}
	return fine("a new game in the folder of an old one begins well")
}
