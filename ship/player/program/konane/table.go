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
	"evolab/search/budget"
	"evolab/search/decide"
	"evolab/ship/player/network"
	"evolab/ship/player/system"
)

// table is where one game is played.
type table struct {
	settings *settings
	client   *artemis.Client
	lines    artemis.Lines
	line     network.Line
	set      features.Set[konane.State]
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
	t.decider = decide.New[konane.State, *konane.State](eval, &decide.Nothing[konane.State]{}, network.Now)
	return t, nil
}

func (t *table) won() bool {
	won, _ := t.client.Result()
	return won
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
	err := t.talk()
	network.Close(t.line)
	if err != nil && t.trouble != "" {
		return fmt.Errorf("%w; the server said: %s", err, t.trouble)
	}
	return err
}

var errSilence = errors.New("the server has been silent for too long")

// talk reads what the server sends and answers it.
func (t *table) talk() error {
	chunk := make([]byte, 4096)
	for {
		n, err := t.receive(chunk)
		if err != nil {
			return t.ended(err)
		}
		tooLong := t.lines.Feed(chunk[:n])
		for {
			text, ok := t.lines.Next()
			if !ok {
				break
			}
			if over, err := t.hear(text); over || err != nil {
				return err
			}
		}
		if tooLong != nil {
			return tooLong
		}
	}
}

// receive waits for the server, but not longer than it may be silent.
func (t *table) receive(chunk []byte) (int, error) {
	var wait time.Duration
	if t.until > 0 {
		if wait = t.until - network.Now(); wait <= 0 {
			return 0, errSilence
		}
	}
	n, ok := network.Receive(t.line, wait, chunk)
	if !ok {
		return 0, artemis.ErrEnded
	}
	return n, nil
}

// ended is the error of a conversation that has ended, nil if the result is
// known all the same.
func (t *table) ended(err error) error {
	if _, known := t.client.Result(); known {
		return nil
	}
	t.away = true
	return err
}

// hear acts on a line of the server.
func (t *table) hear(line string) (over bool, err error) {
	e, err := t.client.Receive(line)
	t.tell(&e)
	if err != nil {
		return false, err
	}
	send := e.Send
	if e.Kind == artemis.Choose {
		if send, err = t.client.Answer(t.choose(e.Clock)); err != nil {
			return false, err
		}
	}
	if (e.Kind == artemis.Say || e.Kind == artemis.Choose) && !network.Send(t.line, send+"\n") {
		return false, t.ended(artemis.ErrEnded)
	}
	if wait, known := t.client.Silence(&e, t.settings.clock); known {
		t.until = 0
		if wait > 0 {
			t.until = network.Now() + wait
		}
	}
	return e.Kind == artemis.Over, nil
}

// choose thinks about a removal or a move, by the clock in real time.
func (t *table) choose(clock time.Duration) game.Move {
	began := network.Now()
	s := t.client.Board()
	a := budget.Allowance{Left: t.pace.Usable(clock, t.settings.clock), Move: t.settings.move}
	a.Share(&t.set.Length, t.set.Progress(&s), s.PliesLeft()/2+1)
	t.decider.Begin(&s, decide.Ply{Allowance: a})
	best := t.decider.Run()
	t.pace.Spent(network.Now() - began)
	return best.Move
}

// tell shows what happens.
func (t *table) tell(e *artemis.Event) {
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
}
