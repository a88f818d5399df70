package halma_test

import (
	"testing"

	"evolab/features"
	"evolab/features/featurestest"
	. "evolab/features/halma"
	"evolab/game"
	"evolab/game/gametest"
	"evolab/game/halma"
	"evolab/search/cputime/cputimetest"
)

// The third sample of the assignment.
const sample = "WWWWW.........../W.W.W.........../WWW............./WW...W........../WW....W........./" +
	"................/.......W......../................/................/.........BW...../...........B..../" +
	"..............BB/............BBBB/............B.BB/.............BBB/...........BBBBB "

// Each row is a board with the values of the features that it is about, for
// the side to move.
var boards = []featurestest.Board{
	{About: "the start: nobody leads; the longest jumps are straight over two pieces or across one", Position: "start",
		Want: map[string]int32{"distance": 0, "steps": 0, "entry": 0, "aside": 0, "camp_own": 19, "camp_enemy": 19,
			"longest_own": 4, "longest_enemy": 4, "jumps": 0, "rungs": 0, "cohesion": 0, "shut": 0, "home": 0}},
	{About: "Black is 20 columns and rows ahead; 16 and 15 pieces are home; White's last is 10 steps from its corner, Black's 6", Position: sample + "b",
		Want: map[string]int32{"distance": 20, "distance_late": 620, "squared": 420, "steps": 13, "entry": 9, "straggler": 4,
			"front": 0, "home": 1, "deep": 2, "aside": 6, "camp_own": 0, "camp_enemy": 0}},
	{About: "the same for White", Position: sample + "w",
		Want: map[string]int32{"distance": -20, "distance_late": -620, "steps": -13, "straggler": -4, "home": -1, "past": 0}},
	{About: "White's goal square 1,1 has no way in; five black pieces and one white one have no empty square beside them; the one at 7,6 is alone", Position: sample + "b",
		Want: map[string]int32{"blocked": 1, "shut": -4, "lone": 1, "centre": -1}},
	{About: "all but one of White's pieces are past Black's last, and all but one of Black's past White's", Position: sample + "b",
		Want: map[string]int32{"past": 0}},
	{About: "Black's chain from 9,9 to 13,13 gains 8, White's best gains 4; of nine and five ends of chains six and two are nearer", Position: sample + "b",
		Want: map[string]int32{"longest_own": 8, "longest_enemy": 4, "jumps": 4, "jumps_forward": 4, "rungs": 0}},
	{About: "a white piece has come from 14,11 to 11,10: four columns and rows, three steps; it is two steps ahead of Black's first",
		Position: "BBBBB.........../BBBBB.........../BBBB............/BBB............./BB............../................/" +
			"................/................/................/................/...........W..../" +
			"...............W/.............WWW/............WWWW/...........WWWWW/...........WWWWW b",
		Want: map[string]int32{"distance": -4, "steps": -3, "front": -2, "camp_own": 19, "camp_enemy": 18, "straggler": 0}},
}

func TestFeaturesOnBoards(t *testing.T) { featurestest.Boards(t, Set(), halma.Rules(), boards) }

func parse(t testing.TB, position string) halma.State {
	t.Helper()
	return featurestest.Parse(t, halma.Rules(), position)
}

// What can be read off single squares, counted square by square.
func TestFeaturesCountedPlainly(t *testing.T) {
	set := Set()
	for seed := range uint64(3) {
		walk(t, seed, func(s *halma.State) {
			var v features.Vector
			Extract(s, &v)
			mine, theirs := plainly(s, s.Turn()), plainly(s, s.Turn()^1)
			for name, of := range mine {
				want := of - theirs[name]
				switch name {
				case "longest_own":
					want = of
				case "longest_enemy":
					want = theirs[name]
				}
				got := v[features.Index(set.List, name)]
				if got != want {
					t.Fatalf("%s is %d, counted %d\n%s", name, got, want, halma.Rules().Draw(s))
				}
			}
		})
	}
}

// plainly counts for one side; what is bad for it is negative.
func plainly(s *halma.State, side game.Side) map[string]int32 {
	own, enemy := s.Pieces(side), s.Pieces(side^1)
	goal, corner := halma.Goal(side), halma.Squares-1
	if side == game.Second {
		corner = 0
	}
	n := map[string]int32{"cohesion": 0, "lone": 0, "shut": 0, "blocked": 0, "distance": 0, "squared": 0, "home": 0, "rungs": 0, "jumps": 0, "jumps_forward": 0}
	longest := int32(0)
	for q := range halma.Squares {
		friends, others, empties := around(q, own), around(q, enemy), around(q, own.Or(enemy).Not())
		if goal.Has(q) && !own.Has(q) && !enemy.Has(q) && empties == 0 {
			n["blocked"]--
		}
		if !own.Has(q) {
			continue
		}
		n["cohesion"] += friends
		if friends+others == 0 {
			n["lone"]--
		}
		if empties == 0 {
			n["shut"]--
		}
		d := int32(abs(q%16-corner%16) + abs(q/16-corner/16))
		n["distance"] -= d
		n["squared"] -= d * d
		if goal.Has(q) {
			n["home"]++
		} else {
			n["rungs"] += rungsFrom(s, side, q)
			ends, forward, gained := chainsFrom(s, side, q)
			n["jumps"] += ends
			n["jumps_forward"] += forward
			longest = max(longest, gained)
		}
	}
	n["cohesion"] /= 2
	n["longest_own"], n["longest_enemy"] = longest, longest
	return n
}

func around(q int, b halma.Board) (n int32) {
	for p := range halma.Squares {
		if p != q && abs(p%16-q%16) <= 1 && abs(p/16-q/16) <= 1 && b.Has(p) {
			n++
		}
	}
	return n
}

func rungsFrom(s *halma.State, side game.Side, q int) (n int32) {
	occupied, camp := s.Own().Or(s.Opp()), halma.Camp(side)
	forward := 1
	if side == game.Second {
		forward = -1
	}
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}} {
		dx, dy := forward*d[0], forward*d[1]
		x, y := q%16+2*dx, q/16+2*dy
		if x < 0 || x > 15 || y < 0 || y > 15 {
			continue
		}
		over, to := 16*(y-dy)+x-dx, 16*y+x
		if occupied.Has(over) && !occupied.Has(to) && !camp.Has(to) {
			n++
		}
	}
	return n
}

// chainsFrom follows the chains of jumps from a square to those outside the side's camp:
// how many they are, how many of them are nearer to the goal, and by how much at most.
func chainsFrom(s *halma.State, side game.Side, from int) (ends, forward, longest int32) {
	occupied, camp := s.Own().Or(s.Opp()), halma.Camp(side)
	seen := map[int]bool{from: true}
	for list := []int{from}; len(list) > 0; list = list[1:] {
		for d := range 9 {
			dx, dy := d%3-1, d/3-1
			x, y := list[0]%16+2*dx, list[0]/16+2*dy
			if x < 0 || x > 15 || y < 0 || y > 15 {
				continue
			}
			over, to := 16*(y-dy)+x-dx, 16*y+x
			if !occupied.Has(over) || occupied.Has(to) || seen[to] {
				continue
			}
			seen[to] = true
			list = append(list, to)
			gained := int32(to%16 + to/16 - from%16 - from/16)
			if side == game.Second {
				gained = -gained
			}
			if camp.Has(to) {
				continue
			}
			ends++
			longest = max(longest, gained)
			if gained > 0 {
				forward++
			}
		}
	}
	return ends, forward, longest
}

func abs(n int) int { return max(n, -n) }

// The scales are the standard deviations over positions from play: half of the
// moves gain what they can, the others are random.
func TestScales(t *testing.T) {
	featurestest.Scales(t, Set(), func(visit func(*halma.State)) {
		for seed := range uint64(200) {
			walk(t, seed, visit)
		}
	})
}

// walk plays at most 250 plies, one of the moves with the largest gain at every
// second one on average.
func walk(t *testing.T, seed uint64, visit func(*halma.State)) {
	t.Helper()
	s := parse(t, "start")
	r := game.NewRand(seed)
	gain := Tactics().Gain
	var moves []game.Move
	for ply := 0; ply < 250 && !s.Outcome().Over(); ply++ {
		moves = s.Moves(moves[:0])
		best := moves[r.Intn(len(moves))]
		if r.Intn(2) == 0 {
			for _, m := range moves {
				if gain(&s, m) > gain(&s, best) {
					best = m
				}
			}
		}
		s.Play(best, &s)
		if ply >= 8 {
			visit(&s)
		}
	}
}

// Progress goes from nothing to everything and never back.
func TestProgress(t *testing.T) {
	for _, variant := range []string{"addendum", "original"} {
		s, err := halma.Start(variant)
		if err != nil {
			t.Fatal(err)
		}
		r := game.NewRand(1)
		last := Progress(&s)
		if last != 0 {
			t.Errorf("%d at the start", last)
		}
		for !s.Outcome().Over() {
			s.Play(gametest.Pick(&s, &r), &s)
			now := Progress(&s)
			if now < last || now > 1000 {
				t.Fatalf("%s: %d after %d", variant, now, last)
			}
			last = now
		}
		if last < 400 {
			t.Errorf("%s: only %d at the end", variant, last)
		}
	}
}

func BenchmarkExtract(b *testing.B) {
	s := parse(b, sample+"b")
	var v features.Vector
	cputimetest.Start(b)
	for b.Loop() {
		Extract(&s, &v)
	}
}

func TestExtractLeavesNothing(t *testing.T) {
	s := parse(t, sample+"b")
	featurestest.Extract(t, Set(), &s)
}

func TestHandFits(t *testing.T) { featurestest.Hand(t, Set(), Hand()) }
