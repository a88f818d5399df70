package proof

import (
	"context"
	"errors"
	"slices"
	"testing"

	"evolab/game"
	rules "evolab/game/littlego"
	"evolab/search/littlego"
)

// opened is a position with Black to move in which White has few good replies.
const opened = "...../..XO./.XXOO/...../..... b 6 -"

func none(*rules.State) ([]game.Move, error) { return nil, nil }

func level(*rules.State) (int, error) { return 0, nil }

// repliesOf finds replies in so many positions, on top of those that there are.
func repliesOf(t *testing.T, before []littlego.Record, likely int) []littlego.Record {
	t.Helper()
	s := parse(t, opened)
	p := newProver(t, Options{})
	defer closed(t, p)
	b, err := littlego.ParseBook(string(littlego.AppendBook(nil, before)))
	if err != nil {
		t.Fatal(err)
	}
	kept := before
	list, err := p.Replies(&s, &b, Replies{Likely: likely, Answers: none, Choices: none, Score: level, Nodes: 2000, Keep: func(r []littlego.Record) error {
		kept = r
		return nil
	}})
	if err != nil || !slices.Equal(list, kept) {
		t.Fatalf("%v; %d records, %d were kept", err, len(list), len(kept))
	}
	return list
}

// What was kept is continued with the same result, and the replies are legal
// ones of positions in which White is to move.
func TestRepliesAreContinued(t *testing.T) {
	first := repliesOf(t, nil, 1)
	whole := repliesOf(t, nil, 2)
	if len(first) == 0 || len(whole) <= len(first) {
		t.Fatalf("%d replies, then %d", len(first), len(whole))
	}
	if got := repliesOf(t, first, 2); !slices.Equal(got, whole) {
		t.Errorf("continued: %d replies, at once: %d", len(got), len(whole))
	}
	for _, r := range whole {
		if r.Key().Ply() != 7 {
			t.Errorf("%s is not at ply 7", r.Append(nil))
		}
	}
}

// A reply is worse if fewer answers to it are refuted, and looked at no longer
// than it takes to know; with as many, the refuted ones count that are likely.
func TestTrialsCompare(t *testing.T) {
	order := []trial{{winning: 0, hope: 10}, {winning: 2, hope: 6}, {winning: 2, hope: 3}, {winning: 9, hope: 9}}
	for i := range order {
		for j := range order {
			if got := order[i].compare(order[j]); (got > 0) != (i < j) || (got == 0) != (i == j) {
				t.Errorf("%+v against %+v: %d", order[i], order[j], got)
			}
		}
	}
}

// Only answers that are proven to lose are refuted, and with every answer
// refuted the reply is a proven win.
func TestRefutedAnswers(t *testing.T) {
	s := parse(t, won)
	solver := littlego.NewSolver(14, nil)
	p := newProver(t, Options{})
	defer closed(t, p)
	var next rules.State
	for _, m := range s.Moves(nil) {
		s.Play(m, &next)
		want := false
		if !next.Outcome().Over() {
			_, want, _ = solver.Wins(&next, Options{}.Limits)
		} else {
			want = next.Outcome().Result != game.Win(s.Turn())
		}
		if got := p.refutes(&s, m, 1<<30); got != want {
			t.Errorf("%s: refuted %v, want %v", rules.Rules().FormatMove(&s, m), got, want)
		}
		if p.refutes(&s, m, 1) && !want {
			t.Error("refuted without a proof")
		}
	}
}

func TestRepliesAreInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p, err := NewProver(ctx, Options{Memory: 1 << 16})
	if err != nil {
		t.Fatal(err)
	}
	defer closed(t, p)
	s, b := parse(t, "start"), littlego.Book{}
	if _, err := p.Replies(&s, &b, Replies{Likely: 1, Answers: none, Choices: none}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
