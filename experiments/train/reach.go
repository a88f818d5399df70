package train

import (
	"sync"

	"evolab/arena"
	"evolab/experiments/run"
	"evolab/features"
)

// reach counts how many games reach each phase of a champion.
type reach struct {
	phases []features.PhaseAt
	mu     sync.Mutex
	games  map[[2]int]uint64 // which phases, by match and game
	match  int
	plies  []int
}

func newReach(w *features.Weights) *reach {
	list := w.PhaseList()
	return &reach{phases: list, games: map[[2]int]uint64{}, plies: make([]int, len(list))}
}

// watch is what a pool calls for the moves of the next match, nil if there is
// only one phase.
func (r *reach) watch() func(arena.Ply) {
	if r == nil || len(r.phases) == 0 {
		return nil
	}
	r.match++
	return r.ply
}

// ply counts a position in which there is a move to choose.
func (r *reach) ply(p arena.Ply) {
	if p.Board.Outcome().Over() {
		return
	}
	at, progress := 0, p.Board.Progress()
	for i := range r.phases {
		if progress >= r.phases[i].From {
			at = i
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.plies[at]++
	r.games[[2]int{r.match, p.Job.ID}] |= 1 << at
}

// list is how many games reached each phase.
func (r *reach) list() (list []run.Reached) {
	all := 0
	for _, n := range r.plies {
		all += n
	}
	for i, p := range r.phases {
		games := 0
		for _, seen := range r.games {
			games += int(seen >> i & 1)
		}
		list = append(list, run.Reached{
			PhaseAt: p, Games: float64(games) / float64(max(1, len(r.games))), Plies: float64(r.plies[i]) / float64(max(1, all)),
		})
	}
	return list
}
