package agent

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"time"

	"evolab/agent/board"
	"evolab/agent/frozen/books"
	featlg "evolab/features/littlego"
	"evolab/game"
	"evolab/game/littlego"
	"evolab/host/compile"
	"evolab/internal/quantity"
	"evolab/protocol/gtp"
	protocol "evolab/protocol/littlego"
	"evolab/search"
	"evolab/search/decide"
	searchlg "evolab/search/littlego"
)

func littlegoParts() Parts[littlego.State] {
	return Parts[littlego.State]{
		Look: search.Limits{Nodes: 5000},
		Layout: board.Layout{
			Form: "row,column with both in 0..4, as 2,3 or c3, or PASS", Short: "row,column, as 2,3 or c3, or PASS", Pairs: true,
			Why: "ko, or no liberty", Pieces: [2]string{"X", "O"},
			Ground: []string{".....", ".....", "..+..", ".....", "....."},
			Standing: func(b board.Position, n, captured [2]int) string {
				return fmt.Sprintf("score: black %d, white %d + 2.5; captured: black %d, white %d; %s left",
					n[0], n[1], captured[0], captured[1], quantity.Of(b.PliesLeft(), "ply"))
			},
			Signs: map[string]string{"X": "black", "O": "white"}, Moves: "row,column",
		},
		Rules: littlego.Rules(), Set: featlg.Set(), Geometry: featlg.Geometry, Hand: featlg.Hand(), Tactics: featlg.Tactics(),
		Names: compile.Names{
			Sources: []string{"my_player3.py", "my_player11.cpp", "my_player.java", "my_player.cpp", "my_player.py"},
			Helpers: []string{".json", ".txt"}, Book: "littlego-book.txt",
		},
		Files: Files[littlego.State]{
			Input: func(s *littlego.State, _ Clock) []byte {
				return protocol.AppendInput(nil, protocol.InputOf(s))
			},
			Answer:   func(_ *littlego.State, output []byte) (game.Move, error) { return protocol.ParseOutput(output) },
			OffBoard: protocol.ErrOffBoard,
			Tidy: func(output []byte) []byte {
				m, _ := protocol.ParseOutput(output)
				return protocol.AppendOutput(nil, m)
			},
		},
		Engine: func() dialogue[littlego.State] { return new(gtpEngine) },
		Knows:  littlegoEndgame,
		Solve:  searchlg.Solve,
		Speeds: Speeds{Rules: []RulePace{{Perft: 6, Reference: 2.5e9}, {}}, Search: []SearchPace{{Reference: 5e6}}},
	}
}

func littlegoEndgame(book bool, rand game.Rand, clock func() time.Duration) decide.Knower[littlego.State] {
	if !book {
		return searchlg.NewEndgame(searchlg.Book{}, clock)
	}
	return searchlg.NewEndgame(books.Littlego().Drawing(rand), clock)
}

// gtpEnd ends an answer of the protocol: a blank line.
const gtpEnd = "\n\n"

// gtpEngine plays a game with an engine that speaks the Go Text Protocol. The engine
// follows the game move by move; a position that no move of it leads to, such as the
// one after a random opening, is set up by play commands.
type gtpEngine struct {
	begun bool
	at    littlego.State // where the engine's game stands
}

func (e *gtpEngine) move(s *littlego.State, _ Clock, ask asker) (game.Move, error) {
	commands, follows := e.since(s)
	if !follows {
		commands = gtpSetup(s)
	}
	e.begun = false // if a command fails, nobody knows where its game stands
	for _, command := range commands {
		if _, err := gtpAsk(ask, command); err != nil {
			return 0, err
		}
	}
	answer, err := gtpAsk(ask, "genmove "+gtpColour(s.Turn()))
	if err != nil {
		return 0, err
	}
	m, ok := gtp.ParseVertex(answer)
	switch {
	case strings.EqualFold(answer, "resign"):
		return 0, malformed("it resigned (Little-Go is played to its end)")
	case !ok:
		return 0, malformed(fmt.Sprintf("genmove: %q (expected: a vertex such as C3, or pass)", answer))
	}
	e.at = *s
	if slices.Contains(s.Moves(nil), m) {
		e.begun = true
		e.at.Play(m, &e.at)
	}
	return m, nil
}

// since lists the moves since the engine's last one; false if none lead to s.
func (e *gtpEngine) since(s *littlego.State) (commands []string, ok bool) {
	if !e.begun {
		return nil, false
	}
	for _, m := range e.at.Moves(nil) {
		next := e.at
		if next.Play(m, &next); next == *s {
			return []string{gtpPlay(e.at.Turn(), m)}, true
		}
	}
	return nil, false
}

// gtpSetup are the commands that lead to a position. They place its stones, none of
// which is taken on the way, since each group has a liberty in the end; or the stones
// before the last move and then that move, so that the engine knows of a ko. The colours
// alternate as far as they can: some engines do not look at them.
func gtpSetup(s *littlego.State) []string {
	black, white, known := s.Previous()
	side := s.Turn() // of the last stone that is set up
	if !known {
		side = side.Other()
	}
	if !known || s.Passed() {
		black, white = s.Black(), s.White()
	}
	stones := [2]littlego.Board{black, white}
	var list []string
	for rest := stones; rest[0]|rest[1] != 0; side = side.Other() {
		if rest[side] == 0 {
			side = side.Other()
		}
		p := bits.Len32(uint32(rest[side])) - 1
		rest[side] &^= 1 << p
		list = append(list, gtpPlay(side, game.NewMove(0, p)))
	}
	list = append(list, "clear_board", "komi 2.5", fmt.Sprintf("boardsize %d", littlego.Size))
	slices.Reverse(list)
	last := s.Turn().Other()
	switch {
	case s.Passed():
		return append(list, gtpPlay(last, littlego.Pass))
	case !known:
		return list
	}
	now := [2]littlego.Board{s.Black(), s.White()}
	for p := range littlego.Stride * littlego.Size {
		if now[last]&^stones[last]&(1<<p) != 0 {
			list = append(list, gtpPlay(last, game.NewMove(0, p)))
		}
	}
	return list
}

func gtpColour(side game.Side) string { return [...]string{"black", "white"}[side] }

func gtpPlay(side game.Side, m game.Move) string {
	return "play " + gtpColour(side) + " " + gtp.FormatVertex(m)
}

// gtpAsk gives a command and returns the text of its answer.
func gtpAsk(ask asker, command string) (string, error) {
	answer, err := ask(gtpEnd, command+"\n")
	if err != nil {
		return "", err
	}
	text := strings.TrimSpace(answer)
	if !strings.HasPrefix(text, "=") {
		return "", malformed(fmt.Sprintf("%s: %q (expected: = and the answer)", command, text))
	}
	return strings.TrimSpace(strings.TrimLeft(text[1:], "0123456789")), nil
}
