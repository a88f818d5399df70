package konane

import (
	"errors"
	"fmt"
	"time"

	"evolab/agent/frozen"
	"evolab/features"
	featkonane "evolab/features/konane"
	"evolab/game"
	"evolab/game/konane"
	"evolab/protocol/artemis"
	"evolab/search"
	"evolab/search/budget"
	"evolab/search/decide"
	"evolab/ship/player/network"
	"evolab/ship/player/system"
)

// table is where one game is played.
type table struct {
	settings *settings
	client   *artemis.Client
	line     network.Line
	set      features.Set[konane.State]
	eval     features.Linear[konane.State]
	decider  *decide.Decider[konane.State, *konane.State, *decide.Nothing[konane.State]]
	pace     artemis.Pace
	until    time.Duration // when the server has been silent for too long, by network.Now; 0: never
	ply      int
	trouble  string // what the server complained of last
	away     bool   // the server cannot be reached, or the connection has ended
}

// sit takes a seat at a table; nobody is connected yet.
func sit(s *settings) (table, error) {
	t := table{settings: s, client: artemis.NewClient(s.account, s.start), set: featkonane.Set()}
	eval, err := frozen.Evaluation(t.set)
	if err != nil {
		return t, err
	}
	t.eval = eval
	t.decider = decide.New[konane.State, *konane.State](eval, &decide.Nothing[konane.State]{}, network.Now)
	return t, nil
}

// play connects and plays until the game is over.
func (t *table) play() error {
	line, why := network.Connect(t.settings.host, t.settings.port)
	if why != "" {
		t.away = true
		return fmt.Errorf("cannot connect to %s port %s: %s", t.settings.host, t.settings.port, why)
	}
	t.line = line
	t.until = network.Now() + artemis.LoginSilence
	err := artemis.Play(t.client, t)
	network.Close(t.line)
	t.away = t.away && err != nil
	if err != nil && t.trouble != "" {
		return fmt.Errorf("%w; the server said: %s", err, t.trouble)
	}
	return err
}

// Receive waits for the server, but not longer than it may be silent.
func (t *table) Receive(chunk []byte) (int, error) {
	var wait time.Duration
	if t.until > 0 {
		if wait = t.until - network.Now(); wait <= 0 {
			t.away = true
			return 0, errors.New("the server has been silent for too long")
		}
	}
	n, ok := network.Receive(t.line, wait, chunk)
	if !ok {
		t.away = true
		return 0, artemis.ErrEnded
	}
	return n, nil
}

// Send sends a text to the server.
func (t *table) Send(text string) error {
	if !network.Send(t.line, text) {
		t.away = true
		return artemis.ErrEnded
	}
	return nil
}

// Choose thinks about a removal or a move, by the clock in real time.
func (t *table) Choose(s *konane.State, clock time.Duration) (game.Move, error) {
	began := network.Now()
	a := budget.Allowance{Left: t.pace.Usable(clock, t.settings.clock), Move: t.settings.move}
	a.Share(&t.set.Length, t.set.Progress(s), s.PliesLeft()/2+1)
	// If the program keeps to a depth, what it plays does not depend on the clock.
	l := search.Limits{Depth: openingDepth, Plain: openingDepth > 0}
	if endgameDepth > 0 && t.eval.Late(s) {
		l.Depth = endgameDepth
	}
	t.decider.Begin(s, decide.Ply{Limits: l, Allowance: a})
	best := t.decider.Run()
	t.pace.Spent(network.Now() - began)
	return best.Move, nil
}

// Heard shows what happens, and notes how long the server may be silent now.
func (t *table) Heard(e *artemis.Event) {
	switch e.Kind {
	case artemis.Begun:
		t.ply = 0
	case artemis.Played:
		t.ply++
	case artemis.Trouble:
		t.trouble = t.client.Shown(e)
	}
	result, warning := t.client.News(e, t.ply)
	if result != "" {
		show(result)
	}
	if warning != "" {
		system.Warn(warning)
	}
	if wait, known := t.client.Silence(e, t.settings.clock); known {
		t.until = 0
		if wait > 0 {
			t.until = network.Now() + wait
		}
	}
}
