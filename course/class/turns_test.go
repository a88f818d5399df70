package class

import (
	"testing"
	"time"
)

// In a class of 300, each tenth of which loops or sleeps, the others' games are done
// within 1.2 times the time that they take without those, on any number of cores. Played
// submission by submission they wait for all that come first.
func TestLoopersDelayNobody(t *testing.T) {
	const games, honest, hostile = 120, 270, 30
	for _, cores := range []int{1, 2, 16} {
		for _, long := range []time.Duration{20 * time.Second, 2 * time.Minute, 10 * time.Minute} {
			alone := othersDone(cores, games, honest, 0, long)
			beside := othersDone(cores, games, honest, hostile, long)
			if ratio := beside.Seconds() / alone.Seconds(); ratio > 1.2 {
				t.Errorf("%d cores, games of %v: %v beside loopers, %v alone: %.3f times", cores, long, beside, alone, ratio)
			} else {
				t.Logf("%d cores, games of %v: %.3f times, in order %.3f", cores, long, ratio, 1+float64(hostile)*long.Seconds()/(honest*6))
			}
		}
	}
}

// Time that a submission has used before an interruption counts.
func TestTurnsAfterAnInterruption(t *testing.T) {
	at := time.Time{}
	turns := newTurns(func() time.Time { return at })
	turns.add(time.Minute, 0, nil).games = []int{0, 1}
	turns.add(0, 0, nil).games = []int{2, 3, 4}
	for _, want := range []struct{ game, seconds int }{{2, 50}, {3, 20}, {0, 5}, {1, 5}, {4, 1}, {-1, 0}} {
		if got := turns.next(); got != want.game {
			t.Fatalf("game %d, want %d", got, want.game)
		}
		took := time.Duration(want.seconds) * time.Second
		at = at.Add(took)
		turns.done(want.game, took)
	}
}

// othersDone plays a class in fake time, and returns when the last game of a submission
// ends whose games take 6 s; those of the first ones take long.
func othersDone(cores, games, honest, hostile int, long time.Duration) time.Duration {
	const brief = 6 * time.Second
	at := time.Time{}
	turns := newTurns(func() time.Time { return at })
	for i := range hostile + honest {
		s := turns.add(0, 0, nil)
		for n := range games {
			s.games = append(s.games, i*games+n)
		}
	}
	type running struct {
		game  int
		takes time.Duration
		ends  time.Time
	}
	var busy []running
	left, last := honest*games, time.Time{}
	for left > 0 {
		for len(busy) < cores {
			game := turns.next()
			if game < 0 {
				break
			}
			takes := brief
			if game < hostile*games {
				takes = long
			}
			busy = append(busy, running{game, takes, at.Add(takes)})
		}
		first := 0
		for i := range busy {
			if busy[i].ends.Before(busy[first].ends) {
				first = i
			}
		}
		ended := busy[first]
		busy = append(busy[:first], busy[first+1:]...)
		at = ended.ends
		turns.done(ended.game, ended.takes)
		if ended.game >= hostile*games {
			left, last = left-1, at
		}
	}
	return last.Sub(time.Time{})
}

// A game that those under way may make needless is left for later, as long as others have
// games; what turns out to be needless is not played.
func TestTurnsWaitForWhatMaySpareAGame(t *testing.T) {
	at := time.Time{}
	turns := newTurns(func() time.Time { return at })
	needless := false
	turns.add(0, 0, func(left []int) ([]int, int) {
		if needless {
			return nil, 0
		}
		return left, len(left) - 1 // the last one can wait
	}).games = []int{0, 1}
	turns.add(time.Hour, 0, nil).games = []int{2, 3}
	for _, want := range []int{0, 2, 3, 1} { // nobody else has any: it is played
		if got := turns.next(); got != want {
			t.Fatalf("game %d, want %d", got, want)
		}
	}
	needless = true
	turns.list[0].games = []int{4}
	turns.done(0, 0)
	if got := turns.next(); got != -1 {
		t.Errorf("game %d was needless", got)
	}
}
