package agent

import (
	"testing"
	"time"
)

// A program that waits loses the game, and after enough of such games all others.
func TestWaitBudget(t *testing.T) {
	w := newWaitBudget(&programSettings{wait: 2})
	lost, waited := 0, time.Duration(0)
	for range 120 {
		w.begin()
		inGame := time.Duration(0)
		for range 20 { // plies, in each of which it sleeps for as long as it may
			if w.exceeded(inGame) != nil {
				lost++
				break
			}
			slept := min(500*time.Millisecond, w.left(inGame)+time.Millisecond)
			inGame += slept
			waited += slept
			w.spend(slept)
		}
	}
	if most := allWaits*2*time.Second + 121*extraWait; lost != 120 || waited > most {
		t.Errorf("it lost %d games, and waited for %v, want at most %v", lost, waited, most)
	}
	honest := newWaitBudget(&programSettings{})
	honest.begin()
	if honest.spend(29 * time.Second); honest.exceeded(29*time.Second) != nil || honest.left(29*time.Second) != time.Second {
		t.Error("it may wait for 30 s")
	}
	if patient := newWaitBudget(&programSettings{wall: 20}); patient.game != 200*time.Second {
		t.Errorf("with wall=20: %v", patient.game)
	}
}
