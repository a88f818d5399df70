package halma_test

import (
	"testing"

	. "evolab/features/halma"
	"evolab/game"
	"evolab/game/halma"
)

func TestGain(t *testing.T) {
	s := parse(t, sample+"b")
	for text, want := range map[string]int{
		"J 9,9 11,9;J 11,9 11,11;J 11,11 13,13": 8,
		"E 9,9 10,10":                           2,
		"E 9,9 9,8":                             -1,
		"E 12,12 11,13":                         0,
	} {
		m, err := halma.Rules().ParseMove(&s, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := Tactics().Gain(&s, m); got != want {
			t.Errorf("%s gains %d, want %d", text, got, want)
		}
	}
}

// The search leaves out below the root what loses ground.
func TestBackLosesGround(t *testing.T) {
	back := Set().Hints.Back
	walk(t, 3, func(s *halma.State) {
		for _, m := range s.Moves(nil) {
			if gain := Tactics().Gain(s, m); back(s, m) != (gain < 0) {
				t.Fatalf("%s gains %d: back is %v", halma.Rules().FormatMove(s, m), gain, back(s, m))
			}
		}
	})
}

// What one side has gained is what the lead has grown by.
func TestLeadFollowsGain(t *testing.T) {
	tactics := Tactics()
	walk(t, 7, func(s *halma.State) {
		side := s.Turn()
		for _, m := range s.Moves(nil) {
			var after halma.State
			s.Play(m, &after)
			if after.Outcome().Over() {
				continue
			}
			if got, want := tactics.Material(&after, side), tactics.Material(s, side)+tactics.Gain(s, m); got != want {
				t.Fatalf("lead %d after a gain, want %d", got, want)
			}
			if tactics.Leaf(&after, side) != -tactics.Leaf(&after, side^1) {
				t.Fatal("the leaf value of one side is not minus that of the other")
			}
		}
	})
}

func TestWonGamesAreWorthMoreThanAnyLead(t *testing.T) {
	s := parse(t, "WWWWW.........../WWWWW.........../WWW............./WWW.W.........../WW............../"+
		"................/................/................/................/................/................/"+
		"..........B...BB/.............BBB/.............BBB/...........BBBBB/...........BBBBB w")
	m, err := halma.Rules().ParseMove(&s, "E 4,3 3,2")
	if err != nil {
		t.Fatal(err)
	}
	s.Play(m, &s)
	if white, black := Tactics().Leaf(&s, game.Second), Tactics().Leaf(&s, game.First); white < 900 || black > -900 {
		t.Errorf("White has won: %d, and for Black %d", white, black)
	}
}

func TestSkip(t *testing.T) {
	s := parse(t, sample+"b")
	var mine halma.State
	if !Tactics().Skip(&s, &mine) || mine != parse(t, sample+"w") {
		t.Errorf("skipped to %s", halma.Rules().Format(&mine))
	}
}

func TestCentre(t *testing.T) {
	at := func(x, y int) int { return Tactics().Centre(game.NewMove(0, 16*y+x)) }
	if at(7, 7) != at(8, 8) || at(7, 7) >= at(6, 7) || at(0, 0) != at(15, 15) || at(0, 0) != 450 {
		t.Errorf("7,7 %d, 8,8 %d, 6,7 %d, 0,0 %d", at(7, 7), at(8, 8), at(6, 7), at(0, 0))
	}
}
