package bundle_test

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"evolab/agent"
	"evolab/game"
	"evolab/host"
)

var gamesFlag = flag.Int("games", 200, "games of each program against random, with -long")

// tally is the results of games.
type tally struct {
	games, moves, won int
	longest           time.Duration // CPU of a move in time
	late              []string      // answers after which the position was asked again
	failed            []string
}

// seat is the program at its host, as a process for each ply.
func seat(t *testing.T, g agent.Game, spec string) agent.Agent {
	t.Helper()
	s, err := agent.ParseSpec(spec)
	if err != nil {
		t.Fatal(err)
	}
	a, err := g.Agent(s, agent.Env{Programs: agent.Unannounced()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
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
			c, err := n.ask(t, player, b, clock)
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
	t.Logf("%d games (%d won), %d moves, the longest took %v of %v", n.games, n.won, n.moves, n.longest, h.smallest)
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
	mostAsked = 3
	busyTime  = time.Second
)

// ask asks for a move.
func (n *tally) ask(t *testing.T, player agent.Player, b agent.Board, clock agent.Clock) (agent.Choice, error) {
	n.moves++
	for asked := 1; ; asked++ {
		c, err := player.Choose(t.Context(), b, clock)
		var lost *agent.Forfeit
		if !errors.As(err, &lost) || lost.Reason != host.Time {
			n.longest = max(n.longest, c.CPU)
			return c, err
		}
		n.late = append(n.late, fmt.Sprintf("%s\n%s", lost.Detail, b.Position()))
		if asked == mostAsked {
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

// Every program keeps the smallest budget, as a limit for a move and as the
// rest of a game's clock, and answers whatever lies in its folder.
func TestSmallestBudgets(t *testing.T) {
	for _, h := range allHanded {
		t.Run(h.game+" "+h.lang, func(t *testing.T) {
			if h.short == 0 {
				t.Skip("compiling takes seconds; -long plays games with it")
			}
			if !h.quick && !*long {
				t.Skip("another game's program in this language has its turn; run with -long")
			}
			g := findGame(t, h.game)
			dir, command := h.make(t)
			a := seat(t, g, "exec:dir="+dir+",wall=120,cmd="+command)
			var n tally
			n.play(t, g, a, 0, agent.Clock{Move: h.smallest}, h.short)
			n.play(t, g, a, 1, agent.Clock{Move: h.smallest}, h.short/2)
			n.play(t, g, a, 2, agent.Clock{Left: h.smallest}, 1)
			n.tell(t, &h)
			h.hostile(t, dir, strings.Fields(command))
		})
	}
}

// With -long every program, compiled as graders do, plays 200 games against
// random with its smallest budget, without an illegal move or an overrun:
//
//	go test ./ship/bundle -run TestGamesAtSmallestBudgets -long -timeout 3h -v
func TestGamesAtSmallestBudgets(t *testing.T) {
	if !*long {
		t.Skip("takes an hour; run with -long")
	}
	for _, h := range allHanded {
		t.Run(h.game+" "+h.lang, func(t *testing.T) {
			g := findGame(t, h.game)
			dir, command := h.make(t, "-O2")
			a := seat(t, g, "exec:dir="+dir+",wall=120,cmd="+command)
			var n tally
			for i := range *gamesFlag {
				n.play(t, g, a, i, agent.Clock{Move: h.smallest}, 0)
			}
			n.tell(t, &h)
			h.hostile(t, dir, strings.Fields(command))
		})
	}
}
