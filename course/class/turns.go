package class

import (
	"slices"
	"sync"
	"time"
)

// turns decides what is next: an examination, or whose game. The next game is that of the
// submission whose games, with this one, will have taken the least time. It comes before
// the examinations that have not begun unless that is clearly more than a usual game: who
// waits for an examination will have taken less. So a program that loops or sleeps, or takes long to
// compile, delays the others by no more than a share of the time that each of them has,
// however long its games last, and one that did so in its examination begins late. The
// order changes no result.
type turns struct {
	now   func() time.Time
	start time.Time
	// slots is the room for examinations and games on this machine; 0: games have room of
	// their own.
	slots int

	mu      sync.Mutex
	changed chan struct{} // closed when something else may be next
	list    []*share
	begun   map[int]begunGame // by the number of the game in the round
	games   completed
	busy    struct{ took, real time.Duration } // of games that computed for a while
	exams   struct{ all, begun, ended int }
}

// completed are games that have ended.
type completed struct {
	n    int
	took time.Duration // all of them
}

func (c *completed) add(took time.Duration) { c.n, c.took = c.n+1, c.took+took }

// share is what is left to a submission, and the time that it has used.
type share struct {
	games []int // numbers of games in the round that were not begun, in their order
	// order sets them right, which may leave some out, and counts those that need not wait
	// for games under way; nil: they are right.
	order   func(games []int) (order []int, ready int)
	ready   int
	guess   time.Duration // of the first game; 0: none
	used    time.Duration
	ended   completed     // games
	real    time.Duration // that they took
	playing int
	since   time.Duration // sum of the moments at which the games being played began
}

type begunGame struct {
	share *share
	at    time.Duration // since the start
}

// newTurns are those of a round that begins now, with so many examinations.
func newTurns(now func() time.Time, exams, slots int) *turns {
	t := &turns{now: now, start: now(), slots: slots, changed: make(chan struct{}), begun: map[int]begunGame{}}
	t.exams.all = exams
	return t
}

// change tells those who wait for a turn that something else may be next.
func (t *turns) change() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// nextExam returns the number of the examination to make now, or -1 as next does.
func (t *turns) nextExam() (exam int, later <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.exams.begun == t.exams.all:
		return -1, nil
	case t.slots > 0 && (t.full() || !t.examines(t.least(t.now().Sub(t.start)))):
		return -1, t.changed
	}
	exam = t.exams.begun
	t.exams.begun++
	t.change()
	return exam, nil
}

// examined ends an examination. The submission's games may begin.
func (t *turns) examined(s *share) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.exams.ended++
	t.enter(s)
}

// enter enters a submission that is examined.
func (t *turns) enter(s *share) {
	s.sort()
	t.list = append(t.list, s)
	t.change()
}

// next returns the number of the game to play now. If it is -1, there may be one once later
// is closed; if that is nil, none is left to play.
func (t *turns) next() (game int, later <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now().Sub(t.start)
	s, spent := t.least(now)
	switch {
	case s == nil && t.exams.ended == t.exams.all:
		return -1, nil
	case s == nil, t.slots > 0 && (t.full() || t.examines(s, spent)):
		return -1, t.changed
	}
	game = s.games[0]
	s.games = s.games[1:]
	s.ready--
	s.playing++
	s.since += now
	t.begun[game] = begunGame{s, now}
	t.change()
	return game, nil
}

// full reports whether there is no room for another examination or game.
func (t *turns) full() bool { return t.exams.begun-t.exams.ended+len(t.begun) >= t.slots }

// examines reports whether an examination comes before the next game, which is of s, or of
// nobody, and with which its games will have taken so long.
func (t *turns) examines(s *share, spent time.Duration) bool {
	usual := t.games.took / time.Duration(max(1, t.games.n))
	return t.exams.begun < t.exams.all && (s == nil || s.mayWait() || t.games.n > 0 && spent > usual*3/2)
}

// least is the share that will have used the least time with its next game. One whose next
// game should wait comes after the others.
func (t *turns) least(now time.Duration) (least *share, spent time.Duration) {
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
	return least, spent
}

// mayWait reports whether the games under way may make the next one needless.
func (s *share) mayWait() bool { return s.order != nil && s.ready <= 0 && s.playing > 0 }

// expected is how long a game of a submission takes: as long as its games so far, else as
// guessed, else as those of all.
func (t *turns) expected(s *share) time.Duration {
	switch {
	case s.ended.n > 0:
		return s.ended.took / time.Duration(s.ended.n)
	case s.guess > 0:
		return s.guess
	case t.games.n > 0:
		return t.games.took / time.Duration(t.games.n)
	}
	return 0
}

// awhile is how long a game computes at least whose real time says how busy the machine is:
// that of shorter ones is what starting programs takes.
const awhile = 500 * time.Millisecond

// left is about how long the games left will take, by the real time that games have taken:
// on a busy machine that is more than they compute, and those of programs that take long
// come last.
func (t *turns) left() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now().Sub(t.start)
	busy := 1.0 // real time, of what a game keeps a core busy or waiting
	if t.busy.took > 0 {
		busy = max(1, float64(t.busy.real)/float64(t.busy.took))
	}
	var sum, longest time.Duration
	for _, s := range t.list {
		one := time.Duration(float64(t.expected(s)) * busy)
		if s.ended.n > 0 {
			one = s.real / time.Duration(s.ended.n)
		}
		playing := time.Duration(s.playing)
		rest := time.Duration(len(s.games))*one + max(0, playing*(one-now)+s.since)
		sum, longest = sum+rest, max(longest, min(one, rest))
	}
	return max(sum/time.Duration(max(1, t.slots)), longest)
}

// done ends a game that took this long, and reports whether it was the last one of its
// submission. The game may not have begun here: a pool that plays equal games of equal
// submissions only once ends all of them.
func (t *turns) done(game int, took time.Duration) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer t.change()
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
	real := t.now().Sub(t.start) - b.at
	t.games.add(took)
	if took >= awhile {
		t.busy.took, t.busy.real = t.busy.took+took, t.busy.real+real
	}
	b.share.ended.add(took)
	b.share.real += real
	b.share.used += took
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
