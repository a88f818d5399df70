package positions

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"evolab/game/checkers"
	"evolab/game/halma"
	"evolab/game/konane"
	"evolab/game/littlego"
	"evolab/game/tictactoe"
	"evolab/search/cputime/cputimetest"
)

var packing = tictactoe.Rules().Packing

func header() Header {
	return Header{Game: "tictactoe", Variant: "standard", Scale: 4096.5, Size: Size(&packing)}
}

// played is the records of a game with a position for each ply.
func played(t *testing.T, number, plies int) []byte {
	t.Helper()
	var records []byte
	for ply, text := range []string{".../.../... x", ".../.X./... o", "O../.X./... x"}[:plies] {
		s, err := tictactoe.Rules().Parse("", text)
		if err != nil {
			t.Fatal(err)
		}
		at := Position[tictactoe.State]{State: s, Label: Label{Score: int32(-7 * ply), Game: uint32(number), Result: int8(1 - ply), Exact: ply == 2, Detour: ply == 1}}
		records = Append(records, &packing, &at)
	}
	return records
}

// write appends the games that a file lacks.
func write(t *testing.T, path string, h Header, games ...[]byte) (from int) {
	t.Helper()
	w, err := OpenWriter(path, h)
	if err != nil {
		t.Fatal(err)
	}
	from = w.Next()
	for _, g := range games[from:] {
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return from
}

// What was written is read again.
func TestPositionsAreReadAsWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.positions")
	write(t, path, header(), played(t, 0, 3), played(t, 1, 2))
	f, err := Read(path, "tictactoe", "standard", &packing)
	if err != nil {
		t.Fatal(err)
	}
	if f.Header != header() || len(f.Positions) != 5 {
		t.Errorf("%+v with %d positions", f.Header, len(f.Positions))
	}
	want := Label{Score: -14, Game: 0, Result: -1, Exact: true}
	if at := f.Positions[2]; at.Label != want || at.Value() != -1 || tictactoe.Rules().Format(&at.State) != "O../.X./... x" {
		t.Errorf("%+v, want %+v", at, want)
	}
	if at := f.Positions[1]; !at.Detour || at.Exact {
		t.Errorf("%+v, want a detour", at)
	}
}

// Whatever is cut off, the games before the last one stay, and the last one is
// written again.
func TestCutOffFilesAreContinued(t *testing.T) {
	folder := t.TempDir()
	whole := filepath.Join(folder, "whole")
	games := [][]byte{played(t, 0, 3), played(t, 1, 1), nil, played(t, 3, 2)}
	write(t, whole, header(), games...)
	want, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	for size := len(header().text()); size <= len(want); size++ {
		path := filepath.Join(folder, "cut")
		if err := os.WriteFile(path, want[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		next := write(t, path, header(), games...)
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("cut off after %d bytes and continued from game %d: %q, %v, want %q", size, next, got, err, want)
		}
	}
}

func TestWrongFilesAreRefused(t *testing.T) {
	good := header().text()
	for _, x := range []struct{ about, text, want string }{
		{"another kind of file", "positions", "not a file of positions"},
		{"no end of the header", magic + "\ngame tictactoe\n", "a header without an end"},
		{"no record", magic + "\ngame tictactoe\n\n", "without game or record"},
		{"an unknown line", magic + "\ncolour blue\n\n", `"colour blue"`},
		{"no number", magic + "\nscale x\n\n", `"scale x"`},
		{"a scale below 0", magic + "\nscale -1\n\n", `"scale -1"`},
		{"another game", strings.Replace(good, "tictactoe", "halma", 1), `positions of "halma" (expected: tictactoe)`},
		{"another variant", strings.Replace(good, "standard", "wild", 1), `the variant "wild"`},
		{"records of another size", strings.Replace(good, "record 14", "record 15", 1), "records of 15 bytes (expected: 14)"},
		{"an impossible position", good + "\x01\x00\x01\x00" + strings.Repeat("\x00", 10), "record 0: marks overlap"},
		{"an impossible result", good + strings.Repeat("\x00", 12) + "\x02\x00", "record 0: result 2"},
		{"a detour without a score", good + strings.Repeat("\x00", 13) + "\x06", "record 0: flags"},
		{"unknown flags", good + strings.Repeat("\x00", 13) + "\x03", "record 0: flags"},
	} {
		path := filepath.Join(t.TempDir(), "x")
		if err := os.WriteFile(path, []byte(x.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path, "tictactoe", "standard", &packing); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v, want %q", x.about, err, x.want)
		}
	}
	path := filepath.Join(t.TempDir(), "x")
	write(t, path, header())
	other := header()
	other.Scale = 1
	if _, err := OpenWriter(path, other); err == nil || !strings.Contains(err.Error(), "the header is another one") {
		t.Errorf("a file with another scale is continued: %v", err)
	}
}

// Ten million positions of any game take less than 1 GB.
func TestTenMillionFitIntoAGigabyte(t *testing.T) {
	for name, size := range map[string]uintptr{
		"checkers":  unsafe.Sizeof(Position[checkers.State]{}),
		"littlego":  unsafe.Sizeof(Position[littlego.State]{}),
		"halma":     unsafe.Sizeof(Position[halma.State]{}),
		"konane":    unsafe.Sizeof(Position[konane.State]{}),
		"tictactoe": unsafe.Sizeof(Position[tictactoe.State]{}),
	} {
		t.Logf("%s: %d bytes a position in memory", name, size)
		if size*10_000_000 > 1_000_000_000 {
			t.Errorf("%s: %d bytes a position", name, size)
		}
	}
}

// BenchmarkRead reads positions of Halma, whose records are the largest.
func BenchmarkRead(b *testing.B) {
	rules := halma.Rules()
	s, err := rules.Start("")
	if err != nil {
		b.Fatal(err)
	}
	text := []byte(Header{Game: "halma", Variant: "addendum", Size: Size(&rules.Packing)}.text())
	for n := range 10_000 {
		text = Append(text, &rules.Packing, &Position[halma.State]{State: s, Label: Label{Game: uint32(n)}})
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	cputimetest.Start(b)
	for b.Loop() {
		if _, err := read(bufio.NewReaderSize(bytes.NewReader(text), maxHeader), int64(len(text)), "halma", "addendum", &rules.Packing); err != nil {
			b.Fatal(err)
		}
	}
}

// FuzzRead reads any bytes: what is accepted is written again as it was.
func FuzzRead(f *testing.F) {
	f.Add([]byte(header().text()))
	f.Add([]byte(header().text() + strings.Repeat("\x00", 14)))
	f.Add([]byte(magic + "\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := read(bufio.NewReaderSize(bytes.NewReader(data), maxHeader), int64(len(data)), "tictactoe", "standard", &packing)
		if err != nil {
			return
		}
		var again []byte
		for i := range got.Positions {
			again = Append(again, &packing, &got.Positions[i])
		}
		if !bytes.Contains(data, again) {
			t.Errorf("%d positions are written as %x", len(got.Positions), again)
		}
	})
}

// The program in docs/howto/positions.md writes what Go reads, and reads it again.
func TestOtherProgramsWritePositions(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("needs python3")
	}
	page, err := os.ReadFile("../../docs/howto/positions.md")
	if err != nil {
		t.Fatal(err)
	}
	_, program, _ := strings.Cut(string(page), "```python\n")
	program, _, found := strings.Cut(program, "```")
	if !found {
		t.Fatal("no program on the page")
	}
	path := filepath.Join(t.TempDir(), "other.positions")
	program += `
import sys
write(sys.argv[1], 150, [(0, 0, 30, 0, 1, 0), (16, 0, -40, 0, -1, 0), (16, 1, 1, 1, 1, 1)])
print(*read(sys.argv[1]))
`
	text, err := exec.Command(python, "-c", program, path).CombinedOutput()
	if want := "(0, 0, 30, 0, 1, 0) (16, 0, -40, 0, -1, 0) (16, 1, 1, 1, 1, 1)\n"; err != nil || string(text) != want {
		t.Fatalf("%q, %v, want %q", text, err, want)
	}
	f, err := Read(path, "tictactoe", "standard", &packing)
	if err != nil || f.Scale != 150 || len(f.Positions) != 3 {
		t.Fatalf("%+v, %v", f, err)
	}
	want := Label{Score: 1, Game: 1, Result: 1, Exact: true}
	if at := f.Positions[2]; at.Label != want || tictactoe.Rules().Format(&at.State) != "O../.X./... x" {
		t.Errorf("%+v", at)
	}
}
