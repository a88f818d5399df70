package evolve_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/evolve"
)

// gamesBudget is a budget of games.
func gamesBudget(games, least int) *evolve.Budget {
	return &evolve.Budget{Pairs: func(g evolve.Generation) int { return (games - g.Games) / 2 }, Least: least}
}

// A budget means games really played, whatever an optimiser's generations cost.
func TestBudgetsArePlayedToTheLastGame(t *testing.T) {
	f := newField(5, .5)
	for _, entry := range evolve.Table() {
		for _, games := range []int{3_000, 6_000, 12_000, 60_000} {
			for population, pairs := range map[int]int{24: 45, 31: 45, 12: 15} { // 15 is the least size with halving
				const least = 5
				seen := record(t, budgeted(entry, population, 0, pairs, gamesBudget(games, least)), startAt(1, 1, 0, 0, 0, 0), f)
				last := seen[len(seen)-1]
				if last.Games != games || last.Next != nil {
					t.Errorf("%s with %d candidates: %d of %d games, then %v", entry.Name, population, last.Games, games, last.Next)
				}
				if cost := budgeted(entry, population, 0, pairs, nil).Cost(); len(seen) != cost.Generations(games, least)+1 {
					t.Errorf("%s with %d candidates: %d generations follow the first, want %d", entry.Name, population, len(seen)-1, cost.Generations(games, least))
				}
				for _, g := range seen {
					for _, i := range g.Individuals {
						if i.Tally.Pairs < least {
							t.Errorf("%s with %d candidates: %s was rated by %d pairs", entry.Name, population, i.ID, i.Tally.Pairs)
						}
					}
				}
			}
		}
	}
}

// The answer of an optimiser that moves a vector is what its last step made.
func TestTheLastStepIsPlayed(t *testing.T) {
	start := startAt(1, 1, 0, 0, 0, 0)
	for _, entry := range evolve.Table() {
		o := budgeted(entry, 24, 0, 45, gamesBudget(2_600, 5))
		seen := record(t, o, start, newField(5, .5))
		last := seen[len(seen)-1]
		if o.Cost().Close == 0 {
			continue
		}
		if len(last.Individuals) != 1 || last.HallOfFame[0].ID != last.Individuals[0].ID {
			t.Errorf("%s: the last generation has %d individuals, and %s leads the hall of fame", entry.Name, len(last.Individuals), last.HallOfFame[0].ID)
		}
		if last.Individuals[0].Genome.Equal(start.Genomes[0]) {
			t.Errorf("%s: the champion is the start", entry.Name)
		}
	}
}

func TestSmallBudgets(t *testing.T) {
	const least = 5
	for _, entry := range evolve.Table() {
		need := ready(entry, 24, 0, 45).Cost().LeastGames(least)
		for games, enough := range map[int]bool{0: false, need - 2: false, need: true, need + 2: true} {
			var seen []evolve.Generation
			o := budgeted(entry, 24, 0, 45, gamesBudget(games, least))
			err := o.Run(context.Background(), startAt(1, 1, 0, 0), even, func(g evolve.Generation) error {
				seen = append(seen, g)
				return nil
			})
			switch {
			case !enough && (!errors.Is(err, evolve.ErrBudget) || seen != nil):
				t.Errorf("%s: %d games: error %v after %d generations", entry.Name, games, err, len(seen))
			case enough && (err != nil || len(seen) < 2 || seen[len(seen)-1].Games != games):
				t.Errorf("%s: %d games: error %v after %+v", entry.Name, games, err, seen)
			}
		}
	}
}

func TestBudgetsResumeToTheSameBytes(t *testing.T) {
	f := newField(5, .5)
	for _, entry := range evolve.Table() {
		t.Run(entry.Name, func(t *testing.T) {
			made := func(games int) evolve.Optimizer { return budgeted(entry, 12, 0, 12, gamesBudget(games, 2)) }
			whole := record(t, made(3000), startAt(7, 1, 0, 0, 0, 0), f)
			for stop := range whole {
				var checkpoint evolve.Generation
				if err := json.Unmarshal([]byte(encode(t, whole[stop])), &checkpoint); err != nil {
					t.Fatal(err)
				}
				rest := record(t, made(3000), evolve.Start{Seed: 7, Checkpoint: &checkpoint}, f)
				if diff := cmp.Diff(encode(t, whole[stop+1:]), encode(t, append([]evolve.Generation{}, rest...))); diff != "" {
					t.Errorf("resumed after generation %d:\n%s", stop, diff)
				}
				grown := record(t, made(6000), evolve.Start{Seed: 7, Checkpoint: &checkpoint, Grown: true}, f)
				if n := len(grown); n == 0 || grown[n-1].Games != 6000 {
					t.Errorf("continued after generation %d with a larger budget: %d generations, %+v", stop, n, grown[max(0, n-1):])
				}
			}
		})
	}
}

// A budget of time is a number of pairs that is known only roughly, and changes.
func TestMeasuredBudgets(t *testing.T) {
	f := newField(5, .5)
	for _, entry := range evolve.Table() {
		for _, seconds := range []float64{1, 10, 60} {
			t.Run(fmt.Sprint(entry.Name, " ", seconds), func(t *testing.T) {
				used, games := 0., 0
				after := func(g evolve.Generation) int {
					per := .001 * (1 + .1*float64(g.Index%3)) // seconds a game
					used += per * float64(g.Games-games)
					games = g.Games
					return int((seconds - used) / per / 2)
				}
				o := budgeted(entry, 24, 0, 45, &evolve.Budget{Pairs: after, Least: 5, Measured: true})
				var seen []evolve.Generation
				err := o.Run(context.Background(), startAt(1, 1, 0, 0, 0, 0), f, func(g evolve.Generation) error {
					seen = append(seen, g)
					return nil
				})
				if most := float64(o.Cost().LeastGames(5)) / 1000; seconds < 1.2*most {
					if err == nil && used > 1.3*most || err != nil && !errors.Is(err, evolve.ErrBudget) {
						t.Fatalf("%.2f s used, error %v", used, err)
					}
					return
				}
				if err != nil || used < .8*seconds || used > 1.1*seconds {
					t.Errorf("%.2f of %g s used in %d generations, error %v", used, seconds, len(seen), err)
				}
			})
		}
	}
}
