package doctor

import (
	"context"
	"fmt"
	"time"

	"evolab/agent"
	"evolab/course"
	"evolab/game"
	"evolab/host"
)

// checkPly lets the program answer the position in a fresh folder.
func (e *exam) checkPly(ctx context.Context, p course.Ply) finding {
	if f, no := e.cannotPlay(); no {
		return f
	}
	b, err := e.game.Board("", p.Position)
	if err != nil {
		return e.fail(fmt.Errorf("doctor: %w", err))
	}
	fresh, err := e.open()
	if err != nil {
		return e.unopened(err)
	}
	defer fresh.close()
	q := question{p.Name, b, p.Newline, p.Opens, e.clock(p.Single, e.Year.Whole)}
	if p.Newline && e.plan.timed() {
		q.clock = e.clock(false, e.plan.briefly())
	}
	_, f := e.ask(ctx, fresh, q)
	if p.Newline && e.plan.timed() && len(e.turns) > 0 && e.turns[len(e.turns)-1].overtime {
		q.clock = e.clock(false, e.Year.Whole) // the shorter clock is no grader's
		_, f = e.ask(ctx, fresh, q)
	}
	return f
}

// unopened is what the machine could not give a folder for: a check to be made
// again, if that is its only trouble.
func (e *exam) unopened(err error) finding {
	if host.IsVoid(err) {
		return void(err.Error())
	}
	return e.fail(err)
}

// hopeless is the number of plies after which a program without an answer is no
// longer asked.
const hopeless = 3

// cannotPlay reports whether a check of plies must be left out. If the program cannot
// run, earlier checks have said so. The clock starts with the first ply.
func (e *exam) cannotPlay() (finding, bool) {
	if e.command == "" {
		return finding{}, true
	}
	e.plan.start()
	if e.plan.over() {
		return late("not checked: " + e.spent()), true
	}
	if e.answers == 0 && len(e.turns) >= hopeless {
		return unchecked("not checked: it has not found a legal move so far"), true
	}
	return finding{}, false
}

func (e *exam) spent() string {
	return fmt.Sprintf("the %g s for plies and games are used up (--budget gives more)", e.Budget.Seconds())
}

func gameName(g course.Game) string {
	return fmt.Sprintf("game against %s, moving %s", g.Opponent, [2]string{"first", "second"}[g.Side])
}

// checkGame plays the i-th game, as far as the plan allows.
func (e *exam) checkGame(ctx context.Context, i int) finding {
	g := e.Course.Exam.Games[i]
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
func (e *exam) opponent(g course.Game) (agent.Player, error) {
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
	for _, p := range e.Course.Exam.Plies {
		if !p.Opens {
			continue
		}
		b, err := e.game.Board("", p.Position)
		if err != nil {
			return e.fail(fmt.Errorf("doctor: %w", err))
		}
		_, f := e.ask(ctx, e.folder, question{"helper files of an old game: " + p.Name, b, p.Newline, true, e.clock(p.Single, e.Year.Whole)})
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

// match is a game in progress.
type match struct {
	*exam
	game     course.Game
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
	if m.err != nil || f.status != Fail || !m.turns[len(m.turns)-1].overtime || !m.plan.timed() || short >= m.Course.GameClock() {
		return move, f
	}
	m.ration.clock = m.Course.GameClock()
	again, g := m.once(ctx)
	if g.status == OK {
		g = risky(fmt.Sprintf("%s; the clock of %g s for this game was short, and with the %g s of the graders it continued", f.text, short.Seconds(), m.Course.GameClock().Seconds()))
	}
	return again, g
}

func (m *match) once(ctx context.Context) (game.Move, finding) {
	where := fmt.Sprintf("%s, ply %d", gameName(m.game), m.plies+1)
	move, f := m.ask(ctx, m.folder, question{where, m.board, false, false, m.clock(false, m.whole()-m.used())})
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
