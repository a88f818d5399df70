package decide

import (
	"strings"
	"testing"
	"time"

	"evolab/features"
	feattt "evolab/features/tictactoe"
	"evolab/game"
	"evolab/game/tictactoe"
	"evolab/search"
	"evolab/search/budget"
	"evolab/search/think"
)

// oracle knows what a test says, notes what it is asked, and takes its time.
type oracle struct {
	moves            []game.Move // of the book, the win and the proof, in this order
	knows            string      // of book, win and move
	took, now        time.Duration
	asked            []string
	winLimits, share search.Limits
	guess            game.Move
}

// attempt is the nodes of each try.
const attempt = 100

func (o *oracle) answer(i int, name string) (search.Result, bool) {
	o.asked = append(o.asked, name)
	if name != "book" {
		o.now += o.took
	}
	return search.Result{Move: o.moves[i], Nodes: attempt}, strings.Contains(o.knows, name)
}

func (o *oracle) Book(*tictactoe.State) (search.Result, bool) { return o.answer(0, "book") }

func (o *oracle) Hopeful(*tictactoe.State, search.Limits) bool {
	return !strings.Contains(o.knows, "hopeless")
}

func (o *oracle) Win(_ *tictactoe.State, guess game.Move, l search.Limits) (search.Result, bool) {
	o.guess, o.winLimits = guess, l
	r, known := o.answer(1, "win")
	r.Exact = !strings.Contains(o.knows, "unfinished")
	if strings.Contains(o.knows, "guess") {
		r.Move = guess
	}
	return r, known
}

func (o *oracle) Move(_ *tictactoe.State, l search.Limits) (search.Result, bool) {
	o.share = l
	return o.answer(2, "move")
}

func (o *oracle) Drawn(*tictactoe.State) bool { return strings.Contains(o.knows, "drawn") }

func (o *oracle) clock() time.Duration { return o.now }

// begin sets up a ply of the empty board for a decider that asks the oracle.
func begin(t *testing.T, o *oracle, p Ply) *Decider[tictactoe.State, *tictactoe.State, *oracle] {
	t.Helper()
	eval, err := features.NewLinear(feattt.Set(), feattt.Hand())
	if err != nil {
		t.Fatal(err)
	}
	var s tictactoe.State
	o.moves = s.Moves(nil)[:3]
	d := New[tictactoe.State](eval, o, o.clock)
	d.Begin(&s, p)
	return d
}

// Whatever is known comes before the search, the book first; a win is only
// looked for where a clock runs, and a fixed depth is the search's alone.
func TestOrder(t *testing.T) {
	clock := budget.Allowance{Move: time.Second}
	back := think.Cycles{Seen: []int{0, 0, 1}}
	for _, c := range []struct {
		name  string
		knows string
		ply   Ply
		asked string
		move  int // of the oracle's, -1: the search's
	}{
		{"book", "book win move", Ply{Allowance: clock}, "book", 0},
		{"win", "win move", Ply{Allowance: clock}, "book win", 1},
		{"hopeless", "hopeless move", Ply{Allowance: clock}, "book move", 2},
		{"proof", "move", Ply{Allowance: clock}, "book win move", 2},
		{"nothing", "", Ply{Allowance: clock}, "book win move", -1},
		{"nodes for time", "win", Ply{Nodes: 1000}, "book win", 1},
		{"own nodes", "win move", Ply{Limits: search.Limits{Nodes: 1000}}, "book move", 2},
		{"own time", "win move", Ply{Limits: search.Limits{Time: time.Second}}, "book move", 2},
		{"own nodes and a clock", "win move", Ply{Limits: search.Limits{Nodes: 1000}, Allowance: clock}, "book move", 2},
		{"depth", "book win move", Ply{Limits: search.Limits{Depth: 2}, Allowance: clock}, "", -1},
		{"back", "move", Ply{Nodes: 1000, Cycles: back}, "book win move", -1},
	} {
		o := &oracle{knows: c.knows}
		d := begin(t, o, c.ply)
		if got := strings.Join(o.asked, " "); got != c.asked || d.known != (c.move >= 0) {
			t.Errorf("%s: asked for %q, known %v; want %q", c.name, got, d.known, c.asked)
		}
		if r := d.Run(); c.move >= 0 && r.Move != o.moves[c.move] {
			t.Errorf("%s: %v, want %v", c.name, r.Move, o.moves[c.move])
		}
	}
}

// What an attempt takes is taken off what follows it, but half of the nodes are
// the search's in any case.
func TestAttemptsArePaidFor(t *testing.T) {
	const guessed = guessNodes + 1
	for _, c := range []struct {
		name             string
		ply              Ply
		took             time.Duration
		winLimits, share search.Limits
	}{
		{"nodes", Ply{Nodes: 10_000}, 0, search.Limits{Nodes: 10_000/8*7 - guessed}, search.Limits{Nodes: 10_000 - attempt - guessed}},
		{"few nodes", Ply{Nodes: 160}, 0, search.Limits{Nodes: 70}, search.Limits{Nodes: 80}},
		{"own nodes", Ply{Limits: search.Limits{Nodes: 160}}, 0, search.Limits{}, search.Limits{Nodes: 160}},
		{"a move's time", Ply{Allowance: budget.Allowance{Move: time.Second}}, 100 * time.Millisecond,
			search.Limits{Time: 955 * time.Millisecond / 8 * 7}, search.Limits{Time: 855 * time.Millisecond}},
		{"more for a proof", Ply{Allowance: budget.Allowance{Move: time.Second}, ProofTime: 2 * time.Second, AfterProof: 500 * time.Millisecond}, time.Second,
			search.Limits{Time: 1915 * time.Millisecond / 8 * 7}, search.Limits{Time: 435 * time.Millisecond}},
	} {
		o := &oracle{took: c.took}
		begin(t, o, c.ply)
		if o.winLimits.Time != c.winLimits.Time || o.winLimits.Nodes != c.winLimits.Nodes || o.share.Time != c.share.Time || o.share.Nodes != c.share.Nodes {
			t.Errorf("%s: %+v for a win, %+v for a proof; want %+v, %+v", c.name, o.winLimits, o.share, c.winLimits, c.share)
		}
	}
}

// A side that is behind searches, unless it has time for a proof that its search cannot have.
func TestBehind(t *testing.T) {
	s, err := tictactoe.Parse("", "X.O/.X./... o")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		proofTime time.Duration
		asked     string
	}{
		{0, "book move"},
		{2 * time.Second, "book win move"},
	} {
		o := &oracle{}
		d := begin(t, o, Ply{})
		o.asked = nil
		d.Begin(&s, Ply{Allowance: budget.Allowance{Move: time.Second}, ProofTime: c.proofTime})
		if got := strings.Join(o.asked, " "); got != c.asked {
			t.Errorf("%v for a proof: asked for %q, want %q", c.proofTime, got, c.asked)
		}
	}
}

// A game in which nothing is known is the search's.
func TestNothing(t *testing.T) {
	eval, err := features.NewLinear(feattt.Set(), feattt.Hand())
	if err != nil {
		t.Fatal(err)
	}
	var s tictactoe.State
	d := New[tictactoe.State](eval, &Nothing[tictactoe.State]{}, nil)
	d.Begin(&s, Ply{Nodes: 500})
	limits := search.Limits{Nodes: 500}
	thinker := think.New[tictactoe.State](eval, nil)
	thinker.Begin(&s, limits, budget.Allowance{}, think.Cycles{})
	if got, want := d.Run(), thinker.Run(); got.Move != want.Move || got.Nodes != want.Nodes || got.Score != want.Score {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// A proof begins with the move of a short search, the same with any time. If it is not finished,
// what it has not refuted is played.
func TestUnfinishedProof(t *testing.T) {
	for _, c := range []struct {
		knows  string
		move   int // of the oracle's, -1: the guess
		proven bool
	}{
		{"win unfinished guess", -1, false},
		{"win unfinished", 1, false},
		{"win", 1, true},
	} {
		var guesses []game.Move
		for _, limit := range []time.Duration{time.Second, 4 * time.Second} {
			o := &oracle{knows: c.knows}
			d := begin(t, o, Ply{Allowance: budget.Allowance{Move: limit}})
			guesses = append(guesses, o.guess)
			want := o.guess
			if c.move >= 0 {
				want = o.moves[c.move]
			}
			r := d.Run()
			if r.Move != want || r.Exact != c.proven || d.Known() != c.proven || r.Nodes <= attempt || !c.proven && r.PV[0] != want {
				t.Errorf("%s: %+v, known %v; want %v", c.knows, r, d.Known(), want)
			}
		}
		if guesses[0] != guesses[1] {
			t.Errorf("%s: guesses %v", c.knows, guesses)
		}
	}
}
