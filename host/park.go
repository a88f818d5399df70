package host

import (
	"runtime"
	"slices"
	"sync"
)

// parked are programs between two games, the one that has waited longest first.
// Candidates of a training would leave hundreds of them, so the oldest ones are
// ended.
type parked struct {
	mu   sync.Mutex
	list []*Talk
}

var park parked

// Park lets a program wait for its next game. It may be closed meanwhile.
func Park(t *Talk) {
	var out *Talk
	park.mu.Lock()
	park.list = append(park.list, t)
	if len(park.list) > 8*runtime.GOMAXPROCS(0) {
		out, park.list = park.list[0], slices.Delete(park.list, 0, 1)
	}
	park.mu.Unlock()
	if out != nil {
		_ = out.Close() // only its scratch folder is left then
	}
}

// Resume takes a program back; false if it has been closed.
func Resume(t *Talk) bool {
	park.mu.Lock()
	defer park.mu.Unlock()
	i := slices.Index(park.list, t)
	if i >= 0 {
		park.list = slices.Delete(park.list, i, i+1)
	}
	return i >= 0
}
