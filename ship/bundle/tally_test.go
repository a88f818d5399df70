package bundle_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"evolab/agent"
	"evolab/game"
	"evolab/host"
)

// tally is the results of games.
type tally struct {
	games, moves, won int
	longest           time.Duration // CPU of a move in time
	late              []string      // answers after which the position was asked again
	slow              int           // those that were late by the usual budget alone
	failed            []string
	least             func(t *testing.T) time.Duration // the smallest budget of this machine, now
}

// allowed is a clock with the smallest budget of this machine, if that is larger.
func (n *tally) allowed(t *testing.T, clock agent.Clock) agent.Clock {
	t.Helper()
	if clock.Move > 0 {
		clock.Move = max(clock.Move, n.least(t))
	} else {
		clock.Left = max(clock.Left, n.least(t))
	}
	return clock
}

// play plays a game against random, for either side in turn, up to so many own
// moves (0: to its end). A game ends at its first failure.
func (n *tally) play(t *testing.T, g agent.Game, a agent.Agent, number int, clock agent.Clock, own int) {
	t.Helper()
	player, err := a.Player(1)
	if err != nil {
		t.Fatal(err)
	}
	defer player.Close()
	b, err := g.Board("", "start")
	if err != nil {
		t.Fatal(err)
	}
	r, side, made := game.NewRand(uint64(number)), game.Side(number%2), 0
	n.games++
	for ply := 0; !b.Outcome().Over() && (own == 0 || made < own); ply++ {
		moves := b.Moves(nil)
		m := moves[r.Intn(len(moves))]
		if b.Turn() == side {
			clock.PliesLeft = b.PliesLeft()
			c, err := n.ask(t, player, b, &clock)
			made++
			if problem := wrong(&c, err, moves); problem != "" {
				n.failed = append(n.failed, fmt.Sprintf("game %d, ply %d: %s\n%s", number, ply, problem, b.Position()))
				return
			}
			m = c.Move
		}
		b.Play(m)
	}
	if b.Outcome().Result == game.Win(side) {
		n.won++
	}
}

// tell logs the result; each failure is an error.
func (n *tally) tell(t *testing.T, h *handed) {
	t.Helper()
	t.Logf("%d games (%d won), %d moves, the longest took %v of %v; a slow machine was allowed more in %d", n.games, n.won, n.moves, n.longest, h.smallest, n.slow)
	for _, l := range n.late {
		t.Logf("late: %s", l)
	}
	if 1000*len(n.late) > n.moves+4000 {
		t.Errorf("%d of %d answers were late", len(n.late), n.moves)
	}
	for _, f := range n.failed {
		t.Error(f)
	}
}

// mostAsked is how often a position is asked whose answer was late, and
// busyTime how long the first pause before that is. A busy machine now and then
// charges a process for milliseconds that others have had, for seconds on end; a
// program that takes too long does so each time.
const (
	mostAsked = 6
	busyTime  = time.Second
)

// ask asks for a move. What is late by the usual budget may be in time by the one
// that the machine allows for now, which then holds for the rest of the game.
func (n *tally) ask(t *testing.T, player agent.Player, b agent.Board, clock *agent.Clock) (agent.Choice, error) {
	t.Helper()
	n.moves++
	for asked := 1; ; asked++ {
		c, err := player.Choose(t.Context(), b, *clock)
		var lost *agent.Forfeit
		if !errors.As(err, &lost) || lost.Reason != host.Time {
			n.longest = max(n.longest, c.CPU)
			return c, err
		}
		if now := n.allowed(t, *clock); now != *clock {
			n.slow++
			*clock = now
			continue
		}
		n.late = append(n.late, fmt.Sprintf("%s\n%s", lost.Detail, b.Position()))
		if asked >= mostAsked {
			return c, err
		}
		time.Sleep(time.Duration(asked) * busyTime)
	}
}

// wrong says what is wrong with an answer.
func wrong(c *agent.Choice, err error, legal []game.Move) string {
	switch {
	case err != nil:
		return err.Error()
	case !slices.Contains(legal, c.Move):
		return fmt.Sprintf("illegal move %x", uint64(c.Move))
	case c.Stderr != "":
		return c.Stderr
	}
	return ""
}
