package retrograde

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"

	"evolab/search/checkers"
)

// Options say how to make or check endings.
type Options struct {
	Pieces  int // of the largest positions, 2 to checkers.Most
	Workers int
	// Report, if there is one, is told how many more positions are finished, by one
	// goroutine at a time; Total is all of them.
	Report func(more int)
}

// Make makes the file of all endings with up to so many pieces.
func Make(ctx context.Context, o Options) ([]byte, error) {
	all, finished := solutions{}, reporter{report: o.Report}
	for _, c := range checkers.UpTo(o.Pieces) {
		all[c] = &solution{}
	}
	for pieces := 2; pieces <= o.Pieces; pieces++ {
		for _, stage := range stages(pieces) {
			// A job writes to its own classes, and reads those of earlier stages.
			group, ctx := errgroup.WithContext(ctx)
			group.SetLimit(max(o.Workers, 1))
			for _, j := range stage {
				group.Go(func() error {
					err := all.solve(ctx, j)
					for _, c := range j {
						finished.add(c)
					}
					return err
				})
			}
			if err := group.Wait(); err != nil {
				return nil, err
			}
		}
	}
	return checkers.Append(nil, o.Pieces, func(c checkers.Class) []byte { return all[c].packed }), nil
}

// Total is the number of positions with up to so many pieces, and of the indices that
// none has.
func Total(pieces int) int {
	total := 0
	for _, c := range checkers.UpTo(pieces) {
		total += c.Size()
	}
	return total
}

// reporter reports what several goroutines have finished.
type reporter struct {
	mu     sync.Mutex
	report func(more int)
}

func (r *reporter) add(c checkers.Class) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.report != nil {
		r.report(c.Size())
	}
}

// job is a class and the one with the sides changed, or a class that is its own.
type job []checkers.Class

// stages are the classes with so many pieces: those of a stage depend on earlier ones
// and on fewer pieces alone.
func stages(pieces int) [][]job {
	list := make([][]job, pieces+1)
	for _, c := range checkers.Classes(pieces) {
		other := c.Other()
		men := c.Men[0] + c.Men[1]
		switch {
		case c == other:
			list[men] = append(list[men], job{c})
		case number(c) < number(other):
			list[men] = append(list[men], job{c, other})
		}
	}
	return list
}

func number(c checkers.Class) int {
	return c.Men[0]*checkers.Most + c.Kings[0] - c.Men[1]*checkers.Most - c.Kings[1]
}

// solve finds the values of a job's classes, and packs them.
func (all solutions) solve(ctx context.Context, j job) error {
	for _, c := range j {
		if err := all.begin(ctx, c); err != nil {
			return err
		}
	}
	// A position that is decided after the quiet ply of another one.
	for v := checkers.Won(0); int(v) <= checkers.MostQuiet; v++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, c := range j {
			all[c].level, all[c].next = all[c].next, all[c].level[:0]
		}
		for _, c := range j {
			all.takeBack(c)
		}
	}
	for _, c := range j {
		packed, err := all[c].pack()
		if err != nil {
			return err
		}
		all[c].packed, all[c].open, all[c].unused, all[c].level, all[c].next = packed, nil, nil, nil, nil
	}
	return nil
}
