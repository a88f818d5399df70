package agent

import (
	"testing"

	"evolab/game"
)

// As White, frozen draws among equally good replies of its book: by the seed
// alone, and without a book it plays what the search finds, whatever the seed.
func TestRepliesAreDrawnFromTheSeed(t *testing.T) {
	const stone = "...../...../..X../...../..... w 1 ...../...../...../...../....."
	for spec, several := range map[string]bool{"frozen:nodes=200": true, "frozen:nodes=200,book=off": false} {
		met := map[game.Move]bool{}
		for seed := range uint64(20) {
			m, again := firstMove(t, spec, stone, seed), firstMove(t, spec, stone, seed)
			if m != again {
				t.Errorf("%s: seed %d plays %x, then %x", spec, seed, m, again)
			}
			met[m] = true
		}
		if len(met) > 1 != several {
			t.Errorf("%s plays %d different moves", spec, len(met))
		}
	}
}

// firstMove is the first move of a player in a game of its own.
func firstMove(t *testing.T, spec, position string, seed uint64) game.Move {
	t.Helper()
	g, err := FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := ParseSpec(spec)
	if err != nil {
		t.Fatal(err)
	}
	a, err := g.Agent(parsed, Env{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	p, err := a.Player(seed)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	b, err := g.Board("", position)
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Choose(t.Context(), b, Clock{})
	if err != nil {
		t.Fatal(err)
	}
	return c.Move
}
