package review

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
	"evolab/internal/longtest"
	"evolab/search"
)

// In games that one losing move was put into, where proofs reach, that move is found.
func TestPlantedMistakes(t *testing.T) {
	for _, c := range []struct {
		game          string
		games, plies  int // to be found; random plies before
		longer, early int // the same with -long
	}{
		{"littlego", 3, 15, 50, 10},
		{"tictactoe", 3, 1, 50, 1},
	} {
		t.Run(c.game, func(t *testing.T) {
			want, plies := c.games, c.plies
			if longtest.Enabled() {
				want, plies = c.longer, c.early
			}
			g, err := agent.FindGame(c.game)
			if err != nil {
				t.Fatal(err)
			}
			found, planted := 0, 0
			for seed := uint64(0); planted < want; seed++ {
				p := plant(t, g, seed, plies)
				if p == nil {
					continue
				}
				planted++
				loss, err := Game(t.Context(), g, "", &p.line, Options{Time: 10 * time.Minute})
				if err != nil {
					t.Fatal(err)
				}
				if loss.Ply == p.ply && loss.Exact && loss.Player == "loser" && slices.Equal(loss.Kept, p.kept) && !loss.FromStart {
					found++
				} else {
					t.Errorf("seed %d: %+v\nwant ply %d, kept by %v", seed, loss, p.ply, p.kept)
				}
			}
			t.Logf("%d of %d found", found, planted)
		})
	}
}

// A review gives others their turn before each position, or ends there.
func TestBetweenPositions(t *testing.T) {
	g, err := agent.FindGame("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	var p *planting
	for seed := uint64(0); p == nil; seed++ {
		p = plant(t, g, seed, 1)
	}
	stop, asked := errors.New("enough"), 0
	o := Options{Time: time.Minute, Between: func() error { asked++; return nil }}
	if _, err := Game(t.Context(), g, "", &p.line, o); err != nil || asked < 2 {
		t.Errorf("asked %d times, %v", asked, err)
	}
	o.Between = func() error { return stop }
	if _, err := Game(t.Context(), g, "", &p.line, o); !errors.Is(err, stop) {
		t.Error(err)
	}
}

// planting is a game with a losing move in it.
type planting struct {
	line arena.Line
	ply  int
	kept []string
}

// plant plays a game after some random plies: a winning side keeps its win until it
// loses it by one move; nil if there is no such game with this seed.
func plant(t *testing.T, g agent.Game, seed uint64, plies int) *planting {
	t.Helper()
	r := game.NewRand(game.Mix(seed, 19))
	opening, err := arena.Opening(g, "", plies, seed)
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.Board("", opening)
	if err != nil || b.Outcome().Over() {
		return nil
	}
	p := &planting{line: arena.Line{Game: int(seed), Opening: opening, First: "loser", Second: "winner", Winner: "winner", Reason: arena.Normal}}
	side := b.Turn()
	if side == game.Second {
		p.line.First, p.line.Second = "winner", "loser"
	}
	for keep := r.Intn(2); !b.Outcome().Over(); {
		s, err := b.Solve(search.Limits{})
		if err != nil || !s.Known {
			t.Fatal(s, err)
		}
		m := b.Moves(nil)[r.Intn(len(b.Moves(nil)))]
		switch {
		case p.ply == 0 && b.Turn() == side && s.Value < 0:
			return nil
		case p.ply == 0 && b.Turn() == side && keep == 0:
			var ok bool
			if m, ok = losing(t, g, b, s); !ok {
				return nil
			}
			p.ply = len(p.line.Moves) + 1
			for _, k := range s.Moves {
				p.kept = append(p.kept, b.FormatMove(k))
			}
		case b.Turn() == side && p.ply == 0:
			keep--
			m = s.Moves[r.Intn(len(s.Moves))]
		case len(s.Moves) > 0:
			m = s.Moves[r.Intn(len(s.Moves))]
		}
		p.line.Moves = append(p.line.Moves, b.FormatMove(m))
		b.Play(m)
	}
	p.line.Plies = len(p.line.Moves)
	if p.ply == 0 || b.Outcome().Result != game.Win(side.Other()) {
		return nil
	}
	return p
}

// losing is a move after which the opponent wins.
func losing(t *testing.T, g agent.Game, b agent.Board, s search.Proof) (game.Move, bool) {
	t.Helper()
	for _, m := range b.Moves(nil) {
		if slices.Contains(s.Moves, m) {
			continue
		}
		after, err := g.Board("", b.Position())
		if err != nil {
			t.Fatal(err)
		}
		after.Play(m)
		if o := after.Outcome(); o.Over() {
			if o.Result == game.Win(b.Turn().Other()) {
				return m, true
			}
			continue
		}
		if reply, err := after.Solve(search.Limits{}); err == nil && reply.Known && reply.Value > 0 {
			return m, true
		}
	}
	return 0, false
}

// What a game was lost by, in tic-tac-toe, where everything is proven.
func TestReview(t *testing.T) {
	g, err := agent.FindGame("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		about, opening, moves, winner, reason string
		want                                  string
	}{
		{"a draw given away", "start", "1,1 0,1 0,0 2,2 1,0 1,2 2,0", "x", arena.Normal, "o ply 2 0,1, kept by 0,0 0,2 2,0 2,2, was draw"},
		{"lost from the start", "X.X/.O./X.O o", "0,1 1,0", "x", arena.Normal, "o from the start"},
		{"an illegal move in a won position", "start", "1,1 0,1", "o", arena.Illegal, "x ply 3 , kept by 0,0 0,2 1,0 1,2 2,0 2,2, was win"},
		{"a player who leaves while the other is to move", "start", "1,1 0,1 0,0", "o", "disconnect", "x ply 4 , kept by , was win"},
		{"a player who leaves once it has lost", "start", "1,1 0,1 0,0", "x", "disconnect", "o ply 2 0,1, kept by 0,0 0,2 2,0 2,2, was draw"},
		{"resigned once it is lost", "start", "1,1 0,1 0,0", "x", arena.Resigned, "o ply 2 0,1, kept by 0,0 0,2 2,0 2,2, was draw"},
		{"an end without a reason, once it is lost", "start", "1,1 0,1 0,0", "x", "", "o ply 2 0,1, kept by 0,0 0,2 2,0 2,2, was draw"},
		{"a won game resigned", "start", "1,1 0,1", "o", arena.Resigned, "x ply 3 , kept by 0,0 0,2 1,0 1,2 2,0 2,2, was win"},
		{"a draw that ends as a loss, without a reason", "start", "1,1", "x", "", "o ply 2 , kept by 0,0 0,2 2,0 2,2, was draw"},
		{"an illegal move after the mistake", "start", "1,1 0,1 0,0", "x", arena.Illegal, "o ply 2 0,1, kept by 0,0 0,2 2,0 2,2, was draw"},
	} {
		moves := strings.Fields(c.moves)
		line := arena.Line{Opening: c.opening, First: "x", Second: "o", Moves: moves, Winner: c.winner, Reason: c.reason, Plies: len(moves)}
		loss, err := Game(t.Context(), g, "", &line, Options{})
		if err != nil {
			t.Errorf("%s: %v", c.about, err)
			continue
		}
		got := loss.Player + " from the start"
		if !loss.FromStart {
			got = fmt.Sprintf("%s ply %d %s, kept by %s, was %s", loss.Player, loss.Ply, loss.Move, strings.Join(loss.Kept, " "), loss.Was)
		}
		if got != c.want || !loss.Exact {
			t.Errorf("%s: %s (exact: %v)\nwant %s", c.about, got, loss.Exact, c.want)
		}
	}
}

// Where no proof reaches, a search names the worst move, and says that it guesses.
func TestEstimate(t *testing.T) {
	g, err := agent.FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	moves := strings.Fields("2,2 0,0 1,1 0,4 3,3 4,0 1,3")
	line := arena.Line{Opening: "start", First: "a", Second: "b", Moves: moves, Winner: "a", Reason: arena.Normal, Plies: len(moves)}
	loss, err := Game(t.Context(), g, "", &line, Options{Nodes: 50, Deep: 500})
	if err != nil || loss.Exact || loss.Player != "b" || loss.Ply%2 != 0 || loss.Ply == 0 || len(loss.Kept) != 1 {
		t.Errorf("%+v, %v", loss, err)
	}
}

// Who answers nothing has lost by that, and not from the start, if no proof says so.
func TestOwnDoingBeyondProofs(t *testing.T) {
	g, err := agent.FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	for _, moves := range [][]string{nil, {"2,2"}, {"2,2", "1,1"}} {
		absent := arena.Line{Opening: "start", First: "a", Second: "b", Moves: moves, Winner: "b", Reason: "no-show", Plies: len(moves)}
		if loss, err := Game(t.Context(), g, "", &absent, Options{Nodes: 50, Deep: 500}); err != nil || loss.FromStart || loss.Ply != len(moves)+1 || loss.Move != "" {
			t.Errorf("%v, not come: %+v, %v", moves, loss, err)
		}
		line := arena.Line{Opening: "start", First: "a", Second: "b", Moves: moves, Winner: "b", Reason: arena.Crash, Plies: len(moves)}
		if len(moves) == 1 {
			line.Winner = "a"
		}
		loss, err := Game(t.Context(), g, "", &line, Options{Nodes: 50, Deep: 500})
		if err != nil || loss.Exact || loss.FromStart || loss.Ply != len(moves)+1 || loss.Move != "" || len(loss.Tags) != 1 {
			t.Errorf("%v: %+v, %v", moves, loss, err)
		}
		want := fmt.Sprintf("ply %d: crash ends the game (whether it was lost before is not known)", len(moves)+1)
		if got := loss.Text(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Games of other programs have no reason, or were resigned, and the course's rules may
// have ended them before: the mistake is looked for all the same.
func TestForeignEnds(t *testing.T) {
	for _, c := range []struct{ about, game, opening, moves, reason, want string }{
		{"resigned beyond proofs", "checkers", "start", "E f6 e5;E g3 f4;J e5 g3", arena.Resigned, "may be the mistake (estimate"},
		{"no reason, beyond proofs", "checkers", "start", "E f6 e5;E g3 f4;J e5 g3", "", "may be the mistake (estimate"},
		{"a crash beyond proofs", "checkers", "start", "E f6 e5", arena.Crash, "ply 2: crash ends the game (whether it was lost before is not known)"},
		{"drawn by quiet plies, then lost", "checkers", ".B....../......../......../......../......../......../......../......W. b 50", "E b8 a7;E g1 f2;E a7 b8", "", "no loss by the course's rules: draw after ply 1"},
		{"lost when the last ply was played", "littlego", "XX.../...../...../...../..... w 23 -", "0,3;0,4;1,4", "", "by the course's rules"},
		{"given up while it is a draw", "tictactoe", "start", "1,1", arena.Resigned, "after ply 1: giving up gives away a draw, which 0,0, 0,2, 2,0, 2,2 keep"},
		{"given up before the first move", "checkers", "start", "E f6 e5", "", "where is not known"},
	} {
		g, err := agent.FindGame(c.game)
		if err != nil {
			t.Fatal(err)
		}
		moves := strings.Split(c.moves, ";")
		line := arena.Line{Opening: c.opening, First: "a", Second: "b", Moves: moves, Winner: "a", Reason: c.reason, Plies: len(moves)}
		loss, err := Game(t.Context(), g, "", &line, Options{Nodes: 10_000, Deep: 500})
		if err != nil || !strings.Contains(loss.Text(), c.want) {
			t.Errorf("%s: %v, %+v, want %s", c.about, err, loss, c.want)
		}
	}
}

// A move that ends the game at once, and loses it, is the worst one.
func TestEstimateOfTheLastMove(t *testing.T) {
	g, err := agent.FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	line := arena.Line{Opening: "start", First: "a", Second: "b", Moves: []string{"PASS"}, Winner: "b", Reason: arena.Normal, Plies: 1}
	loss, err := Game(t.Context(), g, "", &line, Options{Nodes: 50, Deep: 500})
	if err != nil || loss.Exact || loss.Ply != 1 || loss.Move != "PASS" || len(loss.Kept) != 1 {
		t.Errorf("%+v, %v", loss, err)
	}
}

func TestSummary(t *testing.T) {
	line := func(winner, reason string, cpu float64) arena.Line {
		return arena.Line{First: "a", Second: "b", Winner: winner, Reason: reason, CPU: [2]float64{cpu, 1}, Rules: arena.RuleSet{GameTime: 10}}
	}
	lines := []arena.Line{line("b", arena.Normal, 2), line("b", arena.Time, 10.5), line("a", arena.Normal, 1), line("draw", arena.Normal, 1)}
	losses := []*Loss{
		{Player: "a", Side: "black", Ply: 12, Exact: true, Kept: []string{"0,0"}, Tags: []string{"misses a capture"}},
		{Player: "a", Side: "black", Ply: 10, Exact: true, Kept: []string{"0,0", "0,1"}, Tags: []string{"misses a capture"}},
	}
	s := Summarize("a", lines, losses)
	want := []string{"2 of 2 losses as black: misses a capture"}
	if s.Games != 4 || s.Lost != 2 || s.Clock.Late != 1 || s.Clock.Most != 10.5 || s.Clock.Mean != 3.625 || s.Clock.Allowed != 10 || !slices.Equal(s.Patterns, want) {
		t.Errorf("%+v", s)
	}
}

// The moves of both players are judged, from the end of the game back to its
// beginning: each gives the win to the other several times.
func TestMoves(t *testing.T) {
	g, err := agent.Games().Find("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	l := &arena.Line{First: "a", Second: "b", Opening: "start", Winner: "b", Reason: arena.Normal, Moves: []string{"0,0", "0,1", "2,1", "1,1", "0,2", "1,0", "2,2", "1,2"}}
	var marks []Mark
	err = Moves(t.Context(), g, "", l, Options{}, func(m Mark) error {
		marks = append(marks, m)
		return nil
	})
	if err != nil || len(marks) != len(l.Moves) {
		t.Fatalf("%d marks of %d moves: %v", len(marks), len(l.Moves), err)
	}
	var got []string
	for _, m := range marks {
		if m.Mistake() {
			got = append(got, fmt.Sprintf("%d: %s", m.Ply, m.Text()))
		}
	}
	want := []string{
		"7: gives away a draw, which 1,2 alone keeps", "5: gives away a win, which 2,0 alone keeps", "4: gives away a draw, which 2,0, 2,2 keep",
		"3: gives away a win, which 1,0, 1,1, 2,0 keep", "2: gives away a draw, which 1,1 alone keeps",
	}
	if !slices.Equal(got, want) {
		t.Errorf("mistakes\n%s", strings.Join(got, "\n"))
	}
	if loss, err := Game(t.Context(), g, "", l, Options{}); err != nil || !slices.ContainsFunc(marks, func(m Mark) bool { return m.Ply == loss.Ply && m.Mistake() }) {
		t.Errorf("the mistake that review names is not among them: %+v %v", loss, err)
	}
}

// Whatever a record holds, a review of it is an error or has words.
func FuzzGame(f *testing.F) {
	f.Add("tictactoe", "start", "1,1 0,1 0,0 2,2", "a", arena.Normal)
	f.Add("littlego", "start", "2,2 PASS", "b", arena.Illegal)
	f.Add("checkers", "start", "E c3 d4", "a", arena.Time)
	f.Add("littlego", "XXXXX/XXXXX/XXXXX/XXXXX/XXXX. w", "PASS PASS PASS", "a", "\x1b[2J")
	f.Fuzz(func(t *testing.T, name, opening, moves, winner, reason string) {
		g, err := agent.FindGame(name)
		if err != nil {
			return
		}
		line := arena.Line{Opening: opening, First: "a", Second: "b", Moves: strings.Fields(moves), Winner: winner, Reason: reason}
		loss, err := Game(t.Context(), g, "", &line, Options{Nodes: 20, Deep: 20})
		if err == nil && (loss.Text() == "" || strings.ContainsRune(loss.Text(), '\x1b') || len(loss.patterns()) > 10) {
			t.Errorf("%+v", loss)
		}
	})
}
