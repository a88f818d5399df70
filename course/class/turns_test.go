package class

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// In a class of 300, each tenth of which loops or sleeps, the others' games are done
// within 1.2 times the time that they take without those, on any number of cores. Played
// submission by submission they wait for all that come first.
func TestLoopersDelayNobody(t *testing.T) {
	const games, honest, hostile = 80, 270, 30
	for _, cores := range []int{1, 2, 16} {
		for _, long := range []time.Duration{20 * time.Second, 2 * time.Minute, 10 * time.Minute} {
			alone := othersDone(cores, games, honest, 0, 0, long)
			beside := othersDone(cores, games, honest, hostile, 20*time.Second, long)
			if ratio := beside.Seconds() / alone.Seconds(); ratio > 1.2 {
				t.Errorf("%d cores, games of %v: %v beside loopers, %v alone: %.3f times", cores, long, beside, alone, ratio)
			} else {
				t.Logf("%d cores, games of %v: %.3f times, in order %.3f", cores, long, ratio, 1+float64(hostile)*long.Seconds()/(honest*6))
			}
		}
	}
}

// A source that takes long to compile keeps one core from others, and none from playing.
func TestSlowSourcesDelayNobody(t *testing.T) {
	const games, honest, slow = 10, 8, 10 * time.Minute
	for _, cores := range []int{2, 16} {
		alone := othersDone(cores-1, games, honest, 0, 0, 0)
		if beside := othersDone(cores, games, honest, 1, slow, time.Second); beside > alone || beside >= slow {
			t.Errorf("%d cores: the others are done after %v, want %v as with a core less", cores, beside, alone)
		}
	}
}

// The time left is that of the games left, as long as such games really take.
func TestTimeLeft(t *testing.T) {
	at := time.Time{}
	turns := newTurns(func() time.Time { return at }, 0, 2)
	quick, slow, unknown := &share{games: []int{0, 1}}, &share{games: []int{2, 3, 4}}, &share{games: []int{5}, guess: map[int]time.Duration{5: 4 * time.Second}}
	for _, s := range []*share{quick, slow, unknown} {
		turns.enter(s)
	}
	expect := func(about string, want time.Duration) {
		t.Helper()
		if got := turns.left(0); got != want {
			t.Errorf("%s: %v left, want %v", about, got, want)
		}
	}
	begin := func(want int) {
		t.Helper()
		if i, _ := turns.next(); i != want {
			t.Fatalf("game %d begins, want %d", i, want)
		}
	}
	expect("before a game has ended", 0)
	begin(0)
	begin(2)
	at = at.Add(2 * time.Second)
	turns.done(0, time.Second) // on a busy machine, half of the time
	expect("as long as the longest game, twice as long as guessed", 8*time.Second)
	at = at.Add(8 * time.Second)
	turns.done(2, 5*time.Second)
	expect("one of 2 s, two of 10 s, and 8 s", 15*time.Second)
}

// Guesses are corrected by the games of those whose time was guessed, and games of an
// earlier session count.
func TestTimeLeftIsCorrected(t *testing.T) {
	turns := newTurns(time.Now, 0, 2)
	turns.enter(&share{games: []int{0}, guess: map[int]time.Duration{0: time.Second}, ended: completed{n: 2, took: 6 * time.Second, guess: 2 * time.Second}})
	turns.enter(&share{games: []int{1, 2}, guess: map[int]time.Duration{1: 2 * time.Second, 2: time.Second}})
	if got, want := turns.left(0), (3+6+3)*time.Second/2; got != want {
		t.Errorf("%v left, want %v", got, want)
	}
}

// Who plays one game at a time leaves slots unused.
func TestTimeLeftOfOneGameAtATime(t *testing.T) {
	at := time.Time{}
	turns := newTurns(func() time.Time { return at }, 0, 8)
	turns.enter(&share{games: []int{0, 1, 2, 3}})
	for range 2 {
		game, _ := turns.next()
		at = at.Add(3 * time.Second)
		turns.done(game, 2*time.Second)
	}
	if got, want := turns.left(0), 6*time.Second; got != want {
		t.Errorf("%v left, want %v", got, want)
	}
}

// Who has not answered yet forfeits all but the trials, if these are as silent.
func TestTimeLeftOfTheSilent(t *testing.T) {
	turns := newTurns(time.Now, 0, 1)
	guess := map[int]time.Duration{0: time.Minute, 1: time.Minute, 2: time.Minute, 3: time.Minute}
	trials := func(left []int) ([]int, int) { return left, 2 }
	turns.enter(&share{games: []int{0, 1, 2, 3}, guess: guess, silent: true, order: trials})
	turns.enter(&share{ended: completed{n: 1, took: time.Second}})
	if got, want := turns.left(0), 2*time.Minute; got != want {
		t.Errorf("%v left, want %v", got, want)
	}
}

// Games elsewhere are asked for before they begin: the time left goes by the number of
// slots there, and, once that many have ended, by the pace since all are examined.
func TestTimeLeftElsewhere(t *testing.T) {
	at := time.Time{}
	turns := newTurns(func() time.Time { return at }, 1, 0)
	expect := func(about string, want time.Duration) {
		t.Helper()
		if got := turns.left(4); got != want {
			t.Errorf("%s: %v left, want %v", about, got, want)
		}
	}
	turns.enter(&share{games: []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}})
	for range 9 {
		turns.next()
	}
	turns.nextExam()
	at = at.Add(time.Hour)
	turns.done(0, 8*time.Second) // while somebody is examined
	turns.examined(&share{games: []int{10}})
	expect("ten games of 8 s on four slots", 20*time.Second)
	for game := 1; game < 5; game++ {
		if turns.next(); game == 1 {
			at = at.Add(8 * time.Second)
		}
		turns.done(game, 8*time.Second)
	}
	expect("six of 8 s, 4 s of games in a second", 12*time.Second)
	at = at.Add(8 * time.Second)
	turns.done(5, 8*time.Second)
	expect("five of 8 s, 40 s of games in 16 s", 16*time.Second)
	for game := 6; game < 10; game++ {
		turns.done(game, 8*time.Second)
	}
	expect("the last one", 8*time.Second)
}

// A submission plays as soon as it is examined.
func TestGamesAndExaminationsTakeTurns(t *testing.T) {
	at := time.Time{}
	turns := newTurns(func() time.Time { return at }, 3, 1)
	const exam, game = 5 * time.Second, 3 * time.Second
	var order []string
	for range 3 + 3*2 {
		if i, _ := turns.nextExam(); i >= 0 {
			if other, later := turns.next(); other >= 0 || later == nil {
				t.Errorf("game %d beside an examination, with room for one of them", other)
			}
			order, at = append(order, fmt.Sprint("exam ", i)), at.Add(exam)
			turns.examined(&share{games: []int{2 * i, 2*i + 1}})
			continue
		}
		i, _ := turns.next()
		order, at = append(order, fmt.Sprint("game ", i)), at.Add(game)
		turns.done(i, game)
	}
	want := []string{"exam 0", "game 0", "exam 1", "game 2", "exam 2", "game 4", "game 1", "game 3", "game 5"}
	if !slices.Equal(order, want) {
		t.Errorf("%q, want %q", order, want)
	}
	for _, next := range []func() (int, <-chan struct{}){turns.next, turns.nextExam} {
		if i, later := next(); i >= 0 || later != nil {
			t.Errorf("%d is left", i)
		}
	}
}

// Who takes long in the examination begins after those who are not examined yet: their
// games will have taken less.
func TestLongGamesWaitForExaminations(t *testing.T) {
	turns := newTurns(time.Now, 3, 1)
	var order []string
	for range 3 + 3*2 {
		if i, _ := turns.nextExam(); i >= 0 {
			order = append(order, fmt.Sprint("exam ", i))
			guess := map[int]time.Duration{}
			if i == 1 {
				guess = map[int]time.Duration{2: time.Minute, 3: time.Minute}
			}
			turns.examined(&share{games: []int{2 * i, 2*i + 1}, guess: guess})
			continue
		}
		i, _ := turns.next()
		order = append(order, fmt.Sprint("game ", i))
		turns.done(i, map[bool]time.Duration{true: time.Minute, false: 3 * time.Second}[i/2 == 1])
	}
	want := []string{"exam 0", "game 0", "exam 1", "exam 2", "game 4", "game 1", "game 5", "game 2", "game 3"}
	if !slices.Equal(order, want) {
		t.Errorf("%q, want %q", order, want)
	}
}

// Where games are played elsewhere, examinations do not wait for them, nor they for room.
func TestGamesElsewhereNeedNoRoom(t *testing.T) {
	turns := newTurns(time.Now, 3, 0)
	turns.enter(&share{games: []int{0, 1}})
	for want := range 3 {
		if exam, _ := turns.nextExam(); exam != want {
			t.Errorf("examination %d, want %d", exam, want)
		}
	}
	for want := range 2 {
		if game, _ := turns.next(); game != want {
			t.Errorf("game %d, want %d", game, want)
		}
	}
	_, later := turns.next()
	turns.examined(&share{games: []int{2}})
	<-later
	if game, _ := turns.next(); game != 2 {
		t.Errorf("game %d", game)
	}
}

// Time that a submission has used before an interruption counts.
func TestTurnsAfterAnInterruption(t *testing.T) {
	at := time.Time{}
	turns := newTurns(func() time.Time { return at }, 0, 0)
	turns.enter(&share{used: time.Minute, games: []int{0, 1}})
	turns.enter(&share{games: []int{2, 3, 4}})
	for _, want := range []struct{ game, seconds int }{{2, 50}, {3, 20}, {0, 5}, {1, 5}, {4, 1}, {-1, 0}} {
		if got, _ := turns.next(); got != want.game {
			t.Fatalf("game %d, want %d", got, want.game)
		}
		took := time.Duration(want.seconds) * time.Second
		at = at.Add(took)
		turns.done(want.game, took)
	}
}

// othersDone plays a class in fake time, and returns when the last game of a submission
// ends whose examination takes 5 s and whose games take 6 s; those of the first ones take
// long.
func othersDone(cores, games, honest, hostile int, exam, long time.Duration) time.Duration {
	const briefExam, brief = 5 * time.Second, 6 * time.Second
	at := time.Time{}
	turns := newTurns(func() time.Time { return at }, hostile+honest, cores)
	type running struct {
		takes  time.Duration
		ends   time.Time
		honest bool
		end    func()
	}
	begin := func() (r running, ok bool) {
		if i, _ := turns.nextExam(); i >= 0 {
			takes, s := briefExam, &share{}
			if i < hostile {
				takes = exam
			}
			for n := range games {
				s.games = append(s.games, i*games+n)
			}
			return running{takes: takes, end: func() { turns.examined(s) }}, true
		}
		game, _ := turns.next()
		takes, kind := brief, game >= hostile*games
		if !kind {
			takes = long
		}
		return running{takes: takes, honest: kind, end: func() { turns.done(game, takes) }}, game >= 0
	}
	var busy []running
	left, last := honest*games, time.Time{}
	for left > 0 {
		for len(busy) < cores {
			r, ok := begin()
			if !ok {
				break
			}
			r.ends = at.Add(r.takes)
			busy = append(busy, r)
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
		ended.end()
		if ended.honest {
			left, last = left-1, at
		}
	}
	return last.Sub(time.Time{})
}

// A game that those under way may make needless is left for later, as long as others have
// games; what turns out to be needless is not played.
func TestTurnsWaitForWhatMaySpareAGame(t *testing.T) {
	at := time.Time{}
	turns := newTurns(func() time.Time { return at }, 0, 0)
	needless := false
	turns.enter(&share{games: []int{0, 1}, order: func(left []int) ([]int, int) {
		if needless {
			return nil, 0
		}
		return left, len(left) - 1 // the last one can wait
	}})
	turns.enter(&share{used: time.Hour, games: []int{2, 3}})
	for _, want := range []int{0, 2, 3, 1} { // nobody else has any: it is played
		if got, _ := turns.next(); got != want {
			t.Fatalf("game %d, want %d", got, want)
		}
	}
	needless = true
	turns.list[0].games = []int{4}
	turns.done(0, 0)
	if got, _ := turns.next(); got != -1 {
		t.Errorf("game %d was needless", got)
	}
}
