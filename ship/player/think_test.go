package player

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"evolab/agent"
	"evolab/game"
	"evolab/game/littlego"
	protocol "evolab/protocol/littlego"
	"evolab/search"
)

// The lab's agent and the shipped one are the same player.
func TestPlaysLikeTheLabsFrozenAgent(t *testing.T) {
	lab, err := agent.FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	spec, err := agent.ParseSpec("frozen:depth=3")
	if err != nil {
		t.Fatal(err)
	}
	frozen, err := lab.Agent(spec, agent.Env{})
	if err != nil {
		t.Fatal(err)
	}
	player, err := frozen.Player(1)
	if err != nil {
		t.Fatal(err)
	}
	rules := littlego.Rules()
	for seed := range uint64(60) {
		s, err := littlego.Start("")
		if err != nil {
			t.Fatal(err)
		}
		r := game.NewRand(seed)
		game.Playout[littlego.State, *littlego.State](&s, &r, r.Intn(22), nil)
		if s.Outcome().Over() {
			continue
		}
		board, err := lab.Board("", rules.Format(&s))
		if err != nil {
			t.Fatal(err)
		}
		want, err := player.Choose(context.Background(), board, agent.Clock{})
		if err != nil {
			t.Fatal(err)
		}
		d := folder{dir: t.TempDir()}
		err = d.thinkLittlego(&s, search.Limits{Depth: 3}, time.Hour)
		got, _ := protocol.ParseOutput(d.answer)
		if err != nil || got != want.Move {
			t.Errorf("%s: got %s, %v; the lab plays %s", rules.Format(&s), rules.FormatMove(&s, got), err, rules.FormatMove(&s, want.Move))
		}
	}
}

func TestThinkingStopsWhenTheMoveCannotBeWritten(t *testing.T) {
	s, err := littlego.Start("")
	if err != nil {
		t.Fatal(err)
	}
	d := folder{dir: filepath.Join(t.TempDir(), "missing")}
	err = d.thinkLittlego(&s, search.Limits{Depth: 4}, time.Hour)
	if err == nil || !strings.Contains(err.Error(), "cannot write: ") || len(d.written) > 0 {
		t.Errorf("%v, %q was written", err, d.written)
	}
}
