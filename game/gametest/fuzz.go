package gametest

import (
	"testing"

	"evolab/game"
)

// FuzzParse parses texts that begin as the given ones in each variant. What is
// accepted is written and read again, has the hash of its fields, and the moves
// that the reference finds. more, if there is one, checks what only this game
// knows.
func FuzzParse[S comparable, P game.Position[S]](f *testing.F, suite func(variant string) Suite[S, P], variants, texts []string, more func(t *testing.T, s *S)) {
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, v := range variants {
			c := suite(v)
			s, err := c.Rules.Parse(v, text)
			if err != nil {
				continue
			}
			c.checkText(t, &s)
			moves := P(&s).Moves(nil)
			if over := P(&s).Outcome().Over(); over != (len(moves) == 0) {
				t.Errorf("over: %v, with %d moves", over, len(moves))
			} else if !over {
				c.checkList(t, &s, moves)
				c.checkReference(t, &s, moves)
				for _, m := range moves {
					c.checkMove(t, &s, m)
				}
			}
			if more != nil {
				more(t, &s)
			}
			if t.Failed() {
				t.Fatalf("%q in %q", text, v)
			}
		}
	})
}

// FuzzParseMove parses texts that begin like the given ones in one position. A move
// that is accepted must be written as the same text, or, where a move has several
// texts, read again as the same move.
func FuzzParseMove[S comparable](f *testing.F, rules game.Rules[S], position string, several bool, texts []string) {
	s, err := rules.Parse("", position)
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := rules.ParseMove(&s, text)
		if err != nil {
			return
		}
		written := rules.FormatMove(&s, m)
		again, err := rules.ParseMove(&s, written)
		if err != nil || again != m || m == game.NoMove || !several && written != text {
			t.Errorf("%q is the move %v, written %q, which is %v, %v", text, m, written, again, err)
		}
	})
}
