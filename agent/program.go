package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"evolab/game"
	"evolab/host"
	"evolab/internal/untrusted"
)

// program is somebody's program, played by files as its course's host does.
type program[S comparable, P game.Position[S]] struct {
	described
	*made
	files *Files[S]
	reuse bool
	wall  time.Duration // of a move; 0: as LimitCPU says
	kept  *host.Session // of the whole match, if reuse is set
}

func (g *bound[S, P]) program(set *settings, env Env) (Agent, error) {
	if g.Files.Input == nil {
		return nil, fmt.Errorf("agent: %q: %s has no file protocol", set.spec, g.Rules.Name)
	}
	a := &program[S, P]{
		made:  &made{program: host.Program{Dir: set.text("dir", ""), Command: set.text("cmd", ""), Keep: env.Keep, Log: env.Log, Grants: env.Programs.Grants}},
		files: &g.Files,
		reuse: set.switched("reuse", "true", "false", false),
		wall:  set.seconds("wall", "real time"),
	}
	if a.program.Dir == "" || a.program.Command == "" {
		return nil, errors.New(`agent: "exec" needs dir=FOLDER,cmd=COMMAND`)
	}
	a.program.Net = a.program.Net || set.switched("net", "on", "off", false)
	if set.err != nil {
		return nil, set.err
	}
	if err := set.spec.Given.give(&a.program); err != nil {
		return nil, fmt.Errorf("agent: %q: %w", set.spec, err)
	}
	if err := a.program.Check(); err != nil {
		return nil, fmt.Errorf("agent: %q: %w", set.spec, err)
	}
	return a, env.Programs.open(set.spec)
}

// Player gives the program its folder: a new copy, or the match's.
func (a *program[S, P]) Player(uint64) (Player, error) {
	if err := a.ready(); err != nil {
		return nil, err
	}
	if !a.reuse {
		s, err := host.Open(a.program)
		if err != nil {
			return nil, unopened(err)
		}
		return a.seated(s, s.Close)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.kept == nil {
		s, err := host.Open(a.program)
		if err != nil {
			return nil, unopened(err)
		}
		a.kept = s
	}
	return a.seated(a.kept, func() error { return nil })
}

// seated begins a game in a session.
func (a *program[S, P]) seated(s *host.Session, end func() error) (Player, error) {
	if err := s.Begin(); err != nil {
		return nil, errors.Join(err, end())
	}
	return &programPlayer[S, P]{a.files, s, a.wall, end}, nil
}

// Serial: a folder can serve one game at a time.
func (a *program[S, P]) Serial() bool { return a.reuse }

func (a *program[S, P]) Close() error {
	var err error
	if a.kept != nil {
		err = a.kept.Close()
	}
	return errors.Join(err, a.remove())
}

// programPlayer is a program in one game.
type programPlayer[S comparable, P game.Position[S]] struct {
	files   *Files[S]
	session *host.Session
	wall    time.Duration
	close   func() error
}

// moveLimit is the CPU time that a program may use for a move; without any other
// limit a minute, so that no program can hang a match.
func moveLimit(c Clock) time.Duration { return cmp.Or(shorter(c.Left, c.Move), time.Minute) }

func (p *programPlayer[S, P]) Choose(ctx context.Context, b Board, c Clock) (Choice, error) {
	typed, err := typedBoard[S, P](b)
	if err != nil {
		return Choice{}, err
	}
	limits := host.LimitCPU(moveLimit(c))
	if p.wall > 0 {
		limits.Wall = p.wall
	}
	answer, err := p.session.Ask(ctx, p.files.Input(&typed.state, c), limits)
	if err != nil {
		return Choice{}, forfeit(err, answer)
	}
	m, err := p.files.Answer(&typed.state, answer.Output)
	if errors.Is(err, errOffBoard) {
		return Choice{}, &Forfeit{"illegal", untrusted.Line(err.Error(), longestDetail), answer.Stderr, answer.CPU}
	}
	if err != nil {
		return Choice{}, &Forfeit{"malformed", untrusted.Line(err.Error(), longestDetail), answer.Stderr, answer.CPU}
	}
	// A program always uses some CPU time; 0 would leave it to the referee.
	return Choice{Move: m, CPU: max(answer.CPU, 1), Stderr: answer.Stderr}, nil
}

// longestDetail is how much is told of what is wrong with an answer, in characters.
const longestDetail = 1000

func (p *programPlayer[S, P]) Close() error { return p.close() }

// forfeit turns what the host says about a program, or about the machine, into
// the end of the game; what else there is stays an error.
func forfeit(err error, answer host.Answer) error {
	var failed *host.Failure
	if !errors.As(err, &failed) {
		return err
	}
	return &Forfeit{failed.Reason, failed.Detail, answer.Stderr, answer.CPU}
}

// unopened is the end of a game whose program could not be given its folder: the
// program has not run, so nobody has lost.
func unopened(err error) error {
	var lost *Forfeit
	if err = forfeit(err, host.Answer{}); errors.As(err, &lost) || errors.Is(err, context.Canceled) {
		return err
	}
	return &Forfeit{Reason: host.Void, Detail: untrusted.Line(err.Error(), longestDetail)}
}

// shorter is the shorter of two times; 0 means none.
func shorter(a, b time.Duration) time.Duration {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}
