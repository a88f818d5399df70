package arena

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"evolab/game"
)

func TestPairsShareOpeningAndSeed(t *testing.T) {
	jobs, err := Match{Games: 6, OpeningPlies: 4, Seed: 1}.Jobs(littlego(t), 0, 1, 10)
	if err != nil {
		t.Fatal(err)
	}
	openings := map[string]bool{}
	for i := 0; i < len(jobs); i += 2 {
		a, b := jobs[i], jobs[i+1]
		if a.Opening != b.Opening || a.Seed != b.Seed || a.First != b.Second || a.Second != b.First || a.ID != 10+i {
			t.Errorf("%+v is no pair with %+v", a, b)
		}
		openings[a.Opening] = true
		if fields := strings.Fields(a.Opening); fields[2] != "4" {
			t.Errorf("opening %q does not have 4 plies", a.Opening)
		}
	}
	if len(openings) != 3 {
		t.Errorf("%d different openings for 3 pairs", len(openings))
	}
}

func TestBadMatches(t *testing.T) {
	for want, m := range map[string]Match{
		"even":                {Games: 7},
		"opening plies":       {Games: 2, OpeningPlies: 24},
		"opening 1":           {Games: 2, Openings: []string{"nonsense"}},
		"the game is over in": {Games: 2, Openings: []string{"...../...../...../...../..... w 1 ...../...../...../...../..... end"}},
	} {
		if _, err := m.Jobs(littlego(t), 0, 1, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", m, err, want)
		}
	}
}

func TestBalancedOpenings(t *testing.T) {
	reference := agents(t, "hand:depth=1,ties=random")[0]
	b := Balance{Agent: reference, Games: 16, Within: .2}
	choice := Choice{Game: littlego(t), Plies: 3, To: 20, Seed: 5, Workers: 1}
	list, err := b.Choose(t.Context(), choice)
	if err != nil {
		t.Fatal(err)
	}
	// Games that took no part in the choice show that it does something.
	distance := func(openings []string) float64 {
		sum := 0.0
		for i, text := range openings {
			fresh := Balance{Agent: reference, Games: 60}
			score, err := fresh.score(t.Context(), &choice, text, game.Mix(99, uint64(i)))
			if err != nil {
				t.Fatal(err)
			}
			sum += math.Abs(score - .5)
		}
		return sum / float64(len(openings))
	}
	var random []string
	for i := range list {
		text, err := Opening(littlego(t), "", 3, uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		random = append(random, text)
	}
	if chosen, all := distance(list), distance(random); chosen > .6*all {
		t.Errorf("chosen openings are %.3f off an even score, random ones %.3f", chosen, all)
	}

	choice.Workers = 4
	if again, err := b.Choose(t.Context(), choice); err != nil || !slices.Equal(again, list) {
		t.Errorf("other openings with more workers: %v", err)
	}
	choice.From = 15
	if last, err := b.Choose(t.Context(), choice); err != nil || !slices.Equal(last, list[15:]) {
		t.Errorf("other openings from the middle: %v", err)
	}
}

func TestNoBalancedOpenings(t *testing.T) {
	b := Balance{Agent: agents(t, "random")[0], Games: 1, Within: .1} // one game is never even
	choice := Choice{Game: littlego(t), Plies: 1, To: 1, Seed: 5}
	if _, err := b.Choose(t.Context(), choice); err == nil || !strings.Contains(err.Error(), "none of 500 openings") {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Choose(ctx, choice); err != context.Canceled {
		t.Error(err)
	}
}
