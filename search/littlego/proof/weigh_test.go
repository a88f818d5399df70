package proof

import (
	"testing"

	"evolab/features"
	"evolab/game"
	rules "evolab/game/littlego"
	"evolab/search/littlego"
)

// weigher weighs replies against one player, with what a search says of them.
func weigher(t *testing.T, player game.Move, score func(*rules.State) (int, error)) *replier {
	p := newProver(t, Options{Memory: 1 << 20})
	t.Cleanup(func() { closed(t, p) })
	return &replier{prover: p, book: &littlego.Book{}, options: Replies{Score: score, Answers: func(*rules.State) ([]game.Move, error) {
		return []game.Move{player}, nil
	}}}
}

// lost is a position of White, which nothing is known to win.
const lost = ".X.../X.XO./.XO../...../..... w 7 .X.../.OXO./.XO../...../....."

// A reply that throws something away is not chosen, however many of the answers
// to it are refuted.
func TestPoorRepliesAreLeftOut(t *testing.T) {
	s := parse(t, lost)
	m, err := rules.Rules().ParseMove(&s, "3,0")
	if err != nil {
		t.Fatal(err)
	}
	good := after(&s, m)
	e := efforts[LastReply]
	e.nodes = 200
	for _, c := range []struct {
		lead int
		only bool
	}{{0, false}, {e.margin, false}, {e.margin + 1, true}, {9 * features.Unit, true}} {
		r := weigher(t, rules.Pass, func(next *rules.State) (int, error) {
			if littlego.KeyOf(next) == good {
				return -c.lead, nil
			}
			return 0, nil
		})
		list, err := r.weigh(&s, e)
		if err != nil || len(list) == 0 {
			t.Fatalf("%d records, %v", len(list), err)
		}
		if only := len(list) == 1 && after(&s, list[0].Move(&s)) == good; only != c.only {
			t.Errorf("3,0 ahead by %d: the only reply: %v, want %v", c.lead, only, c.only)
		}
	}
}

// A refuted answer counts for as much as it is likely: half by what players
// choose.
func TestHopeIsWhatPlayersDo(t *testing.T) {
	s := parse(t, won)
	e := effort{nodes: 1 << 30}
	p := newProver(t, Options{})
	defer closed(t, p)
	for _, m := range s.Moves(nil) {
		r := weigher(t, m, level)
		hope, err := r.hope(&s, e)
		if err != nil {
			t.Fatal(err)
		}
		if refuted := p.refutes(&s, m, e.nodes); refuted != (hope > 5) {
			t.Errorf("all choose %s (refuted: %v): hope %d of 10", rules.Rules().FormatMove(&s, m), refuted, hope)
		}
	}
}

// A position that is won needs no replies.
func TestWonPositionsHaveNoReplies(t *testing.T) {
	s := parse(t, won)
	r := weigher(t, rules.Pass, level)
	if list, err := r.weigh(&s, effort{replies: 8, answers: rules.Points + 1, nodes: 1 << 30, margin: 1}); err != nil || len(list) > 0 {
		t.Errorf("%d replies, %v", len(list), err)
	}
}
