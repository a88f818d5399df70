package host

import (
	"runtime"
	"slices"
	"sync"
)

// parked holds programs between two games, the longest waiting first. The candidates
// of a training run would leave hundreds of them, so the oldest are closed.
type parked struct {
	mu   sync.Mutex
	list []*Talk
}

var park parked

// Park keeps a program for its next game. The program may be closed meanwhile.
func Park(t *Talk) {
	var out *Talk
	park.mu.Lock()
	park.list = append(park.list, t)
	if len(park.list) > 8*runtime.GOMAXPROCS(0) {
		out, park.list = park.list[0], slices.Delete(park.list, 0, 1)
	}
	park.mu.Unlock()
	if out != nil {
		_ = out.Close() // an error can only leave its scratch folder behind
	}
}

// Resume takes a program back. It returns false if the program has been closed.
func Resume(t *Talk) bool {
	park.mu.Lock()
	defer park.mu.Unlock()
	i := slices.Index(park.list, t)
	if i >= 0 {
		park.list = slices.Delete(park.list, i, i+1)
	}
	return i >= 0
}
