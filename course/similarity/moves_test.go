package similarity

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"evolab/internal/longtest"
)

// gamesOf reads games, one a line: the submission's moves are upper case, and in brackets
// if they are forced.
func gamesOf(name, text string) Player {
	p := Player{Name: name}
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		g := Game{Number: i, Opening: "start"}
		for _, move := range strings.Fields(line) {
			free := !strings.HasPrefix(move, "(")
			move = strings.Trim(move, "()")
			g.Steps = append(g.Steps, Step{Move: move, Own: move == strings.ToUpper(move), Free: free})
		}
		p.Games = append(p.Games, g)
	}
	return p
}

// What two programs have in common, by hand.
func TestCommonChoices(t *testing.T) {
	for _, c := range []struct {
		name, one, two                string
		faced, agreed, whole, ofGames int
	}{
		{"the same game", "A b C d", "A b C d", 2, 2, 1, 1},
		{"nothing counts after the first difference", "A b C d E", "A b X d E", 2, 1, 0, 1},
		{"a forced move is no choice", "A b (C) d E", "A b (C) d E", 2, 2, 1, 1},
		{"an opponent that plays otherwise ends it", "A b C", "A x C", 1, 1, 0, 1},
		{"the same choice twice counts once", "A b C\nA b C\nA b C", "A b C\nA b C\nA b C", 2, 2, 3, 3},
		{"other answers of the opponent are new choices", "A b C\nA d E", "A b C\nA d E", 3, 3, 2, 2},
		{"a game without a move of its own is none", "b", "b", 0, 0, 0, 0},
	} {
		m := Compare([]Player{gamesOf("ada", c.one), gamesOf("bob", c.two)})
		var p Pair
		if len(m.Pairs) > 0 {
			p = m.Pairs[0]
		} else if c.faced > 0 {
			t.Errorf("%s: no pair", c.name)
		}
		if p.Faced != c.faced || p.Agreed != c.agreed || p.Whole != c.whole || p.Games != c.ofGames {
			t.Errorf("%s: %d of %d choices, %d of %d games; want %d of %d, %d of %d", c.name, p.Agreed, p.Faced, p.Whole, p.Games, c.agreed, c.faced, c.whole, c.ofGames)
		}
		if len(m.Hints()) > 0 {
			t.Errorf("%s: a hint in a class of two, which has no baseline", c.name)
		}
	}
}

// simulation is a class of programs that have the same taste: at each position the moves
// are equally popular with all, but each program has made up its mind alone.
type simulation struct {
	rng      *rand.Rand
	taste    float64 // the probability of the most popular move
	branches int
	plies    int
	replies  int // of the opponent, at random by the game's seed
	games    int
}

// minds are programs: each decides at a position once and for all.
type mind map[string]int

func (s *simulation) play(name string, m mind) Player {
	p := Player{Name: name}
	for game := range s.games {
		opponent := rand.New(rand.NewPCG(uint64(game), 1))
		g, at := Game{Number: game, Opening: "start"}, ""
		for range s.plies {
			chosen, known := m[at]
			if !known {
				if s.rng.Float64() >= s.taste {
					chosen = 1 + s.rng.IntN(s.branches-1)
				}
				m[at] = chosen
			}
			answer := fmt.Sprint(opponent.IntN(s.replies))
			g.Steps = append(g.Steps, Step{Move: fmt.Sprint(chosen), Own: true, Free: true}, Step{Move: answer})
			at += fmt.Sprint(chosen, "/", answer, " ")
		}
		p.Games = append(p.Games, g)
	}
	return p
}

func (s *simulation) class(n int) []Player {
	var list []Player
	for i := range n {
		list = append(list, s.play(fmt.Sprint(i), mind{}))
	}
	return list
}

// Of the classes of independent programs, at most about one in a hundred has a hint,
// however predictable they are and however short the games.
func TestIndependentProgramsAreNoHints(t *testing.T) {
	classes, most := 40, 2
	if longtest.Enabled() {
		classes, most = 400, 9 // 400 with one in a hundred have more in 1 % of the cases
	}
	for _, s := range []simulation{
		{taste: .5, branches: 5, plies: 12, replies: 4, games: 30},
		{taste: .85, branches: 3, plies: 12, replies: 2, games: 30},
		{taste: .97, branches: 2, plies: 6, replies: 2, games: 20},
		{taste: .8, branches: 3, plies: 2, replies: 2, games: 10}, // short lost games
		{taste: .5, branches: 2, plies: 30, replies: 1, games: 10},
	} {
		with := 0
		for seed := range classes {
			s.rng = rand.New(rand.NewPCG(uint64(seed), 7))
			if len(Compare(s.class(12)).Hints()) > 0 {
				with++
			}
		}
		s.rng = nil
		t.Logf("%+v: %d of %d classes have hints", s, with, classes)
		if with > most {
			t.Errorf("%+v: %d of %d classes have hints", s, with, classes)
		}
	}
}

// A copy is found, also one that plays some moves at random, and nobody else is accused
// with it; games that say little are no evidence even for a copy.
func TestCopiesAreHints(t *testing.T) {
	s := simulation{rng: rand.New(rand.NewPCG(5, 7)), taste: .6, branches: 5, plies: 12, replies: 4, games: 30}
	class := s.class(20)
	source := mind{}
	class = append(class, s.play("source", source), s.play("copy", source))
	late := mind{} // it has other ideas in one position of thirty
	for _, at := range slices.Sorted(maps.Keys(source)) {
		if s.rng.IntN(30) > 0 {
			late[at] = source[at]
		}
	}
	class = append(class, s.play("changed copy", late))
	m := Compare(class)
	var got []string
	for _, p := range m.Hints() {
		got = append(got, p.First+" and "+p.Second)
	}
	slices.Sort(got)
	if want := "copy and changed copy; source and changed copy; source and copy"; strings.Join(got, "; ") != want {
		t.Errorf("hints: %s; want %s", strings.Join(got, "; "), want)
	}
	if p := m.Pairs[0]; p.Share() < .9 || m.Usual < .3 || m.Usual > .8 {
		t.Errorf("the most alike agree in %.2f, the class usually in %.2f", p.Share(), m.Usual)
	}

	s.plies, s.games, s.replies = 1, 30, 1
	class = append(s.class(20), s.play("source", source), s.play("copy", source))
	if hints := Compare(class).Hints(); len(hints) > 0 {
		t.Errorf("a hint by one move: %+v", hints[0])
	}
}

// The figures do not depend on the order of the class, and every chance is one.
func TestOrderOfTheClass(t *testing.T) {
	s := simulation{rng: rand.New(rand.NewPCG(3, 7)), taste: .7, branches: 4, plies: 8, replies: 3, games: 20}
	class := s.class(9)
	one := Compare(class)
	slices.Reverse(class)
	other := Compare(class)
	figures := func(m *Moves) string {
		var list []string
		for _, p := range m.Pairs {
			if !(p.Chance > 0 && p.Chance <= 1) || p.Agreed > p.Faced || p.Whole > p.Games {
				t.Errorf("%+v", p)
			}
			names := []string{p.First, p.Second}
			slices.Sort(names)
			list = append(list, fmt.Sprint(names, p.Faced, p.Agreed, p.Games, p.Whole))
		}
		slices.Sort(list)
		return fmt.Sprint(m.Usual, list)
	}
	if a, b := figures(one), figures(other); a != b {
		t.Errorf("%s\n%s", a, b)
	}
}
