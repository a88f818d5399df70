package konane

import (
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
	"evolab/ship/player"
	"evolab/ship/player/network"
	"evolab/ship/player/program"
	"evolab/ship/player/system"
)

// play plays a game, or all games of an event, and returns the exit code.
func (s *settings) play() int {
	series := artemis.Series{Account: s.account, Start: s.start, Clock: s.clock, Games: 1}
	if err := artemis.PlaySeries(&series, &table{settings: s}); err != nil {
		program.Warn(err.Error())
		return player.Failed
	}
	return player.Done
}

// table is where the games are played.
type table struct {
	settings *settings
	line     network.Line
	set      features.Set[konane.State]
	eval     features.Linear[konane.State]
	decider  *decide.Decider[konane.State, *konane.State, *decide.Nothing[konane.State]]
	used     time.Duration // by all moves of the game
}

// Begin implements artemis.Table.
func (t *table) Begin(c *artemis.Client) error {
	t.set = featkonane.Set()
	eval, err := frozen.Evaluation(t.set)
	if err != nil {
		return err
	}
	t.eval, t.used = eval, 0
	t.decider = decide.New[konane.State, *konane.State](eval, &decide.Nothing[konane.State]{}, network.Now)
	return nil
}

// Connect implements artemis.Table.
func (t *table) Connect() error {
	line, why := network.Connect(t.settings.host, t.settings.port)
	if why != "" {
		return fmt.Errorf("cannot connect to %s port %s: %s", t.settings.host, t.settings.port, why)
	}
	t.line = line
	return nil
}

// Close implements artemis.Table.
func (t *table) Close() { network.Close(t.line) }

// Receive implements artemis.Table.
func (t *table) Receive(chunk []byte, wait time.Duration) (int, error) {
	n, ok := network.Receive(t.line, wait, chunk)
	if !ok {
		return 0, artemis.ErrEnded
	}
	return n, nil
}

// Send implements artemis.Table.
func (t *table) Send(text string) error {
	if !network.Send(t.line, text) {
		return artemis.ErrEnded
	}
	return nil
}

// Choose implements artemis.Table: it thinks by the clock in real time.
func (t *table) Choose(s *konane.State, clock time.Duration) (game.Move, error) {
	began := network.Now()
	if t.settings.bounded {
		clock = min(clock, max(t.settings.clock-t.used, t.settings.clock/100)) // a server may have no clock
	}
	a := budget.Allowance{Left: clock, Move: t.settings.move}
	a.Share(&t.set.Length, t.set.Progress(s), s.PliesLeft()/2+1)
	// If the program keeps to a depth, what it plays does not depend on the clock.
	l := search.Limits{Depth: openingDepth, Plain: openingDepth > 0}
	if endgameDepth > 0 && t.eval.Late(s) {
		l.Depth = endgameDepth
	}
	t.decider.Begin(s, decide.Ply{Limits: l, Allowance: a})
	best := t.decider.Run()
	t.used += network.Now() - began
	return best.Move, nil
}

// End implements artemis.Table.
func (t *table) End(c *artemis.Client, err error) error { return nil }

// Now implements artemis.Table.
func (t *table) Now() time.Duration { return network.Now() }

// Show implements artemis.Table.
func (t *table) Show(result string) { system.Print([]byte(result + "\n")) }

// Warn implements artemis.Table.
func (t *table) Warn(text string) { system.Warn(text) }

// Again implements artemis.Table.
func (t *table) Again(err error, pause time.Duration) bool {
	program.Warn(fmt.Sprintf("%s; again in %d s", err.Error(), int(pause/time.Second)))
	network.Pause(pause)
	return true
}
