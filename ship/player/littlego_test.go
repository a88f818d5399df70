package player

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"evolab/game"
	"evolab/game/gametest"
	"evolab/game/littlego"
	"evolab/internal/longtest"
	protocol "evolab/protocol/littlego"
)

const boards = `
00000
01200
00100
00000
00000
00000
01200
00120
00000
00000`

// tiny is a budget that leaves a search one iteration.
const tiny = time.Nanosecond

// run plays a ply and writes what is to be said as the command does.
func run(dir string, budget time.Duration, stderr *bytes.Buffer) int {
	code, notes := Answer(dir, budget)
	for _, note := range notes {
		stderr.WriteString("my_player: " + note + "\n")
	}
	return code
}

func put(t testing.TB, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func get(t testing.TB, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestMalformedInput(t *testing.T) {
	const expected = "(expected: 11 lines, the colour and two boards)"
	for _, c := range []struct {
		name, input, want string
	}{
		{"empty", "", "input.txt: line 1: the file ends (expected: the colour"},
		{"colour", "0" + boards, `input.txt: line 1: found "0" (expected: the colour, 1 for Black or 2 for White)`},
		{"short", "1" + boards[:len(boards)-6], "input.txt: line 11: the file ends (expected: row 4 of the current board"},
		{"binary", "1\n\x00\x01\x02", `input.txt: line 2: found "\x00\x01\x02"`},
		{"endless", strings.Repeat("x", 1<<20), "(65536 bytes)"},
		{"dead stones", "1" + strings.Repeat("\n00000", 5) + "\n12000\n20000" + strings.Repeat("\n00000", 3), "current board: the group at 0,0 has no liberty"},
		{"too many stones", "1" + strings.ReplaceAll(boards, "0", "1"), "the stones cannot be 23 black and 2 white"},
		{"missing", "", "input.txt: no such file or directory " + expected},
		{"folder", "", "input.txt: not a regular file " + expected},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			switch c.name {
			case "missing":
			case "folder":
				if err := os.Mkdir(filepath.Join(dir, inputName), 0o755); err != nil {
					t.Fatal(err)
				}
			default:
				put(t, dir, inputName, c.input)
			}
			var stderr bytes.Buffer
			code := run(dir, tiny, &stderr)
			if code != BadInput || get(t, dir, outputName) != "PASS\n" || !strings.Contains(stderr.String(), c.want) {
				t.Errorf("exit code %d, output %q, message:\n%s\nwant ...%s", code, get(t, dir, outputName), &stderr, c.want)
			}
			if strings.Count(stderr.String(), "\n") != 1 {
				t.Errorf("more than a line: %s", &stderr)
			}
		})
	}
}

func TestWarnings(t *testing.T) {
	for _, c := range []struct {
		name, previous, want string
		damage               func(dir string) error
	}{
		{"no helper file", "", "the guess is that 4 plies were played", nil},
		{"garbage in the helper file", "", "the guess is that 4 plies were played", func(dir string) error {
			return os.WriteFile(filepath.Join(dir, plyName), []byte("\x00garbage\n\n"), 0o644)
		}},
		{"helper file that cannot be written", "", "the ply count will be lost", func(dir string) error {
			return os.MkdirAll(filepath.Join(dir, plyName, "x"), 0o755)
		}},
		{"other previous board", "22100", "the previous board is ignored: no legal move leads", nil},
		{"previous board of another game", "11111", "the previous board is ignored", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			put(t, dir, inputName, "1"+strings.Replace(boards, "00000", c.previous+"00000"[len(c.previous):], 1))
			if c.damage != nil {
				if err := c.damage(dir); err != nil {
					t.Fatal(err)
				}
			}
			var stderr bytes.Buffer
			code := run(dir, tiny, &stderr)
			if _, err := protocol.ParseOutput([]byte(get(t, dir, outputName))); code != Done || err != nil {
				t.Errorf("exit code %d, %v", code, err)
			}
			if !strings.Contains(stderr.String(), "my_player: warning: ") || !strings.Contains(stderr.String(), c.want) {
				t.Errorf("message:\n%s\nwant ...%s...", &stderr, c.want)
			}
		})
	}
}

func TestOutputThatCannotBeWritten(t *testing.T) {
	for input, want := range map[string]int{"1" + boards: Failed, "rubbish": BadInput} {
		dir := t.TempDir()
		put(t, dir, inputName, input)
		if err := os.MkdirAll(filepath.Join(dir, outputName, "x"), 0o755); err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		if code := run(dir, tiny, &stderr); code != want || !strings.Contains(stderr.String(), "cannot write: ") {
			t.Errorf("%.10q: exit code %d, message %s", input, code, &stderr)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "*.tmp")); left != nil {
			t.Errorf("left behind: %v", left)
		}
	}
}

// One folder serves games of both colours against random moves, passes among
// them: every answer is legal, and the count is never lost.
func TestGamesInOneFolder(t *testing.T) {
	games := uint64(4)
	if longtest.Enabled() {
		games = 80
	}
	dir := t.TempDir()
	for seed := range games {
		r := game.NewRand(seed)
		s, err := littlego.Start("")
		if err != nil {
			t.Fatal(err)
		}
		for !s.Outcome().Over() {
			m := gametest.Pick(&s, &r)
			if s.Turn() == game.Side(seed&1) {
				m = ask(t, dir, &s)
			} else if s.Ply() == 0 && m == littlego.Pass {
				m = s.Moves(nil)[0]
			}
			s.Play(m, &s)
		}
	}
}

// ask lets the agent play one ply in dir and checks what it leaves there.
func ask(t *testing.T, dir string, s *littlego.State) game.Move {
	t.Helper()
	put(t, dir, inputName, string(protocol.AppendInput(nil, protocol.InputOf(s))))
	var stderr bytes.Buffer
	if code := run(dir, tiny, &stderr); code != Done || stderr.Len() > 0 {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	m, err := protocol.ParseOutput([]byte(get(t, dir, outputName)))
	if err != nil || !slices.Contains(s.Moves(nil), m) {
		t.Fatalf("ply %d: %x, %v", s.Ply(), m, err)
	}
	record, err := protocol.ParseRecord([]byte(get(t, dir, plyName)))
	if err != nil || record.Ply != s.Ply() || record.Input != protocol.InputOf(s) {
		t.Fatalf("ply %d: recorded %+v, %v", s.Ply(), record, err)
	}
	return m
}

// An agent that is started again for the same input still knows the ply.
func TestAskedTwice(t *testing.T) {
	dir := t.TempDir()
	s, err := littlego.Parse("", "...../...../..X../...../..... w 1 ...../...../...../...../.....")
	if err != nil {
		t.Fatal(err)
	}
	s.Play(ask(t, dir, &s), &s)
	s.Play(littlego.Pass, &s)
	if first, again := ask(t, dir, &s), ask(t, dir, &s); first != again {
		t.Errorf("%x became %x", first, again)
	}
}

func FuzzRun(f *testing.F) {
	f.Add([]byte("1"+boards), []byte(""))
	f.Add([]byte("2"+boards), []byte("ply1 5 2"))
	f.Add([]byte("1\n"), []byte{})
	f.Fuzz(func(t *testing.T, input, helper []byte) {
		dir := t.TempDir()
		put(t, dir, inputName, string(input))
		put(t, dir, plyName, string(helper))
		code := run(dir, tiny, &bytes.Buffer{})
		m, err := protocol.ParseOutput([]byte(get(t, dir, outputName)))
		if err != nil || code != Done && (code != BadInput || m != littlego.Pass) {
			t.Fatalf("exit code %d, move %x, %v", code, m, err)
		}
	})
}

// A folder instead of the temporary file does not keep the answer away.
func TestTemporaryFileInTheWay(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, outputName+".tmp"), 0o755); err != nil {
		t.Fatal(err)
	}
	s, err := littlego.Start("")
	if err != nil {
		t.Fatal(err)
	}
	ask(t, dir, &s)
}
