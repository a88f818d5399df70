package gtp

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"evolab/game"
	"evolab/game/littlego"
	"evolab/internal/goldentest"
)

// firstMove plays the first legal move in a second, and notes its clocks.
type firstMove struct{ clocks []Clock }

func (f *firstMove) engine() Engine {
	return Engine{
		Name: "first", Version: "1", Begin: func() error { return nil },
		Choose: func(s *littlego.State, c Clock) (game.Move, time.Duration, error) {
			f.clocks = append(f.clocks, c)
			return s.Moves(nil)[0], time.Second, nil
		},
	}
}

func serve(t testing.TB, f *firstMove, in string) string {
	t.Helper()
	s, err := NewSession(f.engine())
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := s.Serve(strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestSessions holds whole conversations: name.in with the commands, name.out
// with the answers.
func TestSessions(t *testing.T) {
	const name = "testdata/sessions.txtar"
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		in, out := archive.Files[i], &archive.Files[i+1]
		out.Data = []byte(serve(t, &firstMove{}, string(in.Data)))
	}
	goldentest.Compare(t, name, txtar.Format(archive))
}

func TestVertices(t *testing.T) {
	rules := littlego.Rules()
	for text, want := range map[string]string{"A1": "4,0", "a5": "0,0", "E1": "4,4", "C3": "2,2", "b4": "1,1", "PASS": "PASS"} {
		m, ok := ParseVertex(text)
		if got := rules.FormatMove(nil, m); !ok || got != want || !strings.EqualFold(FormatVertex(m), text) {
			t.Errorf("%s is %s, %s; want %s", text, got, FormatVertex(m), want)
		}
	}
	for _, text := range []string{"", "A", "A0", "A6", "F1", "@1", "A11", "1A", "pas", "resign"} {
		if m, ok := ParseVertex(text); ok {
			t.Errorf("%q is %v", text, m)
		}
	}
}

func TestClocks(t *testing.T) {
	const s = time.Second
	for _, c := range []struct {
		in   string
		want []Clock
	}{
		{"genmove b", []Clock{{}}},
		{"time_left b 7 0\ngenmove b\ngenmove w", []Clock{{Left: 7 * s}, {}}},
		{"time_left b 9 3\ngenmove b", []Clock{{Move: 3 * s}}},
		{"time_left b 0 0\ngenmove b", []Clock{{Left: 1}}},
		{"time_settings 2 0 0\ngenmove b\nplay w pass\ngenmove b\nplay w A1\ngenmove b", []Clock{{Left: 2 * s}, {Left: s}, {Left: 1}}},
		{"time_settings 1 6 2\ngenmove b\nplay w A1\ngenmove b\nclear_board\ngenmove b", []Clock{{Left: s}, {Move: 3 * s}, {Left: s}}},
		{"time_settings 0 6 2\ngenmove b", []Clock{{Move: 3 * s}}},
		{"time_settings 5 1 0\ngenmove b", []Clock{{}}},
		{"time_settings 0 0 0\ngenmove b", []Clock{{Left: 1}}},
	} {
		var f firstMove
		serve(t, &f, c.in)
		if diff := cmp.Diff(c.want, f.clocks); diff != "" {
			t.Errorf("%q: %s", c.in, diff)
		}
	}
}

func FuzzParseCommand(f *testing.F) {
	for _, line := range []string{"1 play b A1 # x", "\tname\r", "7", "\x00\x7fkomi 2.5", "99999999999 name"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		c, ok := ParseCommand(line)
		if !ok {
			return
		}
		words := append([]string{c.ID, c.Name}, c.Args...)
		again, _ := ParseCommand(strings.Join(words, " "))
		if diff := cmp.Diff(strings.Join(words, " "), strings.Join(append([]string{again.ID, again.Name}, again.Args...), " ")); diff != "" && c.ID != "" {
			t.Fatalf("%q: %s", line, diff)
		}
		if strings.ContainsAny(strings.Join(words, ""), "\x00\t\r\n #") {
			t.Fatalf("%q became %q", line, words)
		}
	})
}

// FuzzSession makes sure that every command gets one answer in the
// protocol's form.
func FuzzSession(f *testing.F) {
	archive, err := txtar.ParseFile("testdata/sessions.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for i := 0; i < len(archive.Files); i += 2 {
		f.Add(string(archive.Files[i].Data))
	}
	f.Fuzz(func(t *testing.T, in string) {
		if len(in) > 1<<12 {
			return
		}
		want := 0
		for _, line := range strings.Split(in, "\n") {
			c, ok := ParseCommand(line)
			if ok {
				want++
			}
			if c.Name == "quit" {
				break
			}
		}
		answers := strings.SplitAfter(serve(t, &firstMove{}, in), "\n\n")
		for _, a := range answers[:len(answers)-1] {
			if a[0] != '=' && a[0] != '?' {
				t.Fatalf("%q: answer %q", in, a)
			}
		}
		if len(answers)-1 != want || answers[want] != "" {
			t.Fatalf("%q: %d answers, want %d: %q", in, len(answers)-1, want, answers)
		}
	})
}
