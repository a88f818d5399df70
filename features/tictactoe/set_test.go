package tictactoe_test

import (
	"math"
	"testing"

	"evolab/features/featurestest"
	. "evolab/features/tictactoe"
	"evolab/game"
	"evolab/game/tictactoe"
)

// Each row is a board with the values of the features that it is about, for
// the side to move.
var boards = []featurestest.Board{
	{About: "X in the centre leaves O four lines, X keeps all eight",
		Position: ".../.X./... o",
		Want:     map[string]int32{"lines_open": -4, "lines_one": -4, "centre": -1, "corners": 0, "edges": 0}},
	{About: "two X in a row threaten; O on an edge threatens nothing",
		Position: "XX./.../.O. o",
		Want:     map[string]int32{"threats_own": 0, "threats_enemy": 1, "corners": -1, "edges": 0}},
	{About: "X to move wins at once at 0,2, O would at 1,2; X has three open lines, O four",
		Position: "XX./OO./... x",
		Want:     map[string]int32{"threats_own": 1, "threats_enemy": 1, "lines_open": -1}},
	{About: "X holds opposite corners and forks at either of the others; O's centre and edge threaten",
		Position: "X../.O./..X o",
		Want:     map[string]int32{"opposite": -1, "forks_enemy": 2, "forks_own": 0, "centre": 1, "corners": -2}},
	{About: "O holds an edge, X two corners",
		Position: "X../O../..X o",
		Want:     map[string]int32{"edges": 1, "corners": -2}},
	{About: "X threatens on the diagonal: a mark at 0,2 or 1,2 makes a second threat",
		Position: "XO./.../O.X x",
		Want:     map[string]int32{"threats_own": 1, "threats_enemy": 0, "forks_own": 2}},
}

func TestFeaturesOnBoards(t *testing.T) { featurestest.Boards(t, Set(), tictactoe.Rules(), boards) }

func parse(t testing.TB, position string) tictactoe.State {
	t.Helper()
	return featurestest.Parse(t, tictactoe.Rules(), position)
}

// The scales are the standard deviations over positions from random games.
func TestScales(t *testing.T) {
	featurestest.Scales(t, Set(), func(visit func(*tictactoe.State)) {
		r := game.NewRand(1)
		for range 20_000 {
			s := parse(t, "start")
			for {
				moves := s.Moves(nil)
				s.Play(moves[r.Intn(len(moves))], &s)
				if s.Outcome().Over() {
					break
				}
				visit(&s)
			}
		}
	})
}

// The side with the better lines wins at once if it can, else it blocks.
func TestGain(t *testing.T) {
	for position, want := range map[string]string{
		"XX./OO./... x": "0,2",
		"XX./O../... o": "0,2",
		"start":         "1,1",
	} {
		s := parse(t, position)
		best, most := game.NoMove, math.MinInt
		for _, m := range s.Moves(nil) {
			if g := Tactics().Gain(&s, m); g > most {
				best, most = m, g
			}
		}
		if got := tictactoe.Rules().FormatMove(&s, best); got != want {
			t.Errorf("%s: the largest gain is at %s, want %s", position, got, want)
		}
	}
}

func TestExtractLeavesNothing(t *testing.T) {
	s := parse(t, "X../.O./..X o")
	featurestest.Extract(t, Set(), &s)
}

func TestHandFits(t *testing.T) { featurestest.Hand(t, Set(), Hand()) }
