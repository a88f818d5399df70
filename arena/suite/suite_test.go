package suite

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/search"
)

func plan(t testing.TB, name, variant string, part Part, seed uint64) Plan {
	t.Helper()
	g, err := agent.FindGame(name)
	if err != nil {
		t.Fatal(err)
	}
	return Plan{
		Game: g, Variant: variant, Part: part, Plies: []int{16}, Count: 10, Seed: seed, Workers: 1,
		Solve: agent.Board.Solve, Limits: search.Limits{Nodes: 1_000_000},
	}
}

func newSuite(t testing.TB, p Plan) Suite {
	t.Helper()
	s, err := Make(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Check(p.Game); err != nil {
		t.Fatal(err)
	}
	return s
}

// Every entry says what a new proof says.
func TestEntriesAreProvenAndCritical(t *testing.T) {
	for _, p := range []Plan{plan(t, "littlego", "", Reporting, 1), plan(t, "tictactoe", "", Training, 1)} {
		if p.Game.Info().Name == "tictactoe" {
			p.Plies, p.Count = []int{3, 4}, 5
		}
		s := newSuite(t, p)
		if len(s.Entries) != 10 {
			t.Errorf("%d entries", len(s.Entries))
		}
		for _, e := range s.Entries {
			b, err := p.Game.Board("", e.Position)
			if err != nil {
				t.Fatal(err)
			}
			got, err := b.Solve(search.Limits{})
			if err != nil || !got.Known || [2]string{"draw", "win"}[got.Value] != e.Value || len(got.Moves) != len(e.Moves) {
				t.Errorf("%+v is solved as %+v, %v", e, got, err)
			}
			if n := len(b.Moves(nil)); 2*len(e.Moves) > n || n != e.Legal {
				t.Errorf("%d of %d moves keep the value: %+v", len(e.Moves), n, e)
			}
		}
	}
}

func TestSameSuiteForAnyWorkers(t *testing.T) {
	one, five := plan(t, "littlego", "", Training, 3), plan(t, "littlego", "", Training, 3)
	five.Workers = 5
	a, b := newSuite(t, one), newSuite(t, five)
	if string(a.Append(nil)) != string(b.Append(nil)) {
		t.Errorf("%s\n%s", a.Append(nil), b.Append(nil))
	}
}

// Tic-tac-toe has so few positions that suites would meet by chance.
func TestPartsNeverMeet(t *testing.T) {
	parts := map[string]Part{}
	for seed := range uint64(5) {
		for _, part := range []Part{Training, Reporting} {
			p := plan(t, "tictactoe", "", part, seed)
			p.Plies, p.Count = []int{4}, 8
			for _, e := range newSuite(t, p).Entries {
				for _, form := range forms(strings.Split(strings.Fields(e.Position)[0], "/")) {
					if old, met := parts[form]; met && old != part {
						t.Fatalf("%s is in both parts", form)
					}
					parts[form] = part
				}
			}
		}
	}
}

func TestPartsAreHalves(t *testing.T) {
	training := 0
	for seed := range 200 {
		text := []byte("...../...../...../...../.....")
		for i, x := 0, seed; x > 0; i, x = i+1, x/3 {
			text[len(text)-1-i] = ".XO"[x%3]
		}
		if PartOf(string(text)+" b 8 -") == Training {
			training++
		}
	}
	if training < 70 || training > 130 {
		t.Errorf("%d of 200 positions are for training", training)
	}
}

func TestClass(t *testing.T) {
	same := []string{
		"XO./.../... x", ".OX/.../... x", ".../.../XO. x", ".../.../.OX x",
		"X../O../... x", "..X/..O/... x", ".../O../X.. x", ".../..O/..X x",
	}
	for _, position := range same {
		if got := Class(position); got != Class(same[0]) {
			t.Errorf("%s is of class %q", position, got)
		}
	}
	for _, other := range []string{"XO./.../... o", "OX./.../... x", "X.O/.../... x"} {
		if Class(other) == Class(same[0]) {
			t.Errorf("%s is of the same class", other)
		}
	}
	if Class("XX./.../... b 4 -") != Class("XX./.../... b 4 X../.../...") {
		t.Error("the board before counts")
	}
}

func TestTooFewPositions(t *testing.T) {
	p := plan(t, "tictactoe", "", Training, 1)
	p.Plies, p.Count = []int{1}, 5
	p.Solve = func(agent.Board, search.Limits) (search.Proof, error) { return search.Proof{}, nil }
	if _, err := Make(context.Background(), p); err == nil || !strings.Contains(err.Error(), "of 5 positions after 1 ply") {
		t.Errorf("%v", err)
	}
}

// One board in all is found once, and a long search for others is given up.
func TestDrought(t *testing.T) {
	p := plan(t, "tictactoe", "", PartOf(".../.../... x"), 1)
	p.Plies, p.Count, p.Workers = []int{0}, 1000, 3
	p.Solve = func(b agent.Board, _ search.Limits) (search.Proof, error) {
		return search.Proof{Known: true, Moves: b.Moves(nil)[:1]}, nil
	}
	if _, err := Make(context.Background(), p); err == nil || !strings.Contains(err.Error(), "1 of 1000 positions after 0 plies in 10000 games") {
		t.Errorf("%v", err)
	}
}

const good = "evolab suite 1 game=tictactoe variant=- part=training seed=1 positions=2 crc32=6fe9fe09\n" +
	"3\twin\t6\t2,1|2,2\tX../X../O.. o\n" +
	"4\twin\t5\t0,0\t..X/OX./O.. x\n"

func TestParse(t *testing.T) {
	if s, err := Parse([]byte(good)); err != nil || len(s.Entries) != 2 || s.Entries[0].Moves[1] != "2,2" || string(s.Append(nil)) != good {
		t.Errorf("%+v, %v", s, err)
	}
	for _, c := range []struct{ name, old, new, want string }{
		{"empty", good, "", "no first line"},
		{"title", "suite 1", "suite 2", "line 1"},
		{"part", "part=training", "part=both", `part "both"`},
		{"other part", "part=training", "part=reporting", "line 2: the position is not of the reporting part"},
		{"count", "positions=2", "positions=3", "2 positions (expected: 3)"},
		{"checksum", "0,0", "0,1", "damaged"},
		{"seed", "seed=1", "seed=x", `line 1: seed "x" (expected: a whole number from 0 to 18446744073709551615)`},
		{"number", "positions=2", "positions=two", `line 1: positions "two" (expected: their number)`},
		{"sum", "crc32=6fe9fe09", "crc32=yes", `line 1: crc32 "yes" (expected: 8 digits`},
		{"key", "seed=", "seat=", `"seat=1" (expected: seed=...)`},
	} {
		if _, err := Parse([]byte(strings.Replace(good, c.old, c.new, 1))); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	for want, line := range map[string]string{
		"4 fields":      "3\twin\t6\tX../X../O.. o",
		`plies "x"`:     "x\twin\t6\t2,1\tX../X../O.. o",
		`value "loss"`:  "3\tloss\t6\t2,1\tX../X../O.. o",
		"at most half":  "3\twin\t3\t2,1|2,2\tX../X../O.. o",
		"a move or the": "3\twin\t6\t2,1|\tX../X../O.. o",
	} {
		if _, err := parseEntry(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", line, err, want)
		}
	}
}

func TestCheckKnowsTheRules(t *testing.T) {
	p := plan(t, "tictactoe", "", Training, 1)
	for want, e := range map[string]Entry{
		"":                 {Position: "X../X../O.. o", Plies: 3, Legal: 6, Moves: []string{"2,1"}},
		"6 legal moves":    {Position: "X../X../O.. o", Plies: 3, Legal: 7, Moves: []string{"2,1"}},
		"0,0 is not legal": {Position: "X../X../O.. o", Plies: 3, Legal: 6, Moves: []string{"0,0"}},
		"plies 99 (expected: an odd number, at most 3)": {Position: "X../X../O.. o", Plies: 99, Legal: 6, Moves: []string{"2,1"}},
		"plies 2 (expected: an odd number, at most 3)":  {Position: "X../X../O.. o", Plies: 2, Legal: 6, Moves: []string{"2,1"}},
		"tictactoe: move":     {Position: "X../X../O.. o", Legal: 6, Moves: []string{"9,9"}},
		"the game is over":    {Position: "XXX/OO./... o", Legal: 4, Moves: []string{"2,2"}},
		"tictactoe: position": {Position: "nonsense", Legal: 4},
	} {
		s := Suite{Entries: []Entry{e}}
		err := s.Check(p.Game)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), strings.Replace(want, "6 legal moves", "7 legal moves (expected: 6)", 1))) {
			t.Errorf("%+v: %v, want %q", e, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte("evolab suite 1 game=x variant=- part=training seed=1 positions=0 crc32=00000000\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(s.Append(nil))
		if err != nil || !reflect.DeepEqual(again, s) {
			t.Errorf("%q is written %q: %v", text, s.Append(nil), err)
		}
	})
}
