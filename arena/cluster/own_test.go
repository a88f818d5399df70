package cluster

import (
	"strings"
	"testing"
)

// The coordinator's own cores, which may run programs and commands, play for it alone,
// whoever asks them: nothing of another lineup is fetched.
func TestOwnCoresPlayForTheirPoolAlone(t *testing.T) {
	w := Worker{Pool: &Pool{objects: objectServer{lineups: map[string]*servedLineup{}}}}
	r := w.play(t.Context(), &batch{Coordinator: "another", Lineup: strings.Repeat("0", 64), Games: []task{{}}})
	if !r.stale || len(r.Games) != 0 || !strings.Contains(r.Failed, "not available") {
		t.Errorf("%+v", r)
	}
}
