package host

import (
	"strconv"
	"syscall"
	"time"
)

// Looks at the processes come sooner in the first moments of a ply, which most
// plies are over with.
const (
	firstLook  = 2 * time.Millisecond
	latestLook = 25 * time.Millisecond
	folderLook = 500 * time.Millisecond
)

// watch returns the command's status, nil if it did not end by itself, and what
// it did wrong.
func (w *warden) watch(pid int, r request, m *meter) (*syscall.WaitStatus, *Failure) {
	interval, nextFolder := firstLook, m.began.Add(folderLook)
	for {
		select {
		case <-w.ended:
			if status, ok := reap()[pid]; ok {
				return &status, nil
			}
			continue
		case next, ok := <-w.requests:
			if !ok || next.Stop || next.Quit {
				return nil, nil
			}
			continue
		case <-time.After(interval):
		}
		interval = min(2*interval, latestLook)
		late, failure := w.look(r, m)
		if late {
			// It may have ended while the warden had no core itself.
			if status, ok := reap()[pid]; ok {
				return &status, nil
			}
			return nil, failure
		}
		if failure == nil && time.Now().After(nextFolder) {
			nextFolder = time.Now().Add(folderLook)
			failure = overfull(w.setup.Resources.Folder, w.setup.Program, w.setup.Temp)
		}
		if failure != nil {
			return nil, failure
		}
	}
}

// look samples the ply: whether a limit of time has ended it, and why it failed
// unless the CPU time says so.
func (w *warden) look(r request, m *meter) (late bool, failure *Failure) {
	now, failure := m.sample(w.setup.Resources)
	if r.CPU > 0 && now.cpu > r.CPU {
		// What ends between two looks at it can count twice in one sample.
		now, failure = m.sample(w.setup.Resources)
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
