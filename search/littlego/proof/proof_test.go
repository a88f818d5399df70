package proof

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evolab/game"
	rules "evolab/game/littlego"
	"evolab/search"
	"evolab/search/littlego"
)

// won is a position that Black wins, by one move.
const won = ".OO../.OXXX/..OX./OXOX./..... b 12 .OO../.OXXX/..OX./.XOX./....."

func parse(t testing.TB, text string) rules.State {
	t.Helper()
	s, err := rules.Parse("", text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newProver(t testing.TB, o Options) *Prover {
	t.Helper()
	o.Memory = 1 << 20
	p, err := NewProver(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func closed(t testing.TB, p *Prover) {
	t.Helper()
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

// A proof that is stopped again and again ends as one that is not.
func TestResumedProof(t *testing.T) {
	s := parse(t, "..O../.O.O./.XXO./X.XX./.X... w 11 ..O../.O.O./.XXO./X.XX./O....")
	path := filepath.Join(t.TempDir(), "checkpoint")
	want := []string{"0,0", "1,2", "2,4", "3,4"}
	for stops := 0; ; stops++ {
		p := newProver(t, Options{Checkpoint: path, Limits: search.Limits{Nodes: 50_000}})
		moves, err := p.Winning(&s)
		closed(t, p)
		if errors.Is(err, ErrLimit) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range moves {
			got = append(got, rules.Rules().FormatMove(&s, m))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
		if stops < 2 {
			t.Errorf("stopped %d times", stops)
		}
		return
	}
}

// Every position that the other side can reach has an answer that wins, as a
// solver that shares nothing with the book finds.
func TestBookIsCompleteAndRight(t *testing.T) {
	s := parse(t, won)
	p := newProver(t, Options{})
	defer closed(t, p)
	opening, err := p.Book(&s, 18, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := littlego.ParseBook(string(littlego.AppendBook(nil, opening.Records)))
	if err != nil {
		t.Fatal(err)
	}
	met := map[littlego.Key]bool{}
	check(t, &b, &s, 18, met)
	if len(met) != b.Len() {
		t.Errorf("%d positions can be reached, the book has %d", len(met), b.Len())
	}
}

func check(t *testing.T, b *littlego.Book, s *rules.State, last int, met map[littlego.Key]bool) {
	t.Helper()
	if s.Outcome().Over() || s.Ply() > last || met[littlego.KeyOf(s)] {
		return
	}
	met[littlego.KeyOf(s)] = true
	winning, known := littlego.NewSolver(14, nil).Winning(s, search.Limits{}, nil)
	m := b.Win(s)
	if !known || !slices.Contains(winning, m) {
		t.Fatalf("%s: the book plays %x, %x win", rules.Rules().Format(s), m, winning)
	}
	var after, next rules.State
	s.Play(m, &after)
	for _, answer := range after.Moves(nil) {
		after.Play(answer, &next)
		check(t, b, &next, last, met)
	}
}

// Hints that do not win are found, and the book is right all the same.
func TestWrongHints(t *testing.T) {
	s := parse(t, won)
	solver := littlego.NewSolver(14, nil)
	winning, _ := solver.Winning(&s, search.Limits{}, nil)
	hints := Hints{}
	for _, m := range s.Moves(nil) {
		if !slices.Contains(winning, m) {
			r := littlego.Recorded(&s, m)
			hints[r.Key()] = r
		}
	}
	if len(hints) == 0 {
		t.Fatal("all moves win")
	}
	p := newProver(t, Options{})
	defer closed(t, p)
	opening, err := p.Book(&s, 16, hints)
	if err != nil {
		t.Fatal(err)
	}
	if len(opening.Wrong) != 1 || !strings.Contains(opening.Wrong[0], "does not win") {
		t.Errorf("wrong hints: %q", opening.Wrong)
	}
	b, err := littlego.ParseBook(string(littlego.AppendBook(nil, opening.Records)))
	if err != nil {
		t.Fatal(err)
	}
	check(t, &b, &s, 16, map[littlego.Key]bool{})
}

func TestNoBookOfALostPosition(t *testing.T) {
	s := parse(t, won)
	var child rules.State
	winning, _ := littlego.NewSolver(14, nil).Winning(&s, search.Limits{}, nil)
	s.Play(winning[0], &child)
	p := newProver(t, Options{})
	defer closed(t, p)
	if _, err := p.Book(&child, 19, nil); err == nil || !strings.Contains(err.Error(), "is lost for the side to move") {
		t.Errorf("%v", err)
	}
}

func TestCancelledProof(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p, err := NewProver(ctx, Options{Memory: 1 << 16})
	if err != nil {
		t.Fatal(err)
	}
	defer closed(t, p)
	s := parse(t, "start")
	if _, err := p.Winning(&s); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestCheckpointFile(t *testing.T) {
	s := parse(t, won)
	fact := string(appendFact(nil, littlego.Recorded(&s, rules.Pass)))
	lost := string(appendFact(nil, littlego.Recorded(&s, game.NoMove)))
	for _, c := range []struct {
		name, text string
		known      int
		err        string
	}{
		{"new", "", 0, ""},
		{"whole", title + "\n" + fact + "\n", 1, ""},
		{"torn", title + "\n" + fact + "\n" + fact[:9], 1, ""},
		{"torn title", title[:7], 0, "first line is none"},
		{"notes", "hello\nworld\n", 0, "first line is none"},
		{"changed", title + "\n" + "b" + fact[1:] + "\n" + fact + "\n", 0, "line 2 is none of such a journal"},
		{"another file", "hello\nworld\n" + title + "\n", 0, "line 1 is none of such a journal"},
	} {
		path := filepath.Join(t.TempDir(), "checkpoint")
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		f, err := openFacts(path)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: %v, want %q", c.name, err, c.err)
			}
			continue
		}
		if err != nil || len(f.known) != c.known {
			t.Fatalf("%s: %d known, %v", c.name, len(f.known), err)
		}
		r, ok := parseFact([]byte(lost))
		if !ok {
			t.Fatalf("%q is no fact", lost)
		}
		if err := f.add(r); (err != nil) != (c.known == 1) {
			t.Errorf("%s: a contradiction gives %v", c.name, err)
		}
		if err := f.close(); err != nil {
			t.Error(err)
		}
	}
}

func TestParseHints(t *testing.T) {
	for _, c := range []struct {
		name, text string
		n          int
		err        string
	}{
		{"lines", "# a comment\n\n...../...../..X../...../..... b 2 - 1 1,2\n...../...../..X../...../....O b 2 - 0 4,3\n", 2, ""},
		{"ko", ".XO../XO.O./.XO../...../..... b 8 1,2 0 4,4\n", 1, ""},
		{"book", "evolab littlego book 2\n1 positions, crc32 c946a19c\n00000000000-mf4\n", 1, ""},
		{"damaged book", "evolab littlego book 2\n1 positions, crc32 00000000\n00000000000-mf4\n", 0, "damaged"},
		{"fields", "...../...../..X../...../..... b 2 - 1\n", 0, "line 1: 5 fields"},
		{"position", "\n...../...../..X../...../.. b 2 - 1 1,2\n", 0, "line 2: littlego: position"},
		{"flag", "...../...../..X../...../..... b 2 - 2 1,2\n", 0, `field 5 is "2"`},
		{"ko point", "...../...../..X../...../..... b 2 PASS 0 1,2\n", 0, `ko point "PASS"`},
		{"move", "...../...../..X../...../..... b 2 - 0 9,2\n", 0, `move "9,2"`},
	} {
		hints, err := ParseHints(c.text)
		if len(hints) != c.n || c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: %d hints, %v; want %d, %q", c.name, len(hints), err, c.n, c.err)
		}
	}
}

func FuzzParseHints(f *testing.F) {
	f.Add("...../...../..X../...../..... b 2 - 1 1,2\n")
	f.Add(".XO../XO.O./.XO../...../..... b 8 1,2 0 4,4\n")
	f.Add("evolab littlego book 2\n1 positions, crc32 c946a19c\n00000000000-mf4\n")
	f.Fuzz(func(t *testing.T, text string) {
		hints, err := ParseHints(text)
		for key, r := range hints {
			if err == nil && key != r.Key() {
				t.Errorf("%x is under %x", r.Key(), key)
			}
		}
	})
}

func FuzzParseFact(f *testing.F) {
	f.Add([]byte("00000000000-m 3d108760"))
	f.Add([]byte("00000000000-! 3d108760"))
	f.Fuzz(func(t *testing.T, line []byte) {
		if r, ok := parseFact(line); ok && string(appendFact(nil, r)) != string(line) {
			t.Errorf("%q is written %q", line, appendFact(nil, r))
		}
	})
}
