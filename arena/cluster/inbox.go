package cluster

import (
	"context"
	"time"
)

// arrival is news for a round.
type arrival struct {
	report *report // nil: results of an earlier life
	fresh  []*result
	dead   *batch // nobody has finished it
}

func (r *round) wake() {
	select {
	case r.signal <- struct{}{}:
	default:
	}
}

// arrive puts news into the inbox.
func (r *round) arrive(a arrival) {
	r.mu.Lock()
	r.inbox = append(r.inbox, a)
	r.mu.Unlock()
	r.wake()
}

// take empties the inbox.
func (r *round) take(ctx context.Context) error {
	r.mu.Lock()
	list := r.inbox
	r.inbox = nil
	r.mu.Unlock()
	for _, a := range list {
		r.last = time.Now()
		if a.report != nil {
			if err := r.heard(a.report); err != nil {
				return err
			}
		}
		if a.dead != nil {
			if err := r.dead(a.dead); err != nil {
				return err
			}
		}
		for _, res := range a.fresh {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := r.finish(res); err != nil {
				return err
			}
		}
		if a.report != nil && !a.report.Check {
			r.second(a.report.Worker, a.fresh)
		}
	}
	return nil
}
