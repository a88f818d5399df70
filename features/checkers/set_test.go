package checkers_test

import (
	"testing"

	"evolab/features"
	. "evolab/features/checkers"
	"evolab/features/featurestest"
	"evolab/game/checkers"
	"evolab/search/cputime/cputimetest"
)

func TestFeaturesOnBoards(t *testing.T) {
	var list []featurestest.Board
	for _, b := range boards {
		list = append(list, featurestest.Board{About: b.about, Position: position(b.board, b.side), Want: b.want})
	}
	featurestest.Boards(t, Set(), checkers.Rules(), list)
}

func parse(t testing.TB, position string) checkers.State {
	t.Helper()
	return featurestest.Parse(t, checkers.Rules(), position)
}

// The scales are the standard deviations over positions from play: half of the
// moves capture what they can, the others are random.
func TestScales(t *testing.T) {
	featurestest.Scales(t, Set(), func(visit func(*checkers.State)) {
		for seed := range uint64(4000) {
			walk(t, seed, visit)
		}
	})
}

// walk plays a game in which every other move takes as much as it can, and
// shows the positions from the fifth ply on.
func walk(t *testing.T, seed uint64, visit func(*checkers.State)) {
	t.Helper()
	featurestest.Walk(t, checkers.Rules(), Tactics(), seed, visit)
}

// The board turned by half a turn with the colours exchanged has the same
// features: no table of squares is turned wrongly.
func TestColoursAreAlike(t *testing.T) {
	for seed := range uint64(50) {
		walk(t, seed, func(s *checkers.State) {
			other, err := checkers.New(checkers.Setup{
				Black: turn(s.White()), White: turn(s.Black()), Kings: turn(s.Kings()), Turn: s.Turn().Other(), Quiet: s.Quiet(),
			})
			if err != nil {
				t.Fatal(err)
			}
			var a, b features.Vector
			Extract(s, &a)
			Extract(&other, &b)
			if a != b {
				t.Fatalf("%s\n%v\nturned\n%v", checkers.Rules().Draw(s), a, b)
			}
		})
	}
}

func turn(b checkers.Board) checkers.Board {
	var turned checkers.Board
	for ; b != 0; b &= b - 1 {
		turned |= 1 << (checkers.Bits - 1 - b.First())
	}
	return turned
}

// The game goes from 0 to 1000 and never back.
func TestProgress(t *testing.T) {
	progress := Set().Progress
	start, last := parse(t, "start"), parse(t, "......../......../......../......../......../......../......../..B..... w")
	if a, b := progress(&start), progress(&last); a != 0 || b != 1000 {
		t.Errorf("%d at the start, %d when one piece is left", a, b)
	}
	for seed := range uint64(50) {
		before := 0
		walk(t, seed, func(s *checkers.State) {
			now := progress(s)
			if now < before || now > 1000 {
				t.Fatalf("%d after %d in %s", now, before, checkers.Rules().Format(s))
			}
			before = now
		})
	}
}

func BenchmarkExtract(b *testing.B) {
	for _, c := range []struct{ name, position string }{
		{"men", ".b.b.b.b/b...b.b./.b.b.b../..b...../.w.....w/..w.w.w./.w.w.w../w.w.w... b"},
		{"kings", ".B...B../......../...W...W/......../.B...B../......../...W...W/........ b"},
	} {
		b.Run(c.name, func(b *testing.B) {
			s, err := checkers.Parse("", c.position)
			if err != nil {
				b.Fatal(err)
			}
			var v features.Vector
			cputimetest.Start(b)
			for b.Loop() {
				Extract(&s, &v)
			}
		})
	}
}

func TestExtractLeavesNothing(t *testing.T) {
	walk(t, 1, func(s *checkers.State) { featurestest.Extract(t, Set(), s) })
}

func TestHandFits(t *testing.T) { featurestest.Hand(t, Set(), Hand()) }
