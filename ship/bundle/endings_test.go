package bundle_test

import (
	"errors"
	"flag"
	"strings"
	"testing"
	"time"

	"evolab/agent"
	"evolab/agent/frozen/endings"
	"evolab/game"
	"evolab/game/checkers"
	"evolab/internal/longtest"
	"evolab/search"
	searchcheckers "evolab/search/checkers"
	"evolab/search/checkers/retrograde"
	"evolab/ship/bundle"
)

var endgamesFlag = flag.Int("endgames", 200, "won endings of each program and class, with -long")

// Every program of Checkers wins what is won, with two pieces against one and three against
// two, against a defender that knows all values and never shortens its way to the loss: with
// -long, else Python in a few of the first.
func TestProgramsWinWonEndings(t *testing.T) {
	games, all := 2, endings.Checkers()
	if longtest.Enabled() {
		var err error
		games = *endgamesFlag
		if all, err = endings.Open(searchcheckers.Most); errors.Is(err, endings.ErrMissing) { // nobody has made them here: six minutes of CPU
			var data []byte
			if data, err = retrograde.Make(t.Context(), retrograde.Options{Pieces: searchcheckers.Most, Workers: 2}); err == nil {
				all, err = searchcheckers.Parse(data)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	g := findGame(t, "checkers")
	for _, h := range allHanded {
		if h.game != g.Info().Name {
			continue
		}
		t.Run(h.lang, func(t *testing.T) {
			if h.lang != "python" && !longtest.Enabled() {
				t.Skip("compiling takes seconds; run with -long")
			}
			dir, command := h.make(t, "-O2")
			a := seat(t, g, "exec:dir="+dir+",wall=120,cmd="+command)
			// As in the course, where a game of 300 s has some 60 moves, but less of it.
			clock := agent.Clock{Left: map[string]time.Duration{"cpp": 4 * time.Second, "python": 12 * time.Second, "java": 30 * time.Second}[h.lang]}
			winEndings(t, g, a, clock, [2]int{2, 1}, games, all)
			if longtest.Enabled() {
				winEndings(t, g, a, clock, [2]int{3, 2}, games, all)
			}
		})
	}
}

// winEndings plays won endings of a class for the side that wins; it has the same time left
// at each move.
func winEndings(t *testing.T, g agent.Game, a agent.Agent, clock agent.Clock, class [2]int, games int, all *searchcheckers.Endings) {
	t.Helper()
	r, won, longest := game.NewRand(53), 0, 0
	for range games {
		s := drawWon(&r, class, all)
		start, side := checkers.Rules().Format(&s), s.Turn()
		player, err := a.Player(1)
		if err != nil {
			t.Fatal(err)
		}
		b, err := g.Board("", start)
		if err != nil {
			t.Fatal(err)
		}
		for end := false; !end && !b.Outcome().Over(); {
			m := b.Moves(nil)[0]
			if b.Turn() == side {
				c, err := player.Choose(t.Context(), b, clock)
				if problem := wrong(&c, err, b.Moves(nil)); problem != "" {
					t.Fatalf("%s: %s", b.Position(), problem)
				}
				m = c.Move
			} else if s, err := checkers.Parse("", b.Position()); err != nil {
				t.Fatal(err)
			} else if best, lost := all.Move(&s, search.Limits{}); lost {
				m = best.Move
			}
			b.Play(m)
			_, end = b.Ended(0)
		}
		if b.Outcome().Result == game.Win(side) {
			won++
			longest = max(longest, len(b.Played()))
		} else {
			t.Errorf("%v: %s: %s", b.Outcome().Result, start, strings.Join(b.PlayedText(), " "))
		}
		if err := player.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d against %d: %d of %d won, in %d plies at most", class[0], class[1], won, games, longest)
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
