package host

import (
	"strconv"
	"syscall"
	"time"
)

// The processes are sampled often at first: most plies end within milliseconds.
const (
	firstLook  = 5 * time.Millisecond
	latestLook = 25 * time.Millisecond
	folderLook = 500 * time.Millisecond
)

// watch returns the state of the leader once it has ended. The state is nil if the
// program must be killed; then the failure says why, if that is the program's fault.
func (b *box) watch(s *supervisor, r request, m *meter) (*state, *Failure) {
	interval, nextFolder := firstLook, m.began.Add(folderLook)
	for {
		select {
		case <-s.ended:
			if ended, ok := reap()[m.leader]; ok {
				return &ended, nil
			}
			continue
		case next, ok := <-s.requests:
			if !ok || next.Stop == r.N || next.Close {
				return nil, nil
			}
			continue
		case <-time.After(interval):
		}
		interval = min(2*interval, latestLook)
		late, failure := b.look(r.Ply, m)
		if late {
			// It may have ended while this process had no core itself.
			if ended, ok := reap()[m.leader]; ok {
				return &ended, nil
			}
			return nil, failure
		}
		if failure == nil && time.Now().After(nextFolder) {
			nextFolder = time.Now().Add(folderLook)
			failure = b.overfull()
		}
		if failure != nil {
			return nil, failure
		}
	}
}

// look samples the ply. It returns whether a time limit is exceeded, and why the ply
// fails; for the CPU time it leaves the reason to ending.late.
func (b *box) look(r *ply, m *meter) (late bool, failure *Failure) {
	now, failure := m.sample(&b.opening.Resources)
	if r.CPU > 0 && now.cpu > r.CPU {
		// A process that ends while a sample is taken can count twice in it.
		now, failure = m.sample(&b.opening.Resources)
	}
	switch {
	case failure != nil:
		return false, failure
	case r.CPU > 0 && now.cpu > r.CPU:
		return true, nil
	}
	failure = now.over(r.Wall)
	return failure != nil, failure
}

func how(s syscall.WaitStatus) string {
	if s.Signaled() {
		return "signal: " + s.Signal().String()
	}
	return "exit status " + strconv.Itoa(s.ExitStatus())
}
