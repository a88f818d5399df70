package practice

import (
	"context"
	"reflect"
	"testing"

	"evolab/features"
	feattic "evolab/features/tictactoe"
	"evolab/game"
	"evolab/game/tictactoe"
	"evolab/learn/selfplay"
)

// ahead is a judge that adds up what the side to move has more of.
type ahead struct{}

func (ahead) Value(row *features.Row) float64 {
	sum := 0.
	for _, x := range row.Core {
		sum += x
	}
	return max(.05, min(.95, .5+.05*sum))
}

func rules(t *testing.T) Rules[tictactoe.State, *tictactoe.State] {
	t.Helper()
	set := feattic.Set()
	in, err := features.NewInputs(set, features.Design{Names: features.Names(set.List)})
	if err != nil {
		t.Fatal(err)
	}
	start, err := tictactoe.Rules().Start("")
	if err != nil {
		t.Fatal(err)
	}
	return Rules[tictactoe.State, *tictactoe.State]{
		Ground: selfplay.Ground[tictactoe.State, *tictactoe.State]{
			Start: start, IsPass: func(game.Move) bool { return false }, Same: (*tictactoe.State).Hash, Plies: 100,
		},
		Inputs: in,
	}
}

func played(t *testing.T, r Rules[tictactoe.State, *tictactoe.State], p Plan) []Game {
	t.Helper()
	p.Played = func(int) {}
	games, err := Play(context.Background(), r, ahead{}, p)
	if err != nil {
		t.Fatal(err)
	}
	return games
}

// Without exploring, the move that is played is the best one, and the step says what
// the judge thought of it and of the others.
func TestBestMovesArePlayed(t *testing.T) {
	for n, g := range played(t, rules(t), Plan{Seed: 1, To: 50, Opening: [2]int{0, 2}}) {
		for i, step := range g.Steps {
			if !step.Own || step.Drawn || step.Rest > step.Best {
				t.Errorf("game %d, step %d: %+v", n, i, step)
			}
			worth := Worth(g.Result, step.Side)
			if i < len(g.Steps)-1 {
				worth = 1 - ahead{}.Value(&step.Row)
			}
			if step.Best != worth {
				t.Errorf("game %d, step %d: the position after it is worth %v, the best one %v", n, i, worth, step.Best)
			}
		}
		if last := g.Steps[len(g.Steps)-1]; last.Row.Core != nil {
			t.Errorf("game %d: a row after the end: %v", n, last.Row)
		}
	}
}

// Moves are drawn as often as the plan says, and marked.
func TestExploring(t *testing.T) {
	for _, share := range []float64{0, .25, 1} {
		drawn, all := 0, 0
		for _, g := range played(t, rules(t), Plan{Seed: 2, To: 300, Explore: share}) {
			for _, step := range g.Steps {
				if all++; step.Drawn {
					drawn++
				}
			}
		}
		if got := float64(drawn) / float64(all); got < share-.04 || got > share+.04 {
			t.Errorf("%v of the moves are drawn, want %v", got, share)
		}
	}
}

// Each opponent plays its share, against the learner on either side in turn.
func TestOpponentsPlayTheirShares(t *testing.T) {
	var begun [2]int
	r := rules(t)
	for i := range begun {
		r.Opponents = append(r.Opponents, func(uint64) func(*tictactoe.State, []uint64) game.Move {
			begun[i]++
			return func(s *tictactoe.State, past []uint64) game.Move {
				if len(past) != s.Ply() {
					t.Errorf("%d positions before ply %d", len(past), s.Ply())
				}
				return s.Moves(nil)[0]
			}
		})
	}
	games := played(t, r, Plan{Seed: 3, To: 1000, Shares: []float64{.2, .5}, Workers: 1})
	if begun[0] < 160 || begun[0] > 240 || begun[1] < 450 || begun[1] > 550 {
		t.Errorf("of 1,000 games %d and %d against the opponents, want about 200 and 500", begun[0], begun[1])
	}
	alone := 0
	for n, g := range games {
		own, others := 0, 0
		for _, step := range g.Steps {
			switch {
			case step.Own && int(step.Side) == n&1:
				own++
			case !step.Own && int(step.Side) != n&1:
				others++
			}
		}
		if own+others < len(g.Steps) {
			alone++
		}
	}
	if want := 1000 - begun[0] - begun[1]; alone != want {
		t.Errorf("%d games against itself, want %d", alone, want)
	}
}

// Games are the same for any number of workers, and from any game on.
func TestGamesAreTheSameForAnyWorkers(t *testing.T) {
	plan := Plan{Seed: 4, To: 100, Opening: [2]int{0, 3}, Explore: .3, Workers: 1}
	want := played(t, rules(t), plan)
	plan.Workers = 3
	if got := played(t, rules(t), plan); !reflect.DeepEqual(got, want) {
		t.Error("three workers play other games")
	}
	plan.From = 37
	if got := played(t, rules(t), plan); !reflect.DeepEqual(got, want[37:]) {
		t.Error("games from the 37th on are others")
	}
}

// A game that others have played teaches like an own one. Its result counts where
// the rules do not end it, and moves after its end do not.
func TestReplay(t *testing.T) {
	r := rules(t)
	var moves []game.Move
	s := r.Start
	for !s.Outcome().Over() {
		m := s.Moves(nil)[0]
		moves = append(moves, m)
		s.Play(m, &s)
	}
	whole := r.Replay(ahead{}, append(moves[:len(moves):len(moves)], moves[0]), game.Ongoing)
	if whole.Result != s.Outcome().Result || len(whole.Steps) != len(moves) {
		t.Errorf("result %v after %d moves, want %v after %d", whole.Result, len(whole.Steps), s.Outcome().Result, len(moves))
	}
	resigned := r.Replay(ahead{}, moves[:3], game.SecondWins)
	if resigned.Result != game.SecondWins || len(resigned.Steps) != 3 {
		t.Errorf("result %v after %d moves", resigned.Result, len(resigned.Steps))
	}
	for i, step := range resigned.Steps {
		if !step.Own || step.Side != game.Side(i&1) || !reflect.DeepEqual(step.Row, whole.Steps[i].Row) {
			t.Errorf("step %d: %+v", i, step)
		}
	}
}
