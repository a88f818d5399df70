package retrograde

import (
	"context"
	"testing"

	"evolab/game"
	rules "evolab/game/checkers"
	"evolab/internal/longtest"
	"evolab/search"
	"evolab/search/checkers"
)

// slow solves endings forwards, with the rules of the game alone: a position is won in n
// plies if a move leads to one that is lost in fewer, and lost if all moves lead to won
// ones. It shares nothing with Make but the rules and the order of the classes.
type slow struct {
	plies map[slowKey]int // above 0 won, below 0 lost, 0 drawn
}

// slowKey is the black men, the white men and the kings, with Black to move.
type slowKey [3]rules.Board

// key turns a position with White to move into one with Black to move, piece by piece.
func (z *slow) key(s *rules.State) (k slowKey) {
	side := s.Turn()
	for pieces := s.Black() | s.White(); pieces != 0; pieces &= pieces - 1 {
		square := pieces & -pieces
		owner := side // 0: the side to move
		if s.White()&square != 0 {
			owner = side.Other()
		}
		to := square
		if side == game.Second {
			row, col := rules.RowColumn(square.First())
			to = rules.At(rules.Size-1-row, rules.Size-1-col)
		}
		k[owner] |= to
		if s.Kings()&square != 0 {
			k[2] |= to
		}
	}
	return k
}

func (k slowKey) state(t *testing.T) rules.State {
	t.Helper()
	s, err := rules.New(rules.Setup{Black: k[0], White: k[1], Kings: k[2]})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// value is the plies to the decision of a position of which all is known.
func (z *slow) value(s *rules.State) (plies int) {
	if o := s.Outcome(); o.Over() {
		return -1 // without a move; the draw is up to the caller
	}
	return z.plies[z.key(s)]
}

// solve decides all positions of some classes that depend on nothing but each other and on
// what is solved.
func (z *slow) solve(t *testing.T, stage []checkers.Class) {
	t.Helper()
	var open []slowKey
	for _, c := range stage {
		for i := range c.Size() {
			if v, ok := c.View(i); ok {
				s, err := v.State()
				if err != nil {
					t.Fatal(err)
				}
				open = append(open, z.key(&s))
			}
		}
	}
	for n := 1; n <= rules.QuietLimit; n++ {
		decided := map[slowKey]int{}
		rest := open[:0]
		for _, k := range open {
			s := k.state(t)
			if v := z.within(&s, n); v != 0 {
				decided[k] = v
			} else {
				rest = append(rest, k)
			}
		}
		open = rest
		for k, v := range decided {
			z.plies[k] = v
		}
		if len(decided) == 0 {
			break
		}
	}
}

// within is n if the position is won in that many plies, and -n if it is lost; 0: neither.
func (z *slow) within(s *rules.State, n int) int {
	best := -n
	var child rules.State
	for _, m := range s.Moves(nil) {
		s.Play(m, &child)
		v := z.value(&child)
		if child.Quiet() > 0 && max(v, -v) >= n {
			v = 0
		}
		switch {
		case v < 0:
			return n
		case v == 0:
			best = 0
		}
	}
	return best
}

// judge is 1, 0 or -1 for a position with its counter, by play to the draw.
func (z *slow) judge(s *rules.State) int {
	switch o := s.Outcome(); {
	case o.Result == game.Draw:
		return 0
	case o.Over():
		return -1
	}
	best := -1
	var child rules.State
	for _, m := range s.Moves(nil) {
		s.Play(m, &child)
		v := 0
		if child.Quiet() > 0 {
			v = z.judge(&child)
		} else if v = z.value(&child); v != 0 {
			v /= max(v, -v)
		}
		best = max(best, -v)
	}
	return best
}

// slowly solves the classes with up to so many pieces and men.
func slowly(t *testing.T, pieces, men int) *slow {
	t.Helper()
	z := &slow{plies: map[slowKey]int{}}
	for n := 2; n <= pieces; n++ {
		for _, stage := range stages(n) {
			var classes []checkers.Class
			for _, j := range stage {
				if j[0].Men[0]+j[0].Men[1] <= men {
					classes = append(classes, j...)
				}
			}
			z.solve(t, classes)
		}
	}
	return z
}

// made is the endings with up to so many pieces.
func made(t *testing.T, pieces, workers int) *checkers.Endings {
	t.Helper()
	data, err := Make(context.Background(), Options{Pieces: pieces, Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	e, err := checkers.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Every value is that of the slow solver, plies included, and with each counter that of
// the play to the draw. The short test has three pieces and one man at most; with -long it
// is all positions with up to four.
func TestValuesAreThoseOfTheSlowSolver(t *testing.T) {
	pieces, men := 3, 1
	if longtest.Enabled() {
		pieces, men = 4, 4
	}
	e, z := made(t, pieces, 2), slowly(t, pieces, men)
	r, values, judged := game.NewRand(7), map[int]int{}, 0
	for n := 2; n <= pieces; n++ {
		for _, c := range checkers.Classes(n) {
			for i := range c.Size() {
				v, ok := c.View(i)
				if !ok || c.Men[0]+c.Men[1] > men {
					continue
				}
				s, err := v.State()
				if err != nil {
					t.Fatal(err)
				}
				got, known := e.Value(&s)
				if want := z.value(&s); !known || int(got) != want {
					t.Fatalf("%s: %d, want %d", rules.Rules().Format(&s), got, want)
				}
				values[min(1, max(-1, int(got)))]++
				if r.Intn(1000) == 0 {
					judged++
					checkCounter(t, e, z, &s, rules.QuietLimit-1-r.Intn(7))
				}
			}
		}
	}
	t.Logf("%d won, %d drawn, %d lost; %d with a counter", values[1], values[0], values[-1], judged)
	for v := -1; v <= 1; v++ {
		if values[v] == 0 || judged < 20 {
			t.Errorf("%d positions of value %d, %d with a counter", values[v], v, judged)
		}
	}
}

// checkCounter compares the value of a position, with its counter at quiet, with play to
// the draw.
func checkCounter(t *testing.T, e *checkers.Endings, z *slow, s *rules.State, quiet int) {
	t.Helper()
	late := withQuiet(t, s, quiet)
	v, _ := e.Value(&late)
	got, want := 0, z.judge(&late)
	if v = v.At(quiet); v != 0 {
		got = int(v) / v.Plies()
	}
	if got != want {
		t.Errorf("%s: %d, want %d", rules.Rules().Format(&late), got, want)
	}
}

// The file is the same for any number of workers.
func TestWorkersChangeNothing(t *testing.T) {
	if one, three := made(t, 3, 1), made(t, 3, 3); one.Sum() != three.Sum() {
		t.Errorf("%s with one worker, %s with three", one.Sum(), three.Sum())
	}
}

// The values of all positions fit those after their moves.
func TestValuesFitTheMoves(t *testing.T) {
	e := made(t, 3, 2)
	positions, err := Check(context.Background(), e, Options{Pieces: 3, Workers: 2})
	if err != nil || positions != 3488+196_032 {
		t.Errorf("%d positions: %v", positions, err)
	}
}

// Each move of the winner shortens the way: the other side is then lost with fewer quiet
// plies to come, or something was captured or crowned. So a won position is won in play,
// before the draw by the counter, however long it has run; its loser resists as long as the
// value says.
func TestWinningMovesShortenTheWay(t *testing.T) {
	e := made(t, 3, 2)
	r, won := game.NewRand(11), 0
	for won < 300 {
		classes := checkers.UpTo(3)
		c := classes[r.Intn(len(classes))]
		v, ok := c.View(r.Intn(c.Size()))
		s, err := v.State()
		if !ok || err != nil {
			continue
		}
		value, known := e.Value(&s)
		if !known {
			t.Fatalf("%s is unknown", rules.Rules().Format(&s))
		}
		if value <= 0 {
			if m, told := e.Move(&s, search.Limits{}); told != (value < 0 && !s.Outcome().Over()) {
				t.Errorf("%s, value %d: %v, %v", rules.Rules().Format(&s), value, m, told)
			}
			continue
		}
		won++
		winner := s.Turn()
		s = withQuiet(t, &s, rules.QuietLimit-value.Plies()) // there is just enough time
		for !s.Outcome().Over() {
			before, _ := e.Value(&s)
			m, told := e.Move(&s, search.Limits{})
			if !told {
				t.Fatalf("%s: no move", rules.Rules().Format(&s))
			}
			mine := s.Turn() == winner
			s.Play(m.Move, &s)
			if after, known := e.Value(&s); known && s.Quiet() > 0 && after.Plies() != before.Plies()-1 {
				t.Fatalf("%s: %d plies after %d (winner's move: %v)", rules.Rules().Format(&s), after.Plies(), before.Plies(), mine)
			}
		}
		if s.Outcome().Result != game.Win(winner) {
			t.Errorf("%v in %s", s.Outcome().Result, rules.Rules().Format(&s))
		}
	}
}

// withQuiet is the position with its counter at quiet.
func withQuiet(t *testing.T, s *rules.State, quiet int) rules.State {
	t.Helper()
	late, err := rules.New(rules.Setup{Black: s.Black(), White: s.White(), Kings: s.Kings(), Turn: s.Turn(), Quiet: quiet})
	if err != nil {
		t.Fatal(err)
	}
	return late
}
