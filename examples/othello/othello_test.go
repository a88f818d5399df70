package main

import (
	"slices"
	"strings"
	"testing"

	"evolab/game/gametest"
)

// The numbers of move sequences from the start are those of other programs.
func TestPerft(t *testing.T) {
	gametest.Perft(t, rules(), "8x8", "start", []uint64{4, 12, 56, 244, 1396, 8200, 55092, 390216})
}

func suite(string) gametest.Suite[state, *state] {
	return gametest.Suite[state, *state]{
		Rules: rules(), Games: 30, Rehash: (*state).Hash, Bounded: true, Reference: slowMoves,
	}
}

func TestConformance(t *testing.T) { gametest.Run(t, suite("")) }

func FuzzParse(f *testing.F) {
	gametest.FuzzParse(f, suite, rules().Variants, []string{"start", "......../......../......../...OX.../...XO.../......../......../........ b"}, nil)
}

func FuzzParseMove(f *testing.F) {
	gametest.FuzzParseMove(f, rules(), "start", false, []string{"d3", "PASS", "h8", "i9"})
}

// slowMoves walks over the signs of the board.
func slowMoves(s *state) (moves []string) {
	text, _, _ := strings.Cut(format(s), " ")
	rows := strings.Split(text, "/")
	sign := func(row, column int) byte {
		if row < 0 || row >= size || column < 0 || column >= size {
			return ' '
		}
		return rows[row][column]
	}
	own, opp := discs[s.turn], discs[s.turn.Other()]
	turns := func(row, column int) bool {
		for _, step := range [][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}} {
			n := 1
			for sign(row+n*step[0], column+n*step[1]) == opp {
				n++
			}
			if n > 1 && sign(row+n*step[0], column+n*step[1]) == own {
				return true
			}
		}
		return false
	}
	for row := range size {
		for column := range size {
			if sign(row, column) == '.' && turns(row, column) {
				moves = append(moves, string(rune('a'+column))+string(rune('1'+row)))
			}
		}
	}
	if len(moves) == 0 {
		return []string{"PASS"}
	}
	return moves
}

func TestEndOfGame(t *testing.T) {
	for text, want := range map[string]string{
		// Black has all discs.
		"......../......../......../...XX.../...XX.../......../......../........ w": "first",
		// White can place no disc and passes, as Black can.
		"......../......../......../...XX.../...XXO../......../......../........ w": "ongoing",
	} {
		s, err := parse("", text)
		if err != nil || s.Outcome().Result.String() != want {
			t.Errorf("%s: %v, %v, want %s", text, s.Outcome(), err, want)
		}
	}
	s, _ := parse("", "......../......../......../...XX.../...XXO../......../......../........ w")
	if moves := s.Moves(nil); !slices.Contains(slowMoves(&s), formatMove(&s, moves[0])) {
		t.Errorf("%v", moves)
	}
}

// A disc next to an anchored one is anchored, one beyond a gap is not.
func TestAnchors(t *testing.T) {
	s, err := parse("", "XXX.XX.X/......../......../...OX.../...XO.../......../O......./O......O b")
	if err != nil {
		t.Fatal(err)
	}
	if own, opp := anchors(s.own), anchors(s.opp); own != at(0, 1)|at(0, 2) || opp != at(6, 0) {
		t.Errorf("%064b and %064b", own, opp)
	}
}
