package doctor

import (
	"context"
	"fmt"
	"time"

	"evolab/agent"
	"evolab/game"
)

// match is a game in progress.
type match struct {
	*exam
	game     Game
	board    agent.Board
	opponent agent.Player
	ration   ration
	first    int // index of its first turn
	moves    int // of the program
	plies    int
	warning  finding
}

// play plays until the game is over, the program fails, or its time is up.
func (m *match) play(ctx context.Context) finding {
	for !m.board.Outcome().Over() {
		mine := m.board.Turn() == m.game.Side
		if mine && m.plan.over() {
			m.plan.ended(false, m.used())
			return late(fmt.Sprintf("stopped after %d plies, all legal: %s", m.plies, m.spent()))
		}
		if mine && !m.plan.continues(&m.ration, m.moves, m.used()) {
			return m.end(false)
		}
		move, f := m.move(ctx, mine)
		if f.void || f.status != OK && f.status != Warning {
			return f
		}
		if f.status == Warning {
			m.warning = f
		}
		m.board.Play(move)
		m.plies++
	}
	return m.end(true)
}

// end is the finding on a game without a failure.
func (m *match) end(whole bool) finding {
	used := m.used()
	m.plan.ended(whole, used)
	how := "stopped as planned"
	if whole {
		m.games = append(m.games, used)
		switch m.board.Outcome().Result {
		case game.Win(m.game.Side):
			how = "won"
		case game.Draw:
			how = "drawn"
		default:
			how = "lost"
		}
	}
	if m.warning.status != "" {
		return m.warning
	}
	return fine(fmt.Sprintf("%s, %d plies, all legal, %.2f s of CPU", how, m.plies, used.Seconds()))
}

func (m *match) used() time.Duration { return total(m.turns[m.first:]) }

// move returns the next move of either side; the finding is about the program's.
func (m *match) move(ctx context.Context, mine bool) (game.Move, finding) {
	if mine {
		m.moves++
		return m.mine(ctx)
	}
	choice, err := m.opponent.Choose(ctx, m.board, agent.Clock{})
	if err != nil {
		return 0, m.fail(fmt.Errorf("doctor: %w", err))
	}
	return choice.Move, finding{status: OK}
}

// mine asks the program. Graders give more time for a game than the plan may: a
// program that overruns the shorter clock continues with theirs.
func (m *match) mine(ctx context.Context) (game.Move, finding) {
	move, f := m.once(ctx)
	short := m.whole()
	if m.err != nil || f.status != Fail || !m.turns[len(m.turns)-1].overtime || !m.plan.timed() || short >= m.Course.Whole {
		return move, f
	}
	m.ration.clock = m.Course.Whole
	again, g := m.once(ctx)
	if g.status == OK {
		g = risky(fmt.Sprintf("%s; the clock of %g s for this game was short, and with the %g s of the graders it continued", f.text, short.Seconds(), m.Course.Whole.Seconds()))
	}
	return again, g
}

func (m *match) once(ctx context.Context) (game.Move, finding) {
	where := fmt.Sprintf("%s, ply %d", m.game.name(), m.plies+1)
	move, f := m.ask(ctx, m.folder, question{where, m.board, false, false, m.Year.clock(false, m.whole()-m.used())})
	f.text = fmt.Sprintf("ply %d: %s", m.plies+1, f.text)
	return move, f
}

// whole is the clock of the game.
func (m *match) whole() time.Duration {
	if m.ration.clock > 0 {
		return max(m.ration.clock.Truncate(100*time.Millisecond), 100*time.Millisecond)
	}
	return m.Year.Whole
}
