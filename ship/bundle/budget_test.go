package bundle_test

import (
	"flag"
	"testing"

	"evolab/agent"
	"evolab/internal/longtest"
)

var gamesFlag = flag.Int("games", 200, "games of each program against random, with -long")

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

// Every program keeps the smallest budget, as a limit for a move and as the
// rest of a game's clock, and answers whatever lies in its folder.
func TestSmallestBudgets(t *testing.T) {
	for _, h := range allHanded {
		t.Run(h.game+" "+h.lang, func(t *testing.T) {
			if h.short == 0 {
				t.Skip("compiling takes seconds; -long plays games with it")
			}
			if !h.quick && !longtest.Enabled() {
				t.Skip("the program of Little-Go in C++ has its turn; run with -long")
			}
			g := findGame(t, h.game)
			dir, command := h.make(t)
			a := seat(t, g, "exec:dir="+dir+",wall=120,cmd="+command)
			n := tally{least: h.least(t, dir, command)}
			n.play(t, g, a, 0, agent.Clock{Move: h.smallest}, h.short)
			n.play(t, g, a, 1, agent.Clock{Move: h.smallest}, h.short/2)
			n.play(t, g, a, 2, agent.Clock{Left: h.smallest}, 1)
			n.tell(t, &h)
			h.hostile(t, dir, h.sooner(t, dir, command))
		})
	}
}

// With -long every program, compiled as graders do, plays 200 games against
// random with its smallest budget, without an illegal move or an overrun:
//
//	go test ./ship/bundle -run TestGamesAtSmallestBudgets -long -timeout 3h -v
func TestGamesAtSmallestBudgets(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("takes an hour; run with -long")
	}
	for _, h := range allHanded {
		t.Run(h.game+" "+h.lang, func(t *testing.T) {
			g := findGame(t, h.game)
			dir, command := h.make(t, "-O2")
			a := seat(t, g, "exec:dir="+dir+",wall=120,cmd="+command)
			n := tally{least: h.least(t, dir, command)}
			for i := range *gamesFlag {
				n.play(t, g, a, i, agent.Clock{Move: h.smallest}, 0)
			}
			n.tell(t, &h)
			h.hostile(t, dir, h.sooner(t, dir, command))
		})
	}
}
