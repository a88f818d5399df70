package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"evolab/game"
	"evolab/host"
	"evolab/internal/untrusted"
)

// speaker asks a program that keeps running for the moves of one game.
type speaker[S comparable] interface {
	// move asks for a move under a clock; ask asks one question and returns the answer
	// up to the text end. Its errors are ask's, an *unclear, or errOffBoard.
	move(s *S, c Clock, ask asker) (game.Move, error)
}

// manner is how programs that keep running are spoken to.
type manner[S comparable] struct {
	speak   func() speaker[S] // begins a game; nil: the game is not played in this manner
	goodbye string            // the last question, "" if there is none
	port    bool              // over a connection, which is for one game
}

// asker asks one question.
type asker func(question, end string) (string, error)

// unclear is the error of an answer that cannot be understood.
type unclear struct{ text string }

func (u *unclear) Error() string { return u.text }

// talking is somebody's program that keeps running, for any number of games.
type talking[S comparable, P game.Position[S]] struct {
	described
	*made
	manner[S]
	wall time.Duration // of a move; 0: as LimitCPU says
	idle []*host.Dialogue
}

// talking makes the agent of a spec whose program is spoken to in the given manner.
func (g *bound[S, P]) talking(set *settings, env Env, how manner[S]) (Agent, error) {
	if how.speak == nil {
		return nil, fmt.Errorf("agent: %q: %s is not played by %s", set.spec, g.Rules.Name, set.spec.Name)
	}
	a := &talking[S, P]{
		made:   &made{program: host.Program{Dir: set.text("dir", ""), Command: set.text("cmd", ""), Keep: env.Keep, Log: env.Log, Port: how.port, Grants: env.Programs.Grants}},
		manner: how,
		wall:   set.seconds("wall", "real time"),
	}
	if a.program.Dir == "" {
		return nil, fmt.Errorf(`agent: %q needs dir=FOLDER`, set.spec.Name)
	}
	a.program.Net = a.program.Net || set.switched("net", "on", "off", false)
	a.program.Env = append(slices.Clip(a.program.Env), protocolVariable+"="+set.spec.Name)
	if set.err != nil {
		return nil, set.err
	}
	err := a.find(set.spec.Given, g.Names)
	if err == nil {
		err = set.spec.Given.give(&a.program)
	}
	if err == nil && a.source == nil {
		err = a.program.Check()
	}
	if err != nil {
		return nil, fmt.Errorf("agent: %q: %w", set.spec, err)
	}
	return a, env.Programs.open(set.spec)
}

// Player takes a program that has played before, or starts another one.
func (a *talking[S, P]) Player(uint64) (Player, error) {
	if err := a.ready(); err != nil {
		return nil, err
	}
	t := a.resumed()
	if t == nil {
		var err error
		if t, err = host.OpenDialogue(a.program); err != nil {
			return nil, unopened(err)
		}
	}
	return &talker[S, P]{agent: a, talk: t, speaker: a.speak()}, nil
}

// resumed is an idle program; nil: there is none.
func (a *talking[S, P]) resumed() *host.Dialogue {
	a.mu.Lock()
	defer a.mu.Unlock()
	for len(a.idle) > 0 {
		last := len(a.idle) - 1
		t := a.idle[last]
		a.idle = a.idle[:last]
		if host.TakeIdle(t) {
			return t
		}
	}
	return nil
}

// Serial is part of Agent.
func (a *talking[S, P]) Serial() bool { return false }

func (a *talking[S, P]) Close() error {
	var err error
	for t := a.resumed(); t != nil; t = a.resumed() {
		if a.goodbye != "" {
			const patience = time.Second
			_, _ = t.Ask(context.Background(), []byte(a.goodbye), gtpEnd, host.LimitCPU(patience)) // it ends in any case
		}
		err = errors.Join(err, t.Close())
	}
	return errors.Join(err, a.remove())
}

// talker is a program in one game.
type talker[S comparable, P game.Position[S]] struct {
	agent   *talking[S, P]
	talk    *host.Dialogue
	speaker speaker[S]
}

func (p *talker[S, P]) Choose(ctx context.Context, b Board, c Clock) (Choice, error) {
	typed, err := typedBoard[S, P](b)
	if err != nil {
		return Choice{}, err
	}
	limits := host.LimitCPU(moveLimit(c))
	if p.agent.wall > 0 {
		limits.Wall = p.agent.wall
	}
	var all host.Answer // of all questions for this move
	m, err := p.speaker.move(&typed.state, c, func(question, end string) (string, error) {
		left := limits
		left.CPU = max(1, limits.CPU-all.CPU)
		answer, err := p.talk.Ask(ctx, []byte(question), end, left)
		all.CPU += answer.CPU
		all.Stderr = answer.Stderr
		return string(answer.Output), err
	})
	if err != nil {
		return Choice{}, p.lost(err, all)
	}
	return Choice{Move: m, CPU: max(all.CPU, 1)}, nil
}

// lost turns the error of a move into the end of the game if the program is to blame.
func (p *talker[S, P]) lost(err error, all host.Answer) error {
	var u *unclear
	switch {
	case errors.Is(err, errOffBoard):
		return &Forfeit{"illegal", untrusted.Line(err.Error(), longestDetail), all.Stderr, all.CPU}
	case errors.As(err, &u):
		return &Forfeit{"malformed", untrusted.Line(u.text, longestDetail), all.Stderr, all.CPU}
	}
	return forfeit(err, all)
}

// Close parks a program that still runs and can play another game.
func (p *talker[S, P]) Close() error {
	if p.talk == nil {
		return nil
	}
	t := p.talk
	p.talk = nil
	if !t.Alive() || p.agent.port {
		return t.Close()
	}
	p.agent.mu.Lock()
	defer p.agent.mu.Unlock()
	p.agent.idle = append(p.agent.idle, t)
	host.KeepIdle(t)
	return nil
}

// lines is the protocol of programs that keep running: a position on a line in, a
// move on a line out, both as evolve legal writes them. Each line holds all that
// there is to know, so that one process can play any number of games.
type lines[S comparable] struct{ rules *game.Rules[S] }

func (l lines[S]) move(s *S, _ Clock, ask asker) (game.Move, error) {
	answer, err := ask(l.rules.Format(s)+"\n", "\n")
	if err != nil {
		return 0, err
	}
	m, err := l.rules.ParseMove(s, strings.TrimSpace(answer))
	if err != nil {
		return 0, &unclear{err.Error()}
	}
	return m, nil
}
