package main

import (
	"fmt"
	"time"

	"evolab/agent"
	"evolab/protocol/calibration"
)

// measure measures all games within a CPU time.
func measure(games []agent.Game, total time.Duration) (calibration.Speeds, error) {
	var speeds calibration.Speeds
	for _, g := range games {
		speed, err := g.NodesPerSecond(total / time.Duration(len(games)))
		if err != nil {
			return speeds, fmt.Errorf("%s: %w", g.Info().Name, err)
		}
		speeds.Set(g.Info().Name, speed)
	}
	return speeds, nil
}
