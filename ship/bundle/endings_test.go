package bundle_test

import (
	"bytes"
	"flag"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"evolab/agent"
	"evolab/agent/frozen/endings"
	"evolab/agent/frozen/endings/endingstest"
	"evolab/game"
	"evolab/game/checkers"
	"evolab/internal/longtest"
	searchcheckers "evolab/search/checkers"
	"evolab/ship/bundle"
	"evolab/ship/player"
	"evolab/ship/player/program"
)

var endgamesFlag = flag.Int("endgames", 200, "won endings of each program and class, with -long")

// rehearsing is a program of Checkers that plays plies by nodes instead of time.
type rehearsing struct {
	lang  string
	nodes uint64
	// least is the part of won endings with three pieces against two that it wins, in percent.
	least int
}

var allRehearsing = []rehearsing{{"go", 20_000, 95}, {"cpp", 20_000, 95}, {"java", 20_000, 95}, {"python", 1500, 92}}

// Every program of Checkers wins what is won with two pieces against one, and mostly with
// three against two, which it has to find by a search. The defender knows all values and never
// shortens its way to the loss, and a win that a move has given away is lost, though another
// defender might give it back. With -long, else the Go agent in some.
func TestProgramsWinWonEndings(t *testing.T) {
	games, all := 20, endings.Checkers()
	if longtest.Enabled() {
		games, all = *endgamesFlag, endingstest.Largest(t)
	}
	for _, r := range allRehearsing {
		t.Run(r.lang, func(t *testing.T) {
			if r.lang != "go" && !longtest.Enabled() {
				t.Skip("minutes; run with -long")
			}
			answer := r.start(t)
			if won := winEndings(t, answer, r.nodes, [2]int{2, 1}, games, all); won < games {
				t.Errorf("%d of %d won", won, games)
			}
			if !longtest.Enabled() {
				return
			}
			if won := winEndings(t, answer, r.nodes, [2]int{3, 2}, games, all); 100*won < r.least*games {
				t.Errorf("%d of %d won (expected: %d %%)", won, games, r.least)
			}
		})
	}
}

// start returns what answers questions about plies (package probe), with a process for all
// questions of a text.
func (r *rehearsing) start(t *testing.T) func(questions []byte) ([]byte, error) {
	t.Helper()
	if r.lang == "go" {
		return func(questions []byte) ([]byte, error) { return player.RehearseCheckers(questions), nil }
	}
	h := handed{game: "checkers", lang: r.lang}
	dir, command := h.make(t, "-O2")
	words := append(h.sooner(t, dir, command), program.Probe)
	return func(questions []byte) ([]byte, error) {
		c := exec.CommandContext(t.Context(), words[0], words[1:]...)
		c.Dir, c.Stdin = dir, bytes.NewReader(questions)
		return c.Output()
	}
}

// winEndings plays won endings of a class side by side, so that a process answers a ply of
// each, and returns how many are won.
func winEndings(t *testing.T, answer func([]byte) ([]byte, error), nodes uint64, class [2]int, games int, all *searchcheckers.Endings) (won int) {
	t.Helper()
	g, r, began := findGame(t, "checkers"), game.NewRand(53), time.Now()
	open := make([]*wonGame, games)
	for i := range open {
		s := drawWon(&r, class, all)
		open[i] = &wonGame{start: checkers.Rules().Format(&s), side: s.Turn()}
		var err error
		if open[i].board, err = g.Board("", open[i].start); err != nil {
			t.Fatal(err)
		}
	}
	plies, longest := 0, 0
	for len(open) > 0 {
		var questions []byte
		for _, w := range open {
			questions = w.ask(t, questions, nodes)
		}
		answers, err := answer(questions)
		lines := strings.Split(strings.TrimSuffix(string(answers), "\n"), "\n")
		if err != nil || len(lines) != len(open) {
			t.Fatalf("%d answers to %d questions, %v", len(lines), len(open), err)
		}
		plies += len(open)
		going := open[:0]
		for i, w := range open {
			w.take(t, lines[i])
			w.defend(t, all)
			switch {
			case w.lost != "":
				t.Logf("%s: %s: %s", w.start, strings.Join(w.board.PlayedText(), " "), w.lost)
			case w.over():
				won++
				longest = max(longest, len(w.board.Played()))
			default:
				going = append(going, w)
			}
		}
		open = going
	}
	t.Logf("%d against %d, %d nodes a ply: %d of %d won, in %d plies at most; %d plies of the program in %v",
		class[0], class[1], nodes, won, games, longest, plies, time.Since(began).Round(time.Second))
	return won
}

// wonGame is a game from a won ending on.
type wonGame struct {
	start string
	board agent.Board
	side  game.Side // that wins
	left  string    // in the program's folder, for its next ply
	lost  string    // how the win was lost
}

func (w *wonGame) over() bool {
	_, over := w.board.Ended(0)
	return over
}

// ask appends a question about the next ply.
func (w *wonGame) ask(t *testing.T, dst []byte, nodes uint64) []byte {
	t.Helper()
	input, _, err := w.board.FileInput(agent.Clock{Left: 100 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	dst = fmt.Appendf(dst, "%d %d %d\n", nodes, len(w.left)+1, len(input))
	return append(append(dst, input...), w.left...)
}

// take plays what the program has answered.
func (w *wonGame) take(t *testing.T, line string) {
	t.Helper()
	result, left, _ := strings.Cut(line, "\t")
	fields := strings.SplitN(result, " ", 5)
	m, err := w.board.FileMove([]byte(strings.ReplaceAll(fields[len(fields)-1], "|", "\n")))
	c := agent.Choice{Move: m}
	if problem := wrong(&c, err, w.board.Moves(nil)); problem != "" {
		t.Fatalf("%s: %q: %s", w.board.Position(), line, problem)
	}
	w.board.Play(m)
	w.left = strings.ReplaceAll(left, "|", "\n")
}

// defend plays the defender's moves until the program's turn comes, unless the win is lost.
func (w *wonGame) defend(t *testing.T, all *searchcheckers.Endings) {
	t.Helper()
	for w.lost == "" && !w.over() && w.board.Turn() != w.side {
		s, err := checkers.Parse("", w.board.Position())
		if err != nil {
			t.Fatal(err)
		}
		m, lost := endingstest.Defence(all, &s)
		if !lost {
			w.lost = "not won any more"
			return
		}
		w.board.Play(m)
	}
	if end, over := w.board.Ended(0); over && end.Result != game.Win(w.side) {
		w.lost = end.Reason
	}
}

// drawWon is a quiet position with so many pieces of the side to move and of the other, each
// a king with even chances, that the side to move wins.
func drawWon(r *game.Rand, class [2]int, all *searchcheckers.Endings) checkers.State {
	for {
		set := checkers.Setup{Turn: game.Side(r.Intn(2))}
		pieces := [2]string{"bB", "wW"}
		for n := 0; n < class[0]+class[1]; {
			row, column := r.Intn(checkers.Size), r.Intn(checkers.Size)
			if square := checkers.At(row, column); square == 0 || (set.Black|set.White)&square != 0 {
				continue
			}
			side := set.Turn
			if n >= class[0] {
				side = side.Other()
			}
			set.Put(row, column, pieces[side][r.Intn(2)])
			n++
		}
		s, err := checkers.New(set)
		if err != nil || s.Outcome().Over() || s.MustCapture() {
			continue
		}
		if v, known := all.Value(&s); known && v > 0 {
			return s
		}
	}
}

// No program of another game has endings, least of all Konane's, whose assignment forbids
// them.
func TestEndingsAreOfCheckersAlone(t *testing.T) {
	for _, name := range bundle.Games() {
		for _, lang := range bundle.Languages() {
			_, list := handedIn(t, order(t, findGame(t, name), lang))
			if has := strings.Contains(string(list[0].Content), "Compact is the endings"); has != (name == "checkers") {
				t.Errorf("%s in %s has endings: %v", name, lang, has)
			}
		}
	}
}
