package class

import (
	"sync"
	"time"
)

// turns decides whose game is next: that of the submission whose games have taken the
// least time so far. So a program that loops or sleeps delays the others by no more than
// a share of the time that each of them has, however long its games last. The order
// changes no result.
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
	games   []int // numbers of games in the round, in the order of the grading
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

// add enters a submission that has used time before.
func (t *turns) add(used time.Duration) *share {
	s := &share{used: used}
	t.list = append(t.list, s)
	return s
}

// newTurns are those of a round that begins now.
func newTurns(now func() time.Time) *turns {
	return &turns{now: now, start: now(), begun: map[int]begunGame{}}
}

// next returns the number of the game to play now, -1 if none is left.
func (t *turns) next() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now().Sub(t.start)
	var least *share
	var spent time.Duration
	for _, s := range t.list {
		if len(s.games) == 0 {
			continue
		}
		mine := s.used + max(time.Duration(s.playing)*now-s.since, time.Duration(s.playing)*t.expected(s))
		if least == nil || mine < spent || mine == spent && s.playing < least.playing {
			least, spent = s, mine
		}
	}
	if least == nil {
		return -1
	}
	game := least.games[0]
	least.games = least.games[1:]
	least.playing++
	least.since += now
	t.begun[game] = begunGame{least, now}
	return game
}

// expected is how long a game of a submission takes: as long as its games so far, else as
// those of all. Games that have just begun count so, or all cores would take one's games.
func (t *turns) expected(s *share) time.Duration {
	switch {
	case s.ended > 0:
		return s.took / time.Duration(s.ended)
	case t.ended > 0:
		return t.took / time.Duration(t.ended)
	}
	return 0
}

// done ends a game. A pool that plays the games in their order begins none here.
func (t *turns) done(game int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	b, ok := t.begun[game]
	if !ok {
		return
	}
	delete(t.begun, game)
	took := t.now().Sub(t.start) - b.at
	t.ended, t.took = t.ended+1, t.took+took
	b.share.ended, b.share.took, b.share.used = b.share.ended+1, b.share.took+took, b.share.used+took
	b.share.playing--
	b.share.since -= b.at
}
