package agent

import (
	"fmt"
	"sync"
	"time"

	"evolab/host"
	"evolab/internal/quantity"
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

// Waits is how long a program has waited in its games.
type Waits struct {
	Games int // begun
	Time  time.Duration
}

// Add adds games to those of w.
func (w *Waits) Add(more Waits) {
	w.Games += more.Games
	w.Time += more.Time
}

// Waiter is an agent that may wait only so long in all its games together.
type Waiter interface {
	Waits() *WaitBudget
}

// WaitBudget is how long a program may wait, in a game and in all its games, wherever and
// whenever they are played.
type WaitBudget struct {
	game time.Duration

	mu   sync.Mutex
	used Waits
}

// NewWaitBudget is the budget of a program whose spec says nothing else.
func NewWaitBudget() *WaitBudget { return newWaitBudget(&programSettings{}) }

func newWaitBudget(set *programSettings) *WaitBudget {
	if set.wait > 0 {
		return &WaitBudget{game: seconds(set.wait)}
	}
	return &WaitBudget{game: max(gameWait, movesOfWall*seconds(set.wall))}
}

// again is a budget of the same size for another program.
func (w *WaitBudget) again() *WaitBudget { return &WaitBudget{game: w.game} }

func (w *WaitBudget) begin() { w.Add(Waits{Games: 1}) }

func (w *WaitBudget) spend(waited time.Duration) { w.Add(Waits{Time: waited}) }

// Add adds games that were played elsewhere.
func (w *WaitBudget) Add(more Waits) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.used.Add(more)
}

// Raise is told of all games of the program, here and elsewhere, as far as somebody knows.
func (w *WaitBudget) Raise(all Waits) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.used.Games, w.used.Time = max(w.used.Games, all.Games), max(w.used.Time, all.Time)
}

// Used is what the program has waited in the games that are known.
func (w *WaitBudget) Used() Waits {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.used
}

// all is what the program may wait in all games so far. The caller holds the mutex.
func (w *WaitBudget) all() time.Duration {
	return allWaits*w.game + time.Duration(w.used.Games)*extraWait
}

// Left is how much longer the program may wait in a game, above 0.
func (w *WaitBudget) Left(waited time.Duration) time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return max(1, min(w.game-waited, w.all()-w.used.Time))
}

// Exceeded returns how a program loses that has waited too long, in this game or in all;
// nil if it has not.
func (w *WaitBudget) Exceeded(waited time.Duration) *Forfeit {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case waited > w.game:
		return &Forfeit{Reason: host.Time, Detail: fmt.Sprintf("it waited for %.1f s in this game, of %s s allowed", waited.Seconds(), quantity.Plain(w.game.Seconds()))}
	case w.used.Time > w.all():
		return &Forfeit{Reason: host.Time, Detail: fmt.Sprintf("it has waited for %.1f s in its games, of %s s allowed", w.used.Time.Seconds(), quantity.Plain(w.all().Seconds()))}
	}
	return nil
}
