package gametest

import (
	"testing"

	"evolab/game"
)

// checkMove plays a legal move.
func (c Suite[S, P]) checkMove(t *testing.T, s *S, m game.Move) {
	text := c.Rules.FormatMove(s, m)
	if back, err := c.Rules.ParseMove(s, text); err != nil || back != m {
		t.Errorf("move %q parses as %v (%v), want %v", text, back, err, m)
	}
	before := *s
	var after S
	P(s).Play(m, &after)
	if *s != before {
		t.Fatalf("playing %s changed the position it was played in", text)
	}
	P(s).Play(m, s)
	if *s != after {
		t.Fatalf("playing %s in place gives another position", text)
	}
	*s = before
	if P(&after).Turn() == P(s).Turn() {
		t.Errorf("the same side is to move after %s", text)
	}
	if got, want := P(&after).Hash(), c.Rehash(&after); got != want {
		t.Errorf("hash after %s is %#x, rebuilt %#x", text, got, want)
	}
	if over, n := P(&after).Outcome().Over(), len(P(&after).Moves(nil)); over != (n == 0) {
		t.Errorf("after %s the game is over: %v, with %d moves", text, over, n)
	}
}
