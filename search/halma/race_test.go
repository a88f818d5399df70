package halma

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"evolab/features"
	"evolab/game"
	"evolab/game/gametest"
	"evolab/game/halma"
	"evolab/search"
	"evolab/search/cputime/cputimetest"
)

// board reads a position from its rows; side is the one to move.
func board(t *testing.T, rows string, side game.Side) halma.State {
	t.Helper()
	lines := strings.Fields(rows)
	s, err := halma.Parse("", strings.Join(lines, "/")+" "+[2]string{"b", "w"}[side])
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// almost is a race in which Black needs one jump, and White, to whom five squares
// are missing, at least five moves.
const almost = `
	WWWW............
	WWW.............
	WWWWW...........
	WWWWW...........
	..W.............
	W...............
	................
	................
	................
	................
	................
	.............BBB
	.............BBB
	............B.BB
	...........BBBBB
	...........BBBBB`

// meeting is a race to the goal's last squares, though pieces have to pass each
// other.
const meeting = `
	WWWW............
	WWWW............
	WWWW............
	WWW.............
	................
	................
	................
	.....B..........
	.........WWWW...
	................
	................
	..............BB
	.............BBB
	............BBBB
	...........BBBBB
	............BBBB`

// middle is no race yet.
const middle = `
	................
	WWW.............
	WWWW............
	WWW.............
	WW..............
	................
	BBBBBBB.........
	................
	................
	.........WWWWWWW
	................
	..............BB
	.............BBB
	............BBBB
	.............BBB
	................`

func TestMove(t *testing.T) {
	for _, x := range []struct {
		doc, rows string
		side      game.Side
		move      string // empty: no race
		ahead     int    // moves, as the score says
		exact     bool
	}{
		{"one move to the end", almost, game.First, "J 13,11 13,13", 4, true},
		{"no plan of a side's own is certain to win when the enemy needs one move", almost, game.Second, "any", -4, false},
		{"few pieces are left", meeting, game.First, "any", -2, false},
		{"the sides have to pass each other", middle, game.First, "", 0, false},
	} {
		s := board(t, x.rows, x.side)
		r, ok := NewRace(nil).Move(&s, search.Limits{Nodes: 20000})
		if ok != (x.move != "") || r.Exact != x.exact {
			t.Errorf("%s: %+v, %v", x.doc, r, ok)
			continue
		}
		if !ok {
			continue
		}
		if text := halma.Rules().FormatMove(&s, r.Move); text != x.move && x.move != "any" {
			t.Errorf("%s: %s, want %s", x.doc, text, x.move)
		}
		if won := r.Score > search.Proven; won != x.exact || !won && r.Score != x.ahead*features.Unit {
			t.Errorf("%s: score %d", x.doc, r.Score)
		}
	}
}

func TestLeastMoves(t *testing.T) {
	for _, x := range []struct {
		doc, rows    string
		black, white int
	}{
		{"a square of the same class is missing; five pieces stand outside", almost, 1, 5},
		{"four have to come in, from classes 0 0 1 1 to 0 0 1 2, which takes a step", meeting, 1, 5},
		{"the last piece comes by steps only: its class is full", `
			WWWWW...........
			WWWWW...........
			WWWW............
			WWW.............
			W...............
			.W..............
			................
			................
			................
			................
			............B...
			..............BB
			.............BBB
			............B.BB
			...........BBBBB
			...........BBBBB`, 2, 1},
	} {
		s := board(t, x.rows, game.First)
		if black, white := LeastMoves(&s, game.First), LeastMoves(&s, game.Second); black != x.black || white != x.white {
			t.Errorf("%s: black %d, white %d, want %d, %d", x.doc, black, white, x.black, x.white)
		}
	}
}

// races are positions of games, each where the winner of the game, who is to
// move, had nearly passed the last enemy piece. The number is how many moves of
// its own it made then.
func races(t *testing.T) (list []halma.State, made []int) {
	t.Helper()
	f, err := os.Open("testdata/races.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		at := strings.LastIndexByte(lines.Text(), ' ')
		s, err := halma.Parse("", lines.Text()[:at])
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		if _, err := fmt.Sscan(lines.Text()[at:], &n); err != nil {
			t.Fatal(err)
		}
		list, made = append(list, s), append(made, n)
	}
	return list, made
}

// Plans are made of legal moves, fill the goal, are never shorter than the
// bound allows, and altogether shorter than what a search of both sides' moves
// played.
func TestPlans(t *testing.T) {
	list, made := races(t)
	p := NewPlanner(nil)
	planned, played, least := 0, 0, 0
	for i := range list {
		s := list[i]
		bound, side := LeastMoves(&s, s.Turn()), s.Turn()
		plan := p.Plan(&s, 64, MostMoves)
		if len(plan) < bound || len(plan) == 0 {
			t.Errorf("position %d: a plan of %d moves, at least %d are needed", i, len(plan), bound)
		}
		for _, m := range plan {
			if !legal(&s, m) {
				t.Fatalf("position %d: illegal move in %v", i, plan)
			}
			s.Play(m, &s)
			if !won(&s) {
				s.Skip(&s)
			}
		}
		if s.Outcome().Result != game.Win(side) {
			t.Errorf("position %d: the plan does not win", i)
		}
		planned, played, least = planned+len(plan), played+made[i], least+bound
	}
	t.Logf("%d positions: %d moves planned, %d made in the games, %d needed at least", len(list), planned, played, least)
	if 100*planned > 85*played {
		t.Errorf("%d moves planned, %d made in the games", planned, played)
	}
}

func legal(s *halma.State, m game.Move) bool {
	for _, other := range s.Moves(nil) {
		if other == m {
			return true
		}
	}
	return false
}

// A player who plans anew at every move gets home no later than a little after
// the first plan said: it neither shuffles nor leaves a straggler behind.
func TestNobodyShuffles(t *testing.T) {
	list, _ := races(t)
	for i := range list {
		s, side := list[i], list[i].Turn()
		r := NewRace(nil)
		first, n := 0, 0
		for ; s.Outcome().Result != game.Win(side); n++ {
			result, ok := r.Move(&s, search.Limits{Nodes: 1600})
			if !ok || n > 60 {
				t.Fatalf("position %d: no plan after %d moves", i, n)
			}
			if n == 0 {
				first = (result.Depth + 1) / 2
			}
			s.Play(result.Move, &s)
			if !won(&s) {
				s.Skip(&s)
			}
		}
		if n > first+1 {
			t.Errorf("position %d: %d moves, planned %d", i, n, first)
		}
	}
}

// A plan that is called certain wins whatever the enemy plays.
func TestCertainPlansWin(t *testing.T) {
	list, _ := races(t)
	certainly := 0
	for i := range list {
		s, side, rand := list[i], list[i].Turn(), game.NewRand(uint64(i))
		r := NewRace(nil)
		promised := 0 // plies, 0: nothing yet
		for ply := 0; !s.Outcome().Over() && ply < 100; ply++ {
			if s.Turn() != side {
				s.Play(gametest.Pick(&s, &rand), &s)
				continue
			}
			result, ok := r.Move(&s, search.Limits{Nodes: 1600})
			if !ok {
				break // the enemy came back among the last pieces
			}
			if result.Exact && promised == 0 {
				promised = ply + result.Depth
				certainly++
			}
			s.Play(result.Move, &s)
			if promised > 0 && ply >= promised && !won(&s) {
				t.Errorf("position %d: not home at ply %d, promised at %d", i, ply, promised)
			}
		}
		if promised > 0 && s.Outcome().Result != game.Win(side) {
			t.Errorf("position %d: promised, not won", i)
		}
	}
	if certainly < len(list)/2 {
		t.Errorf("%d of %d races came to a certain plan", certainly, len(list))
	}
}

func TestWidth(t *testing.T) {
	for _, c := range []struct {
		limits search.Limits
		want   int
	}{
		{search.Limits{}, MostWidth},
		{search.Limits{Nodes: 1600}, 32},
		{search.Limits{Nodes: 100}, 0},
		{search.Limits{Time: time.Second}, MostWidth},
		{search.Limits{Time: 4 * time.Millisecond}, 40},
		{search.Limits{Time: 400 * time.Microsecond}, 0},
		{search.Limits{Nodes: 1600, Time: time.Millisecond * 2}, 20},
	} {
		if got := width(c.limits); got != c.want {
			t.Errorf("%+v: %d, want %d", c.limits, got, c.want)
		}
	}
}

// A clock that runs out ends the attempt.
func TestDeadline(t *testing.T) {
	list, _ := races(t)
	now := time.Duration(0)
	r := NewRace(func() time.Duration { now += 20 * time.Millisecond; return now })
	if _, ok := r.Move(&list[0], search.Limits{Time: 100 * time.Millisecond}); ok {
		t.Error("a plan was made in no time")
	}
	if now > 100*time.Millisecond {
		t.Errorf("it took %v", now)
	}
}

func TestPlanAllocatesNothing(t *testing.T) {
	list, _ := races(t)
	p := NewPlanner(nil)
	p.Plan(&list[0], 32, MostMoves)
	if n := testing.AllocsPerRun(3, func() { p.Plan(&list[1], 32, MostMoves) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkPlan(b *testing.B) {
	s, err := halma.Parse("", strings.Join(strings.Fields(almost), "/")+" w")
	if err != nil {
		b.Fatal(err)
	}
	p := NewPlanner(nil)
	cputimetest.Start(b)
	for b.Loop() {
		p.Plan(&s, 64, MostMoves)
	}
}
