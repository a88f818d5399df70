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
	guessed completed                          // those with a guess
	busy    struct{ took, real time.Duration } // of games that computed for a while
	most    int                                // examinations and games at a time, so far
	pace    *pace                              // nil: no game has begun since all are examined
	exams   struct{ all, begun, ended int }
}

// pace is how fast games are done with since a moment, wherever they are played.
type pace struct {
	since time.Duration
	completed
}

// completed are games that have ended.
type completed struct {
	n           int
	took, guess time.Duration // all of them
}

func (c *completed) add(took, guess time.Duration) {
	c.n, c.took, c.guess = c.n+1, c.took+took, c.guess+guess
}

// like is how long another game takes, of which this was guessed: by as much as the guesses
// were wrong, or as long as those games on average.
func (c *completed) like(guess time.Duration) time.Duration {
	if guess > 0 && c.guess > 0 {
		return time.Duration(float64(c.took) * float64(guess) / float64(c.guess))
	}
	return c.took / time.Duration(c.n)
}

// share is what is left to a submission, and the time that it has used.
type share struct {
	games []int // numbers of games in the round that were not begun, in their order
	// order sets them right, which may leave some out, and counts those that need not wait
	// for games under way; nil: they are right.
	order   func(games []int) (order []int, ready int)
	ready   int
	silent  bool                  // it has not answered yet: the games that wait are likely to be needless
	guess   map[int]time.Duration // about how long games take; nil: unknown
	used    time.Duration
	ended   completed // games, also those of an earlier process
	here    completed // games that this process has played, by the real time that they took
	playing []int
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
	t.most = max(t.most, t.inUse())
	t.change()
	return exam, nil
}

// examined ends an examination. The submission's games may begin.
func (t *turns) examined(s *share) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.exams.ended++
	t.pace = nil // while games wait for examinations they are slow
	t.enter(s)
}

func (t *turns) enter(s *share) {
	s.sort()
	t.list = append(t.list, s)
	t.count(s.ended)
	t.change()
}

func (t *turns) count(games completed) {
	sum := func(all *completed) {
		all.n, all.took, all.guess = all.n+games.n, all.took+games.took, all.guess+games.guess
	}
	sum(&t.games)
	if games.guess > 0 {
		sum(&t.guessed)
	}
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
	s.playing = append(s.playing, game)
	t.begun[game] = begunGame{s, now}
	t.most = max(t.most, t.inUse())
	if t.pace == nil {
		t.pace = &pace{since: now}
	}
	t.change()
	return game, nil
}

// inUse is how many examinations and games are under way.
func (t *turns) inUse() int { return t.exams.begun - t.exams.ended + len(t.begun) }

// full reports whether there is no room for another examination or game.
func (t *turns) full() bool { return t.inUse() >= t.slots }

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
		mine := s.used + t.expected(s, s.games[0])
		for _, game := range s.playing {
			mine += max(now-t.begun[game].at, t.expected(s, game))
		}
		before := least == nil || mine < spent || mine == spent && len(s.playing) < len(least.playing)
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
func (s *share) mayWait() bool { return s.order != nil && s.ready <= 0 && len(s.playing) > 0 }

// expected is how long a game of a submission takes, by its games so far, else by those of
// all.
func (t *turns) expected(s *share, game int) time.Duration {
	guess := s.guess[game]
	switch {
	case s.ended.n > 0:
		return s.ended.like(guess)
	case guess > 0 && t.guessed.n > 0:
		return t.guessed.like(guess)
	case guess > 0:
		return guess
	case t.games.n > 0:
		return t.games.like(0)
	}
	return 0
}

// awhile is how long a game computes at least whose real time says how busy the machine is:
// that of shorter ones is what starting programs takes.
const awhile = 500 * time.Millisecond

// likely are the games that were not begun and are likely to be played.
func (s *share) likely() []int {
	if s.silent && s.order != nil {
		return s.games[:min(len(s.games), max(0, s.ready))]
	}
	return s.games
}

// left is about how long the games left will take, by how long games have taken; 0 if
// none has ended. Elsewhere is the number of games at a time where not this machine's slots
// play them.
func (t *turns) left(elsewhere int) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.games.n == 0:
		return 0
	case t.slots == 0:
		return t.leftElsewhere(elsewhere)
	}
	return t.leftHere()
}

// leftElsewhere is left where games begin some time after somebody has asked for them, so
// that nobody knows their real time. The pace of the games that have ended says how much of
// them is done in a second, once there are enough of them.
func (t *turns) leftElsewhere(slots int) time.Duration {
	speed := float64(slots)
	if p := t.pace; p != nil && p.n > 0 && p.n >= slots {
		speed = float64(p.took) / float64(max(1, t.now().Sub(t.start)-p.since))
	}
	var sum, longest time.Duration
	for _, s := range t.list {
		for _, game := range slices.Concat(s.likely(), s.playing) {
			one := t.expected(s, game)
			sum, longest = sum+one, max(longest, one)
		}
	}
	if speed == 0 {
		return 0
	}
	return max(time.Duration(float64(sum)/speed), longest)
}

// leftHere is left by the real time that games have taken: on a busy machine that is more
// than they compute, and those of programs that take long come last.
func (t *turns) leftHere() time.Duration {
	now := t.now().Sub(t.start)
	busy := 1.0 // real time, of what a game keeps a core busy or waiting
	if t.busy.took > 0 {
		busy = max(1, float64(t.busy.real)/float64(t.busy.took))
	}
	var sum, longest time.Duration
	slots := t.slots
	for _, s := range t.list {
		real := func(game int) time.Duration { return time.Duration(float64(t.expected(s, game)) * busy) }
		if s.here.n > 0 {
			real = func(game int) time.Duration { return s.here.like(s.guess[game]) }
			slots = min(slots, t.most) // a player of one game at a time leaves slots unused
		}
		for _, game := range s.likely() {
			one := real(game)
			sum, longest = sum+one, max(longest, one)
		}
		for _, game := range s.playing {
			rest := max(0, real(game)-(now-t.begun[game].at))
			sum, longest = sum+rest, max(longest, rest)
		}
	}
	return max(sum/time.Duration(slots), longest)
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
				return len(s.games)+len(s.playing) == 0
			}
		}
		return false
	}
	delete(t.begun, game)
	real := t.now().Sub(t.start) - b.at
	s, guess := b.share, b.share.guess[game]
	t.count(completed{1, took, guess})
	if t.pace != nil {
		t.pace.add(took, guess)
	}
	if took >= awhile {
		t.busy.took, t.busy.real = t.busy.took+took, t.busy.real+real
	}
	s.ended.add(took, guess)
	s.here.add(real, guess)
	s.used += took
	s.playing = slices.DeleteFunc(s.playing, func(other int) bool { return other == game })
	s.sort()
	return len(s.games)+len(s.playing) == 0
}

// sort puts the share's games into their order, given the games that have ended.
func (s *share) sort() {
	if s.order != nil {
		s.games, s.ready = s.order(s.games)
	}
}
