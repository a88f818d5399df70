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
			if w.Exceeded(inGame) != nil {
				lost++
				break
			}
			slept := min(500*time.Millisecond, w.Left(inGame)+time.Millisecond)
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
	if honest.spend(29 * time.Second); honest.Exceeded(29*time.Second) != nil || honest.Left(29*time.Second) != time.Second {
		t.Error("it may wait for 30 s")
	}
	if patient := newWaitBudget(&programSettings{wall: 20}); patient.game != 200*time.Second {
		t.Errorf("with wall=20: %v", patient.game)
	}
}

// What a program has waited before and elsewhere counts.
func TestWaitsOfOtherGames(t *testing.T) {
	w := newWaitBudget(&programSettings{wait: 2})
	w.Raise(Waits{Games: 3, Time: 10 * time.Second})
	w.Raise(Waits{Games: 2, Time: time.Second}) // who says this knows less
	w.Add(Waits{Games: 1, Time: 15 * time.Second})
	if got := w.Used(); got != (Waits{Games: 4, Time: 25 * time.Second}) {
		t.Errorf("%+v", got)
	}
	if w.Exceeded(0) == nil {
		t.Error("it may wait for 24 s, and has for 25")
	}
}
