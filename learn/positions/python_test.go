package positions

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"evolab/game/tictactoe"
)

// The program in docs/positions.md writes what Go reads, and reads it again.
func TestOtherProgramsWritePositions(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("needs python3")
	}
	page, err := os.ReadFile("../../docs/positions.md")
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
