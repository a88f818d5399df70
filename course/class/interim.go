package class

import (
	"sync"
	"time"
)

// interim decides when tables and pages are written although games are still to be
// played: those who are done do not wait for the few that take long. It is due once
// somebody is done and nobody has followed for a while, so that most of a class that ends
// together is in it, and so that it takes little of the time.
type interim struct {
	now   func() time.Time
	least time.Duration // the shortest such while
	began time.Time

	mu   sync.Mutex
	last time.Time     // when a submission was done
	open bool          // that is in no file yet
	busy bool          // the files are being written
	cost time.Duration // of the last time
}

func newInterim(now func() time.Time, least time.Duration) *interim {
	return &interim{now: now, least: least, began: now()}
}

// due is asked after each game, and told whether its submission is done. If the files are
// due, written has to be called.
func (i *interim) due(done bool) bool {
	const share = 20 // the part of the time that passes in vain, or is spent on files
	i.mu.Lock()
	defer i.mu.Unlock()
	now := i.now()
	if done {
		i.last, i.open = now, true
		return false
	}
	if !i.open || i.busy || now.Sub(i.last) < max(i.least, now.Sub(i.began)/share, share*i.cost) {
		return false
	}
	i.open, i.busy = false, true
	return true
}

// written is told how long it took to write the files.
func (i *interim) written(cost time.Duration) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.busy, i.cost = false, cost
}
