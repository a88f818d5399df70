package cluster

import (
	"sync"
	"time"

	"evolab/agent"
)

// speeds are those of this machine, measured when they first matter.
type speeds struct {
	mu sync.Mutex
	by map[string]float64
}

// of is the speed of a game's search, in nodes a second; 0 if it has none.
func (s *speeds) of(g agent.Game) float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	name := g.Info().Name
	if v, ok := s.by[name]; ok {
		return v
	}
	n, err := g.NodesPerSecond(200 * time.Millisecond)
	if err != nil {
		n = 0
	}
	if s.by == nil {
		s.by = map[string]float64{}
	}
	s.by[name] = float64(n)
	return s.by[name]
}
