package class

import (
	"slices"
	"sync"
	"time"
)

// turns decides whose game is next: that of the submission whose games, with this one,
// will have taken the least time. So a program that loops or sleeps delays the others by no
// more than a share of the time that each of them has, however long its games last, and
// one that did so in its examination begins late. The order changes no result.
type turns struct {
	now   func() time.Time
	start time.Time

	mu    sync.Mutex
	list  []*share
	begun map[int]begunGame // by the number of the game in the round
	ended int               // games
	took  time.Duration     // all of them
}

// share is what is left to a submission, and the time that it has used.
type share struct {
	games []int // numbers of games in the round that were not begun, in their order
	// order sets them right, which may leave some out, and counts those that need not wait
	// for games under way; nil: they are right.
	order   func(games []int) (order []int, ready int)
	ready   int
	guess   time.Duration // of the first game; 0: none
	used    time.Duration
	ended   int           // games
	took    time.Duration // all of them
	playing int
	since   time.Duration // sum of the moments at which the games being played began
}

type begunGame struct {
	share *share
	at    time.Duration // since the start
}

// add enters a submission that has used time before, with a guess of its games' times.
func (t *turns) add(used, guess time.Duration, order func(games []int) ([]int, int)) *share {
	s := &share{used: used, guess: guess, order: order}
	t.list = append(t.list, s)
	return s
}

// newTurns are those of a round that begins now.
func newTurns(now func() time.Time) *turns {
	return &turns{now: now, start: now(), begun: map[int]begunGame{}}
}

// next returns the number of the game to play now, -1 if none is left to play.
func (t *turns) next() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now().Sub(t.start)
	s := t.least(now)
	if s == nil {
		return -1
	}
	game := s.games[0]
	s.games = s.games[1:]
	s.ready--
	s.playing++
	s.since += now
	t.begun[game] = begunGame{s, now}
	return game
}

// least is the share that will have used the least time with its next game. One whose next
// game should wait comes after the others.
func (t *turns) least(now time.Duration) (least *share) {
	var spent time.Duration
	for _, s := range t.list {
		if len(s.games) == 0 {
			continue
		}
		one := t.expected(s)
		mine := s.used + max(time.Duration(s.playing)*now-s.since, time.Duration(s.playing)*one) + one
		before := least == nil || mine < spent || mine == spent && s.playing < least.playing
		if least != nil && s.mayWait() != least.mayWait() {
			before = least.mayWait()
		}
		if before {
			least, spent = s, mine
		}
	}
	return least
}

// mayWait reports whether the games under way may make the next one needless.
func (s *share) mayWait() bool { return s.order != nil && s.ready <= 0 && s.playing > 0 }

// expected is how long a game of a submission takes: as long as its games so far, else as
// guessed, else as those of all.
func (t *turns) expected(s *share) time.Duration {
	switch {
	case s.ended > 0:
		return s.took / time.Duration(s.ended)
	case s.guess > 0:
		return s.guess
	case t.ended > 0:
		return t.took / time.Duration(t.ended)
	}
	return 0
}

// done ends a game that took this long, and reports whether it was the last one of its
// submission. The game may not have begun here: a pool that plays equal games of equal
// submissions only once ends all of them.
func (t *turns) done(game int, took time.Duration) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	b, ok := t.begun[game]
	if !ok {
		for _, s := range t.list {
			if at := slices.Index(s.games, game); at >= 0 {
				s.games = slices.Delete(s.games, at, at+1)
				s.sort()
				return len(s.games)+s.playing == 0
			}
		}
		return false
	}
	delete(t.begun, game)
	t.ended, t.took = t.ended+1, t.took+took
	b.share.ended, b.share.took, b.share.used = b.share.ended+1, b.share.took+took, b.share.used+took
	b.share.playing--
	b.share.since -= b.at
	b.share.sort()
	return len(b.share.games)+b.share.playing == 0
}

// sort puts the share's games into their order, given the games that have ended.
func (s *share) sort() {
	if s.order != nil {
		s.games, s.ready = s.order(s.games)
	}
}
