package evolve

import (
	"errors"
	"fmt"
)

// Sampling holds the settings that all optimisers but the GA share.
type Sampling struct {
	Population  int     // individuals, >= 4
	Generations int     // after generation 0, >= 0
	Pairs       int     // that each player plays in a generation, >= 1
	Caution     float64 // c in mean - c/sqrt(games), >= 0
	HallOfFame  int     // members, >= 1
}

// DefaultSampling returns settings for about as many games as DefaultGA's.
func DefaultSampling() Sampling {
	return Sampling{Population: 24, Generations: 135, Pairs: 60, Caution: .7, HallOfFame: 10}
}

// problems collects settings that are wrong.
type problems []error

func (p *problems) need(ok bool, key string, value any, allowed string) {
	if !ok {
		*p = append(*p, &SettingError{key, value, allowed})
	}
}

func (p *problems) within(x, low, high float64, key string) {
	p.need(x >= low && x <= high, key, x, fmt.Sprintf("%v to %v", low, high))
}

// above needs 0 < x <= high.
func (p *problems) above(x, high float64, key string) {
	p.need(x > 0 && x <= high, key, x, fmt.Sprintf("above 0, up to %v", high))
}

func (p problems) join() error { return errors.Join(p...) }

// check starts a list of problems with those of the shared settings.
func (s Sampling) check() problems {
	var p problems
	p.need(s.Population >= 4, "population", s.Population, "4 or more")
	p.need(s.Generations >= 0, "generations", s.Generations, "0 or more")
	p.need(s.Pairs >= 1, "pairs", s.Pairs, "1 or more")
	p.within(s.Caution, 0, 100, "caution")
	p.need(s.HallOfFame >= 1, "hall_of_fame", s.HallOfFame, "1 or more")
	return p
}
