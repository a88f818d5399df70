package evolve

// Shared holds the settings that all optimisers have in common.
type Shared struct {
	Population  int     // candidates of a generation; the GA has its own
	Generations int     // after generation 0
	Pairs       int     // that a candidate plays in a generation, on average with the GA
	Rounds      int     // of successive halving, which only the GA does; 1 gives all candidates all pairs
	Pool        bool    // the GA's elites add new results to their old ones instead of starting afresh
	Caution     float64 // c in mean - c/sqrt(games), which ranks elites and the hall of fame
	HallOfFame  int     // members
}

// Share implements Optimizer.
func (s *Shared) Share(settings Shared) { *s = settings }
