package agent

import (
	"fmt"
	"sync"
	"time"

	"evolab/host"
)

// What a program may wait, where its spec says nothing else. Its CPU time is limited
// anyway, but a program that sleeps at each move would hold up a class for days: waiting
// in a game and in all games together has a limit of its own.
const (
	gameWait    = 30 * time.Second
	allWaits    = 10          // times as much in all games together
	extraWait   = time.Second // for each game, in addition
	movesOfWall = 10
)

// WaitNote announces what a program may wait.
func WaitNote() string {
	return fmt.Sprintf("a program that waits for more than %g s in a game, neither computing nor short of a core, loses it; more than %g s in all, and %g s for each game, and it loses the rest (wait= says otherwise)",
		gameWait.Seconds(), (allWaits * gameWait).Seconds(), extraWait.Seconds())
}

// waitBudget is how long a program may wait, in a game and in all its games.
type waitBudget struct {
	game time.Duration

	mu    sync.Mutex
	games int           // begun
	spent time.Duration // in all of them
}

func newWaitBudget(set *programSettings) *waitBudget {
	if set.wait > 0 {
		return &waitBudget{game: seconds(set.wait)}
	}
	return &waitBudget{game: max(gameWait, movesOfWall*seconds(set.wall))}
}

// again is a budget of the same size for another program.
func (w *waitBudget) again() *waitBudget { return &waitBudget{game: w.game} }

// begin counts a game.
func (w *waitBudget) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.games++
}

func (w *waitBudget) spend(waited time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.spent += waited
}

// all is what the program may wait in all games so far. The caller holds the mutex.
func (w *waitBudget) all() time.Duration {
	return allWaits*w.game + time.Duration(w.games)*extraWait
}

// left is how much longer the program may wait in a game, above 0.
func (w *waitBudget) left(waited time.Duration) time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return max(1, min(w.game-waited, w.all()-w.spent))
}

// exceeded returns how a program loses that has waited too long, in this game or in all;
// nil if it has not.
func (w *waitBudget) exceeded(waited time.Duration) *Forfeit {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case waited > w.game:
		return &Forfeit{Reason: host.Time, Detail: fmt.Sprintf("it waited for %.1f s in this game, of %g s allowed", waited.Seconds(), w.game.Seconds())}
	case w.spent > w.all():
		return &Forfeit{Reason: host.Time, Detail: fmt.Sprintf("it has waited for %.1f s in its games, of %g s allowed", w.spent.Seconds(), w.all().Seconds())}
	}
	return nil
}
