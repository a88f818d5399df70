package cluster

import (
	"testing"
	"time"
)

// A batch that did not reach a worker, since the server ended, is sent again, also to a
// worker that had nothing to do before.
func TestBatchesThatAreLost(t *testing.T) {
	const sec = time.Second
	for _, x := range []struct {
		sent, idle, heard time.Duration // ago; idle < 0: it has something to do
		forgotten         bool
	}{
		{sent: 6 * sec, idle: 60 * sec, heard: 0, forgotten: true},
		{sent: 6 * sec, idle: 5 * sec, heard: 0, forgotten: true},
		{sent: 6 * sec, idle: 60 * sec, heard: 5 * sec}, // its report may be older than the batch
		{sent: 60 * sec, idle: 1 * sec, heard: 0},       // its last result may be on the way
		{sent: 1 * sec, idle: 60 * sec, heard: 0},
		{sent: 60 * sec, idle: -1, heard: 0},
	} {
		now, id := time.Now(), workerID("ann")
		w := &liveWorker{id: id, heard: now.Add(-x.heard)}
		if x.idle >= 0 {
			w.idle = now.Add(-x.idle)
		}
		c := newWorkerSet(Identity{})
		c.byID[id] = w
		if gone, _, forgotten := c.lost(id, now.Add(-x.sent)); gone || forgotten != x.forgotten {
			t.Errorf("%+v: gone %v, forgotten %v", x, gone, forgotten)
		}
	}
}
