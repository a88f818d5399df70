package konane_test

import (
	"strings"
	"testing"

	"evolab/features"
	"evolab/features/featurestest"
	. "evolab/features/konane"
	"evolab/game"
	"evolab/game/gametest"
	"evolab/game/konane"
	"evolab/search/cputime/cputimetest"
)

// Each row is a board with the values of the features that it is about, for
// the side to move.
var boards = []struct {
	about string
	board string
	mover string
	want  map[string]int32
}{
	{"both removals are done: Black has two jumps into its hole, White has one into its own",
		`X.XO
		 O.OX
		 XOXO
		 OXOX`, "b",
		map[string]int32{
			"moves": 1, "movers": 1, "moves_share": 333, "movers_share": 333, "stones": 0, "safe": 1,
			"threatened": -1, "targets": 0, "corners": 0, "edge": 1, "inner": -1, "edge_movers": 1,
			"regions": 0, "regions_odd": -1, "moves_odd": 1, "moves_late": 12, "movers_late": 12,
			"isolated": 0, "stuck": 0,
		}},
	{"White may jump over one, two or three stones; Black can only take the jumper, so no jump is safe",
		`.......O
		 ........
		 X.......
		 ........
		 ........
		 ........
		 .OX.X.X.
		 ........`, "w",
		map[string]int32{
			"moves": 2, "movers": 0, "longer": 2, "longest": 2, "targets": 2, "isolated": -2, "stones": -2,
			"threatened": -2, "safe": 0, "regions": 0, "regions_odd": 0, "moves_odd": -1, "moves_late": 180,
			"stones_late": -180, "corners": 1, "edge": 0, "inner": 0, "stuck": 0,
		}},
	{"only Black can jump into the open cell in the first row, and White cannot move at all",
		`XO.O
		 ..O.
		 ....
		 ....`, "b",
		map[string]int32{
			"moves": 1, "stuck": 1, "moves_share": 1000, "regions": 1, "region_cells": 1, "regions_odd": 1,
			"isolated": -2, "safe": 1, "corners": 0, "edge_movers": 1,
		}},
	{"the two black stones in the first row wait for each other; White can jump",
		`XOX.
		 ....
		 ....
		 ..O.`, "w",
		map[string]int32{"latent": -2, "moves": 1, "isolated": 1, "stuck": 1, "moves_odd": 1}},
	{"each side has a region of its own; two jumps lead into Black's, one into White's",
		`XO.OXO
		 ..O...
		 ......
		 ......
		 ....X.
		 OXOX.X`, "b",
		map[string]int32{"regions": 0, "region_cells": 0, "regions_odd": -1, "moves": 1}},
}

func TestFeaturesOnBoards(t *testing.T) {
	var list []featurestest.Board
	for _, b := range boards {
		list = append(list, featurestest.Board{About: b.about, Position: oneLine(b.board, b.mover), Want: b.want})
	}
	featurestest.Boards(t, Set(), konane.Rules(), list)
}

// The scales are the standard deviations over positions from play on 18x18:
// half of the moves gain the most mobility, the others are random. Positions of a
// game are alike, so two samples of 150 games differ by up to a tenth.
func TestScales(t *testing.T) {
	featurestest.ScalesWithin(t, .1, Set(), func(visit func(*konane.State)) {
		for seed := range uint64(150) {
			walk(t, "18x18", seed, visit)
		}
	})
}

// walk visits the positions of a game after the removals. Half of the moves are
// the best of four random ones by gain.
func walk(t *testing.T, variant string, seed uint64, visit func(*konane.State)) {
	t.Helper()
	s, err := konane.Start(variant)
	if err != nil {
		t.Fatal(err)
	}
	r := game.NewRand(seed)
	tactics := Tactics()
	for !s.Outcome().Over() {
		best := gametest.Pick(&s, &r)
		if r.Intn(2) == 0 {
			for range 3 {
				if m := gametest.Pick(&s, &r); tactics.Gain(&s, m) > tactics.Gain(&s, best) {
					best = m
				}
			}
		}
		s.Play(best, &s)
		if s.Removals() == 0 {
			visit(&s)
		}
	}
}

func parse(t testing.TB, position string) konane.State {
	t.Helper()
	return featurestest.Parse(t, konane.Rules(), position)
}

// drawn reads a board that is drawn over several lines.
func drawn(t testing.TB, board, mover string) konane.State { return parse(t, oneLine(board, mover)) }

func oneLine(board, mover string) string {
	return strings.Join(strings.Fields(board), "/") + " " + mover
}

func BenchmarkExtract(b *testing.B) {
	for _, variant := range []string{"8x8", "18x18"} {
		b.Run(variant, func(b *testing.B) {
			s, err := konane.Start(variant)
			if err != nil {
				b.Fatal(err)
			}
			var list []konane.State
			r := game.NewRand(1)
			for !s.Outcome().Over() {
				s.Play(gametest.Pick(&s, &r), &s)
				list = append(list, s)
			}
			var v features.Vector
			i := 0
			cputimetest.Start(b)
			for b.Loop() {
				Extract(&list[i], &v)
				i = (i + 1) % len(list)
			}
		})
	}
}

func TestExtractLeavesNothing(t *testing.T) {
	for _, variant := range []string{"4x4", "8x8", "18x18"} {
		walk(t, variant, 1, func(s *konane.State) { featurestest.Extract(t, Set(), s) })
	}
}

func TestHandFits(t *testing.T) { featurestest.Hand(t, Set(), Hand()) }
