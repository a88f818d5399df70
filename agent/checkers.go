package agent

import (
	"fmt"
	"strings"
	"time"

	"evolab/agent/board"
	"evolab/agent/frozen/endings"
	"evolab/agent/frozen/endings/compact"
	featcheckers "evolab/features/checkers"
	"evolab/game"
	"evolab/game/checkers"
	"evolab/host/compile"
	"evolab/internal/quantity"
	protocol "evolab/protocol/checkers"
	"evolab/search"
	searchcheckers "evolab/search/checkers"
)

func checkersParts() Parts[checkers.State] {
	return Parts[checkers.State]{
		Look: search.Limits{Nodes: 5000},
		Layout: board.Layout{
			Form: "from and to, as c3 d4, or each square of a jump, as f6 d4 f2", Short: "c3 d4, or f6 d4 f2",
			Own: map[string]string{"b": "bB", "w": "wW"}, Why: "a capture has to be taken, and to its end", Forced: true,
			Pieces: [2]string{"b, kings B", "w, kings W"},
			Standing: func(b board.Position, n, captured [2]int) string {
				rows, _, _ := strings.Cut(b.Position(), " ")
				return fmt.Sprintf("pieces: black %d (%s), white %d (%s); captured: black %d, white %d",
					n[0], quantity.Of(strings.Count(rows, "B"), "king"), n[1], quantity.Of(strings.Count(rows, "W"), "king"), captured[0], captured[1])
			},
			Signs: map[string]string{"b": "black", "w": "white", "B": "black crowned", "W": "white crowned"}, Moves: "column and row",
		},
		Rules: checkers.Rules(), Set: featcheckers.Set(), Geometry: featcheckers.Geometry, Hand: featcheckers.Hand(), Tactics: featcheckers.Tactics(), Files: checkersFiles(),
		Names: compile.Names{
			Sources: []string{"homework.py", "homework11.cpp", "homework.java", "homework.cpp", "homework2.py"},
			Helpers: []string{".txt"}, Second: "calibrate",
		},
		Endings:  checkersEndings,
		Shipped:  func() Endings[checkers.State] { return compact.Checkers() },
		Estimate: func(s *checkers.State) int { return compact.Estimator().Estimate(s) },
		Solve:    solveCheckers,
		Speeds: Speeds{
			Rules:  []RulePace{{Perft: 11, Note: ", 11 plies", Reference: 240e6}, {}},
			Search: []SearchPace{{Reference: 6e6}},
		},
		Even:    checkersEven,
		Ends:    []End{{0, .91}},
		MaxLead: 12, // of pieces, so that draws tell something
		Draws: Draws[checkers.State]{
			Repetition: 3, Same: func(s *checkers.State) uint64 { return s.BoardHash() }, Reason: "no-progress",
		},
	}
}

func checkersEndings(pieces int) (Endings[checkers.State], error) { return endings.Open(pieces) }

// solveCheckers looks a position up in the endings, those included that have been made on
// this machine.
func solveCheckers(s *checkers.State, _ search.Limits, _ func() time.Duration) search.Proof {
	if proof := endings.Checkers().Solve(s); proof.Known || s.Own().Count()+s.Opp().Count() > searchcheckers.Most {
		return proof
	}
	larger, err := endings.Open(searchcheckers.Most)
	if err != nil { // they are not needed: the search can still find a proof
		return search.Proof{}
	}
	return larger.Solve(s)
}

// checkersEven reports whether a game of self-play is a draw: neither side has captured
// or crowned lately, and both have the same number of pieces and of kings.
func checkersEven(s *checkers.State) bool {
	const plies = 20
	own, enemy := s.Own(), s.Opp()
	return s.Quiet() >= plies && own.Count() == enemy.Count() && (own&s.Kings()).Count() == (enemy&s.Kings()).Count()
}

func checkersFiles() Files[checkers.State] {
	return Files[checkers.State]{
		Read: func(input []byte) (checkers.State, error) {
			in, err := protocol.ParseInput(input)
			return in.State, err
		},
		Input: func(s *checkers.State, c Clock) []byte {
			in := protocol.Input{State: *s}
			in.Single, in.Left = statedTime(c)
			return protocol.AppendInput(nil, &in)
		},
		Answer:   func(_ *checkers.State, output []byte) (game.Move, error) { return protocol.ParseOutput(output) },
		OffBoard: protocol.ErrNowhere,
		Tidy: func(output []byte) []byte {
			m, _ := protocol.ParseOutput(output)
			return protocol.AppendOutput(nil, m)
		},
	}
}
