package arena

import (
	"context"
	"errors"
	"testing"

	"evolab/agent"
)

// stopped loses in the moment in which the match is interrupted.
type stopped struct {
	agent.Agent
	stop func()
}

func (s stopped) Player(seed uint64) (agent.Player, error) {
	p, err := s.Agent.Player(seed)
	return stoppedPlayer{p, s.stop}, err
}

type stoppedPlayer struct {
	agent.Player
	stop func()
}

func (p stoppedPlayer) Choose(context.Context, agent.Board, agent.Clock) (agent.Choice, error) {
	p.stop()
	return agent.Choice{}, &agent.Forfeit{Reason: NoOutput, Detail: "what stopped the match stopped the program, too"}
}

// An interrupted game is not recorded, not even as one that a player has lost.
func TestInterruptedGamesAreNotRecorded(t *testing.T) {
	jobs, err := Match{Games: 4, Seed: 1}.Jobs(littlego(t), 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	list := agents(t, "random", "greedy")
	round := Round{Game: littlego(t), Agents: []agent.Agent{stopped{list[0], cancel}, list[1]}, Done: func(r Record) { t.Errorf("recorded: %+v", r) }}
	if _, err := (Cores{Workers: 1}).Run(ctx, round, jobs); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
