package selfplay

import (
	"context"
	"reflect"
	"testing"

	"evolab/game"
	"evolab/game/tictactoe"
	"evolab/learn/positions"
)

// first plays the first legal move and has nothing to say about it, but for
// positions with few empty squares, which it calls won.
func first(seed uint64) func(*tictactoe.State, []uint64) Thought {
	return func(s *tictactoe.State, past []uint64) Thought {
		t := Thought{Move: s.Moves(nil)[0], Score: 10*s.Ply() + len(past)}
		if s.Ply() == 7 {
			t.Exact, t.Value = true, 1
		}
		return t
	}
}

func rules() Rules[tictactoe.State, *tictactoe.State] {
	return Rules[tictactoe.State, *tictactoe.State]{
		Ground: Ground[tictactoe.State, *tictactoe.State]{
			IsPass: func(game.Move) bool { return false }, Same: (*tictactoe.State).Hash, Plies: 100,
		},
		Player: first,
	}
}

func played(t *testing.T, r Rules[tictactoe.State, *tictactoe.State], p Plan) (games [][]positions.Position[tictactoe.State]) {
	t.Helper()
	start, err := tictactoe.Rules().Start("")
	if err != nil {
		t.Fatal(err)
	}
	r.Start, p.Played = start, func(int) {}
	if err := Play(context.Background(), r, p, func(list []positions.Position[tictactoe.State]) error {
		games = append(games, list)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return games
}

// Games come in their order, with results from the side to move, whoever plays
// them and wherever they begin.
func TestGamesAreTheSameForAnyWorkers(t *testing.T) {
	plan := Plan{Seed: 3, Games: 100, Opening: [2]int{1, 3}, Workers: 1}
	want := played(t, rules(), plan)
	plan.Workers = 3
	if got := played(t, rules(), plan); !reflect.DeepEqual(got, want) {
		t.Error("three workers play other games")
	}
	plan.From = 37
	if got := played(t, rules(), plan); !reflect.DeepEqual(got, want[37:]) {
		t.Error("games from the 37th on are others")
	}
	for n, list := range want {
		for i, at := range list {
			if int(at.Game) != n || i > 0 && at.Result != -list[i-1].Result {
				t.Errorf("game %d, position %d: %+v", n, i, at.Label)
			}
		}
		if last := list[len(list)-1]; last.State.Ply() == 7 && (!last.Exact || last.Result != 1 || last.Score != 1) {
			t.Errorf("game %d does not end at a proven score: %+v", n, last.Label)
		}
	}
}

// What is loud is not kept, and what is even or lasts too long is a draw.
func TestGamesEndAndPositionsAreLeftOut(t *testing.T) {
	plan := Plan{Seed: 3, Games: 10, Opening: [2]int{1, 1}, Workers: 1}
	loud := rules()
	loud.Loud = func(s *tictactoe.State) bool { return s.Ply()%2 == 0 }
	even := rules()
	even.Even = func(s *tictactoe.State) bool { return s.Ply() == 4 }
	short := rules()
	short.Plies = 4
	for about, list := range map[string][][]positions.Position[tictactoe.State]{
		"loud": played(t, loud, plan), "even": played(t, even, plan), "short": played(t, short, plan),
	} {
		for _, positions := range list {
			for _, at := range positions {
				if about == "loud" && at.State.Ply()%2 == 0 || about != "loud" && (at.State.Ply() >= 4 || at.Result != 0) {
					t.Errorf("%s: %+v after %d plies", about, at.Label, at.State.Ply())
				}
			}
		}
	}
}

// The move of a plan has no score: the result of the game is what is known.
func TestPlansHaveNoScore(t *testing.T) {
	r := rules()
	r.Player = func(uint64) func(*tictactoe.State, []uint64) Thought {
		return func(s *tictactoe.State, _ []uint64) Thought {
			return Thought{Move: s.Moves(nil)[0], Score: 4096, Unscored: s.Ply() > 3}
		}
	}
	for _, at := range played(t, r, Plan{Seed: 3, Games: 1, Opening: [2]int{1, 1}, Workers: 1})[0] {
		if late := at.State.Ply() > 3; at.Unscored != late || (at.Score == 0) != late {
			t.Errorf("%+v after %d plies", at.Label, at.State.Ply())
		}
	}
}

// A position that comes up often enough ends a game as a draw.
func TestRepetitionsAreDraws(t *testing.T) {
	r := rules()
	r.Repetition = 3
	var s tictactoe.State
	now := s.Hash()
	if r.repeated(&s, []uint64{now, 7}) || !r.repeated(&s, []uint64{now, 7, now, 8}) {
		t.Error("the third time is the one that counts")
	}
}

// Openings that end a game are drawn again, and if all do that is an error.
func TestOpeningsHaveAnEnd(t *testing.T) {
	r := rules()
	r.Start, _ = tictactoe.Rules().Start("")
	plan := Plan{Seed: 1, Games: 1, Opening: [2]int{9, 9}, Played: func(int) {}}
	if err := Play(context.Background(), r, plan, nil); err == nil {
		t.Error("a game begins after its end")
	}
}

// Detours are kept beside the positions of a game, which stay what they were, and
// learn nothing from its result.
func TestDetoursAreBesideTheGame(t *testing.T) {
	plan := Plan{Seed: 3, Games: 20, Opening: [2]int{1, 2}, Workers: 2}
	want := played(t, rules(), plan)
	plan.Detour = [2]int{1, 2}
	detours := 0
	for n, list := range played(t, rules(), plan) {
		var own []positions.Position[tictactoe.State]
		from := 0
		for _, at := range list {
			if !at.Detour {
				own = append(own, at)
				from = at.State.Ply()
				continue
			}
			detours++
			if plies := at.State.Ply() - from; plies < 1 || plies > 2 || at.Result != 0 || int(at.Game) != n || at.State.Outcome().Over() {
				t.Errorf("game %d: %+v, %d plies aside", n, at.Label, plies)
			}
		}
		if !reflect.DeepEqual(own, want[n]) {
			t.Errorf("game %d is another one", n)
		}
	}
	if detours == 0 {
		t.Error("no detours")
	}
}
