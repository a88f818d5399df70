package agent

import (
	"context"
	"strings"
	"testing"
)

// Each idea that a game's search follows can be left out, and what is left out
// can be asked for.
func TestIdeasSwitch(t *testing.T) {
	for _, c := range []struct{ game, spec string }{
		{"littlego", "frozen:nodes=9,without=table"},
		{"littlego", "hand:nodes=9,without=pvs+table+history,with=lmr"},
		{"checkers", "frozen:nodes=9,without=quiescence+lmr+repetition+cycles"},
		{"checkers", "frozen:depth=4,without=pvs+table+history+cycles"},
		{"checkers", "frozen:depth=4,nodes=9,without=quiescence"},
		{"checkers", "frozen:depth=4,time=1,without=repetition"},
		{"checkers", "frozen:without=lmr"},
		{"halma", "frozen:nodes=9,without=cycles,with=repetition"},
	} {
		if err := specError(t, c.game, c.spec); err != nil {
			t.Errorf("%s: %s: %v", c.game, c.spec, err)
		}
	}
}

func TestIdeasThatCannotBeSwitched(t *testing.T) {
	for _, c := range []struct{ game, spec, want string }{
		{"littlego", "frozen:without=tabel", `without names the idea "tabel", which there is not (allowed: pvs, table, `},
		{"littlego", "frozen:without=table+null", `without names the idea "null", which there is not (allowed: pvs, table, `},
		{"littlego", "frozen:with=Table+pvs", `with names the idea "Table", which there is not`},
		{"littlego", "frozen:without=table+", `without names the idea "", which there is not`},
		{"littlego", "frozen:ties=last", `ties is "last" (allowed: first, random)`},
		{"littlego", "frozen:without=table+table", "without names table twice"},
		{"littlego", "frozen:with=lmr+lmr", "with names lmr twice"},
		{"littlego", "frozen:without=quiescence", "quiescence is nothing that the game's search knows (allowed: pvs, table, lmr, history)"},
		{"littlego", "frozen:depth=4,with=lmr", "lmr changes nothing in a search that only depth limits"},
		{"checkers", "frozen:depth=4,without=pvs+quiescence", "quiescence changes nothing in a search that only depth limits"},
		{"checkers", "hand:depth=4,without=probcut", "probcut changes nothing in a search that only depth limits"},
		{"checkers", "hand:depth=4,without=lmr", "lmr changes nothing in a search that only depth limits"},
		{"checkers", "frozen:depth=4,without=repetition", "repetition changes nothing in a search that only depth limits"},
		{"littlego", "frozen:with=pvs", "pvs is on in this game"},
		{"littlego", "frozen:without=lmr", "lmr is off in this game"},
		{"checkers", "frozen:with=lmr,without=lmr", "lmr is both in with and in without"},
		{"littlego", "random:without=table", "none for random"},
	} {
		err := specError(t, c.game, c.spec)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %s: %v, want %q", c.game, c.spec, err, c.want)
		}
	}
}

func specError(t *testing.T, name, text string) error {
	t.Helper()
	g, err := FindGame(name)
	if err != nil {
		t.Fatal(err)
	}
	spec, err := ParseSpec(text)
	if err == nil {
		_, err = g.Agent(spec, Env{})
	}
	return err
}

// Without an idea the same search visits other nodes: the switch does something.
func TestIdeasChangeTheSearch(t *testing.T) {
	const position = ".b.b.b.b/b...b.b./.b...b../b...b.../...w...w/..w.w.../.w...w.w/w.w...w. b"
	nodes := func(extra string) uint64 {
		g, err := FindGame("checkers")
		if err != nil {
			t.Fatal(err)
		}
		spec, err := ParseSpec("frozen:depth=9,nodes=1000000" + extra)
		if err != nil {
			t.Fatal(err)
		}
		a, err := g.Agent(spec, Env{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := a.Player(1)
		if err != nil {
			t.Fatal(err)
		}
		b, err := g.Board("", position)
		if err != nil {
			t.Fatal(err)
		}
		choice, err := p.Choose(context.Background(), b, Clock{PliesLeft: 100})
		if err != nil {
			t.Fatal(err)
		}
		return choice.Nodes
	}
	all := nodes("")
	for _, i := range ideas() {
		if i.name == "cycles" || i.name == "repetition" {
			continue // nothing repeats here
		}
		if n := nodes(",without=" + i.name); n == all {
			t.Errorf("without %s the search visits %d nodes all the same", i.name, n)
		}
	}
}
