package agent

import (
	"errors"

	"evolab/game/littlego"
)

func (g *bound[S, P]) program(set *settings) (Agent, error) {
	return nil, errors.New("agent: exec is not there yet")
}

func littlegoFiles() Files[littlego.State] { return Files[littlego.State]{} }
