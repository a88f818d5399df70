package tictactoe_test

import (
	"testing"

	"evolab/features"
	"evolab/features/featurestest"
	. "evolab/features/tictactoe"
	"evolab/game"
	"evolab/game/tictactoe"
)

func TestPatterns(t *testing.T) {
	featurestest.Patterns(t, withGeometry(), "", []string{"window 3x3", "row", "cells 0,0 1,1 2,2"}, func(visit func(*tictactoe.State)) {
		r := game.NewRand(1)
		for range 20 {
			for s := parse(t, "start"); !s.Outcome().Over(); {
				visit(&s)
				moves := s.Moves(nil)
				s.Play(moves[r.Intn(len(moves))], &s)
			}
		}
	}, func(s *tictactoe.State, row, col int) int {
		switch at := tictactoe.At(row, col); {
		case s.Own()&at != 0:
			return 1
		case s.Opp()&at != 0:
			return 2
		}
		return 0
	})
}

func withGeometry() features.Set[tictactoe.State] {
	set := Set()
	set.Geometry = Geometry
	return set
}
