package littlego

import (
	"testing"

	"evolab/game"
	"evolab/game/littlego"
	"evolab/internal/longtest"
	"evolab/search"
)

// White to move, lost. After 3,3 one of Black's 15 replies wins, and that is not
// the only plausible one; after 4,0 eleven win.
const trapped = "...X./.OXO./.XXO./.XO../..... w 9 ...X./.OXO./.XXO./..O../....."

// A proof that has found a position lost is kept, however little is left to look
// for traps; the more there is, the better the trap.
func TestVerdictIsKept(t *testing.T) {
	s := parse(t, trapped)
	for _, c := range []struct {
		nodes uint64
		move  string // "" is any
		late  bool   // with -long alone
	}{
		{1_603_000, "", false}, // the proof takes 1,201,814
		{1_700_000, "3,3", true},
		{2_200_000, "3,3", true},
	} {
		if c.late && !longtest.Enabled() {
			continue
		}
		r, known := NewEndgame(Book{}, nil).Move(&s, search.Limits{Nodes: c.nodes})
		if !known || r.Score != -search.Win || !r.Exact || r.Nodes > c.nodes {
			t.Errorf("%d nodes: %+v, %v; want a proven loss", c.nodes, r, known)
		}
		if c.move != "" && r.Move != move(t, &s, c.move) {
			t.Errorf("%d nodes: %s, want %s", c.nodes, littlego.Rules().FormatMove(&s, r.Move), c.move)
		}
	}
}

// Time that runs out at once leaves the judged order's first move.
func TestHardestWithoutTime(t *testing.T) {
	s := parse(t, trapped)
	z := NewSolver(12, nil)
	var own choices
	own.list(&s)
	if m := z.Hardest(&s, search.Limits{Nodes: 1}); m != own.moves[0] {
		t.Errorf("%x, want %x", m, own.moves[0])
	}
}

// Rounds and bounds save nodes, but find the greatest hope of all moves.
func TestHardestOfAllMoves(t *testing.T) {
	met := 0
	for _, s := range late(t, 150, 5) {
		z := NewSolver(16, nil)
		if _, won, _ := z.Wins(&s, search.Limits{}); won {
			continue
		}
		met++
		m := z.Hardest(&s, search.Limits{})
		z.Meter.Begin(z.Nodes, search.Limits{})
		most := 0
		for _, other := range s.Moves(nil) {
			most = max(most, z.hopeOf(&s, other, ahead(5), -1))
		}
		if hope := z.hopeOf(&s, m, ahead(5), -1); hope != most {
			t.Errorf("%s: %d after %x, the most is %d", littlego.Rules().Format(&s), hope, m, most)
		}
	}
	if met < 10 {
		t.Errorf("only %d lost positions", met)
	}
}

// played is a position after so many plies of a game of plausible moves.
func played(t *testing.T, r *game.Rand, plies int) (littlego.State, bool) {
	s, err := littlego.Start("")
	if err != nil {
		t.Fatal(err)
	}
	var next littlego.State
	for range plies {
		var c choices
		c.list(&s)
		draw, i := int32(r.Intn(int(c.total))), 0
		for ; draw >= c.weights[i]; i++ {
			draw -= c.weights[i]
		}
		s.Play(c.moves[i], &next)
		if s = next; s.Outcome().Over() {
			return s, false
		}
	}
	return s, true
}

// In 90 of 100 lost positions of White with 15 plies left, the nodes of two
// seconds find a trap as good as any that a search without limits finds.
func TestTrapsInTwoSeconds(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("minutes of search")
	}
	const plies, count, least, nodes = 9, 100, 90, 2 * perSecond
	const left = littlego.LastPly - plies
	r := game.NewRand(12)
	met, best := 0, 0
	for met < count {
		s, ok := played(t, &r, plies)
		if !ok {
			continue
		}
		z := NewSolver(tableBits(left), nil)
		if _, won, _ := z.Wins(&s, search.Limits{}); won {
			continue
		}
		met++
		proof := z.Nodes
		m := z.Hardest(&s, search.Limits{})
		all := z.Nodes
		got, known := NewEndgame(Book{}, nil).Move(&s, search.Limits{Nodes: nodes})
		z.Meter.Begin(z.Nodes, search.Limits{})
		if known && z.hopeOf(&s, got.Move, ahead(left), -1) == z.hopeOf(&s, m, ahead(left), -1) {
			best++
		} else {
			t.Logf("%s: %x, want %x; %d nodes for the proof, %d for both", littlego.Rules().Format(&s), got.Move, m, proof, all)
		}
		if met%10 == 0 {
			t.Logf("%d of %d", best, met)
		}
	}
	if best < least {
		t.Errorf("%d of %d, want %d", best, met, least)
	}
}
