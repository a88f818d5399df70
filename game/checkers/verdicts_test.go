package checkers

import (
	"bufio"
	"compress/gzip"
	"os"
	"slices"
	"strings"
	"testing"
)

// The course's own referee judged these moves of real games. A line holds the
// rows, the side to move, the lines of the move joined by semicolons (a blank
// is an underscore), and the verdict. What that referee let through although
// the rules forbid it is called lenient, and is refused here.
func TestOfficialVerdicts(t *testing.T) {
	file, err := os.Open("testdata/official-verdicts.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for lines := bufio.NewScanner(text); lines.Scan(); {
		f := strings.Fields(lines.Text())
		rows, side, move, verdict := f[0], f[1], strings.ReplaceAll(f[2], "_", " "), f[3]
		count[verdict]++
		if got := isLegal(t, rows+" "+side[:1], move); got != (verdict == "valid") {
			t.Errorf("%s: legal is %v", lines.Text(), got)
		}
	}
	if count["valid"] != 4500 || count["invalid"] != 184 || count["lenient"] != 100 {
		t.Errorf("verdicts: %v", count)
	}
}

func isLegal(t *testing.T, position, move string) bool {
	t.Helper()
	s, err := Parse("", position)
	if err != nil {
		t.Fatal(err)
	}
	m, err := parseMove(&s, move)
	return err == nil && slices.Contains(s.Moves(nil), m)
}
