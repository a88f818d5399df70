package doctor

import (
	"context"
	"fmt"
	"slices"
	"time"

	"evolab/agent"
	"evolab/course"
	"evolab/game"
	"evolab/host"
	"evolab/host/compile"
	"evolab/internal/quantity"
)

// checkPly lets the program answer a position in a fresh folder.
func (e *exam) checkPly(ctx context.Context, p course.Ply) finding {
	b, err := e.game.Board("", p.Position)
	if err != nil {
		return e.fail(err)
	}
	if f, no := e.cannotPlay(); no && !(f.late && e.answers > 0 && e.starts == 0 && isForced(b)) { // a ply that says how long it takes to start
		return f
	}
	fresh, err := e.open()
	if err != nil {
		return e.notOpened(err)
	}
	defer fresh.close()
	q := question{where: p.Name, board: b, newline: p.Newline, opens: p.Opens, clock: e.clock(p.Single, e.Year.Whole)}
	if p.Newline && e.plan.timed() {
		q.clock = e.clock(false, e.plan.shortClock())
	}
	if isForced(b) {
		e.starts++
	}
	_, f := e.ask(ctx, fresh, q)
	if p.Newline && e.plan.timed() && len(e.turns) > 0 && e.turns[len(e.turns)-1].overtime {
		q.clock = e.clock(false, e.Year.Whole) // the shorter clock is no grader's
		_, f = e.ask(ctx, fresh, q)
	}
	if p.Single && e.plan.timed() && e.answers > 0 && e.turns[len(e.turns)-1].overtime {
		q.clock = agent.Clock{Move: e.full.Move}
		_, f = e.ask(ctx, fresh, q)
	}
	switch kept := e.kept(); {
	case f.status != Fail || p.Opens:
	case p.Newline && e.answers > 0:
		f.status, f.text = Warning, "with the newline that some hosts write, and gradings do not: "+f.text
	case !p.Newline && len(kept) > 0:
		f.status, f.text = Warning, fmt.Sprintf("asked in the middle of a game, without the %s that it writes from ply to ply (a host plays whole games, as below): %s", compile.Shorten(kept), f.text)
	}
	return f
}

// kept are the files in which the program keeps something from ply to ply.
func (e *exam) kept() []string {
	return slices.DeleteFunc(slices.Clone(e.written), func(name string) bool { return name == "__pycache__/" })
}

// notOpened is the finding when the machine could not give the program a folder: the
// check is made again if the machine was only busy.
func (e *exam) notOpened(err error) finding {
	if host.IsVoid(err) {
		return void(err.Error())
	}
	return e.fail(err)
}

// maxUnanswered is how often a program is asked that never answers.
const maxUnanswered = 3

// cannotPlay reports whether a check that plays must be left out. If the program cannot
// run, earlier checks have said so. The budget's clock starts with the first such check.
func (e *exam) cannotPlay() (finding, bool) {
	if e.command == "" {
		return finding{}, true
	}
	e.plan.start()
	if e.plan.over() {
		return late("not checked: " + e.budgetSpent()), true
	}
	if e.answers == 0 && len(e.turns) >= maxUnanswered {
		f := unchecked("not checked, nor the other positions and games: it has not found a legal move so far")
		if e.hopeless {
			f.status = "" // said once
		}
		e.hopeless = true
		return f, true
	}
	return finding{}, false
}

func (e *exam) budgetSpent() string {
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
	r, fits := e.plan.budgetGame(i)
	if !fits {
		return finding{}
	}
	b, err := e.game.Board("", "start")
	if err != nil {
		return e.fail(err)
	}
	opponent, err := e.opponent(g)
	if err != nil {
		return e.fail(err)
	}
	defer opponent.Close()
	fresh, err := e.open()
	if err != nil {
		return e.notOpened(err)
	}
	m := &match{exam: e, game: g, board: b, opponent: opponent, budget: r, folder: fresh, first: len(e.turns)}
	f := m.play(ctx)
	if i > 0 || f.void { // a program that was killed may have left misleading files
		fresh.close()
	} else {
		e.folder = fresh
	}
	return f
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

func totalCPU(turns []turn) (sum time.Duration) {
	for _, t := range turns {
		sum += t.cpu
	}
	return sum
}

// checkStale begins new games in the folder of an old one, where helper files describe
// other boards.
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
			return e.fail(err)
		}
		if err := e.folder.Begin(); err != nil {
			return e.notOpened(err)
		}
		_, f := e.ask(ctx, e.folder, question{where: "helper files of an old game: " + p.Name, board: b, newline: p.Newline, opens: true, clock: e.clock(p.Single, e.Year.Whole)})
		if f.void {
			e.folder.close()
			e.folder = nil
			return f
		}
		if f.status != OK {
			f.status, f.text = Warning, p.Name+", in the folder of an old game, where some hosts begin the next one: "+f.text
			return f
		}
	}
	return fine("a new game in the folder of an old one begins well")
}

// match is a game of the program against a built-in agent.
type match struct {
	exam     *exam
	game     course.Game
	board    agent.Board
	opponent agent.Player
	budget   gameBudget
	folder   *folder
	first    int // index of the game's first turn
	moves    int // of the program
	plies    int // of both
	warning  finding
}

// play plays until the game is over, the program fails, or its time is up.
func (m *match) play(ctx context.Context) finding {
	for !m.board.Outcome().Over() {
		mine := m.board.Turn() == m.game.Side
		if mine && m.exam.plan.over() {
			m.exam.plan.finishGame(false, m.cpuUsed())
			return late(fmt.Sprintf("stopped after %s, all legal: %s", quantity.Of(m.plies, "ply"), m.exam.budgetSpent()))
		}
		if mine && !m.exam.plan.continues(&m.budget, m.moves, m.cpuUsed()) {
			return m.endFinding(false)
		}
		move, f := m.move(ctx, mine)
		if f.late {
			m.exam.plan.finishGame(false, m.cpuUsed())
		}
		if f.void || f.late || f.status != OK && f.status != Warning {
			return f
		}
		if f.status == Warning {
			m.warning = f
		}
		m.board.Play(move)
		m.plies++
	}
	return m.endFinding(true)
}

// endFinding records the end of a game, and is the finding on one without a failure.
func (m *match) endFinding(whole bool) finding {
	used := m.cpuUsed()
	m.exam.plan.finishGame(whole, used)
	how := "stopped as planned"
	if whole {
		m.exam.games = append(m.exam.games, used)
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
	return fine(fmt.Sprintf("%s, %s, all legal, %.2f s of CPU", how, quantity.Of(m.plies, "ply"), used.Seconds()))
}

func (m *match) cpuUsed() time.Duration { return totalCPU(m.exam.turns[m.first:]) }

// waited is how long the program has waited in the game.
func (m *match) waited() (sum time.Duration) {
	for _, t := range m.exam.turns[m.first:] {
		sum += t.waited
	}
	return sum
}

// move returns the next move of either side, and a finding on the program's.
func (m *match) move(ctx context.Context, mine bool) (game.Move, finding) {
	if mine {
		m.moves++
		return m.askProgram(ctx)
	}
	choice, err := m.opponent.Choose(ctx, m.board, agent.Clock{})
	if err != nil {
		return 0, m.exam.fail(err)
	}
	return choice.Move, finding{status: OK}
}

// askProgram asks the program. The plan may give less time for a game than graders do: a
// program that overruns the shorter clock continues with the graders'.
func (m *match) askProgram(ctx context.Context) (game.Move, finding) {
	move, f := m.askOnce(ctx)
	short := m.gameClock()
	if m.exam.err != nil || f.status != Fail || !m.exam.turns[len(m.exam.turns)-1].overtime || !m.exam.plan.timed() || short >= m.exam.Course.GameClock() {
		return move, f
	}
	m.budget.clock = m.exam.Course.GameClock()
	again, g := m.askOnce(ctx)
	if g.status == OK {
		g = risky(fmt.Sprintf("%s; the clock of %g s for this game was short, and with the %g s of the graders it continued", f.text, short.Seconds(), m.exam.Course.GameClock().Seconds()))
	}
	return again, g
}

func (m *match) askOnce(ctx context.Context) (game.Move, finding) {
	where := fmt.Sprintf("%s, ply %d", gameName(m.game), m.plies+1)
	move, f := m.exam.ask(ctx, m.folder, question{where: where, board: m.board, clock: m.exam.clock(false, m.gameClock()-m.cpuUsed()), waited: m.waited()})
	f.text = fmt.Sprintf("ply %d: %s", m.plies+1, f.text)
	return move, f
}

// gameClock is the program's clock for the game, in tenths of a second.
func (m *match) gameClock() time.Duration {
	const tenth = 100 * time.Millisecond
	if m.budget.clock > 0 {
		return max(m.budget.clock.Truncate(tenth), tenth)
	}
	return m.exam.Year.Whole
}
