package littlego

import (
	"math"
	"testing"

	"evolab/game"
	"evolab/game/littlego"
	"evolab/search"
)

// White is to move, and has lost. A stone at 1,0 takes the one above it, and can be
// taken back together with the one below. Whoever counts stones does that, and lets the
// win go.
//
//	X O O X .
//	. X . X O
//	O X X . .
//	X X . X O
//	O . O . O
const baited = "XOOX./.X.XO/OXX../XX.XO/O.O.O w 17 XOOX./...XO/OXX../XX.XO/O.O.O"

func TestTrapForThoseWhoTakeStones(t *testing.T) {
	s := parse(t, baited)
	z := NewSolver(14, nil)
	if _, won, _ := z.Wins(&s, search.Limits{}); won {
		t.Fatal("White wins")
	}
	m := z.Hardest(&s, search.Limits{})
	if m != move(t, &s, "1,0") {
		t.Fatalf("%s, want 1,0", littlego.Rules().FormatMove(&s, m))
	}
	var after, next littlego.State
	var foe choices
	s.Play(m, &after)
	z.expect(&after, &foe)
	after.Play(foe.moves[0], &next)
	if foe.moves[0] != move(t, &after, "0,0") || !brute(&next) {
		t.Errorf("the likeliest reply is %s, won for White: %v", littlego.Rules().FormatMove(&after, foe.moves[0]), brute(&next))
	}
}

// parts are the parts of the opponents that choose each reply, by plain searches.
func parts(s *littlego.State) map[game.Move]float64 {
	sum := map[game.Move]float64{}
	var c choices
	c.list(s)
	stones := func(s *littlego.State) int { return 8 * (s.Own().Count() - s.Opp().Count()) }
	add := func(of, step float64, value func(next *littlego.State) int) {
		values, best, total := map[game.Move]int{}, math.MinInt, 0.0
		for _, m := range c.moves[:c.n] {
			var next littlego.State
			s.Play(m, &next)
			if values[m] = value(&next); next.Outcome().Over() {
				values[m] = -200
				if next.Outcome().Result == game.Win(s.Turn()) {
					values[m] = 200
				}
			}
			best = max(best, values[m])
		}
		weight := func(m game.Move) float64 { return math.Exp2(-min(math.Floor(float64(best-values[m])/step), 8)) }
		for m := range values {
			total += weight(m)
		}
		for m := range values {
			sum[m] += of / ofAll * weight(m) / total
		}
	}
	for i := range c.n {
		sum[c.moves[i]] = float64(ofAnyKind) / ofAll * float64(c.weights[i]) / float64(c.total)
	}
	add(ofTakers, 1, func(next *littlego.State) int { return -stones(next) })
	add(ofTraders, 1, func(next *littlego.State) int {
		most := stones(next)
		for _, m := range next.Moves(nil) {
			most = max(most, stones(next)+8*next.Captures(m).Count())
		}
		return -most
	})
	add(ofJudges, 2, func(next *littlego.State) int {
		most := -int(judge(next))
		for _, m := range next.Moves(nil) {
			var after littlego.State
			switch next.Play(m, &after); {
			case m == littlego.Pass:
			case after.Outcome().Result == game.Win(next.Turn()):
				most = max(most, 200)
			case after.Outcome().Over():
				most = max(most, -200)
			default:
				most = max(most, int(judge(&after)))
			}
		}
		return -most
	})
	return sum
}

// The replies to expect are those of plain searches of one and two plies, the likeliest
// first.
func TestExpectedReplies(t *testing.T) {
	z := NewSolver(4, nil)
	for left := 1; left <= 20; left++ {
		for _, s := range late(t, 5, left) {
			var c choices
			z.expect(&s, &c)
			if c.n == 0 || c.total < everyone/2 {
				t.Fatalf("%s: %d replies of weight %d", littlego.Rules().Format(&s), c.n, c.total)
			}
			for i, m := range c.moves[:c.n] {
				if i > 0 && c.weights[i] > c.weights[i-1] {
					t.Errorf("%s: reply %d is likelier than the one before", littlego.Rules().Format(&s), i)
				}
				if part := parts(&s)[m]; math.Abs(part-float64(c.weights[i])/everyone) > .01 {
					t.Errorf("%s: %s is chosen by %d of %d, a plain search says %.3f",
						littlego.Rules().Format(&s), littlego.Rules().FormatMove(&s, m), c.weights[i], everyone, part)
				}
			}
		}
	}
}
