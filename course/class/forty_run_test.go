//go:build unix

package class

import (
	"encoding/csv"
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"
)

// A class of forty is graded the same, byte for byte, with three kills on the way; what
// submissions do harms nobody, and what cannot be graded says why.
func TestForty(t *testing.T) {
	if !*long {
		t.Skip("it takes long; TestFew is a small one")
	}
	available(t, "python3", "g++", "javac", "java")
	y := newYard(t, fmt.Sprint(86_000_000+os.Getpid()))
	y.forty()
	out := y.alike(ordered{Games: 4}, 12, 60, 300)
	y.statuses(out, map[Status]int{Rehearsal: 34, Broken: 3, Archive: 1, Link: 1, TooLarge: 1})
}

// The same with a few, and few games.
func TestFew(t *testing.T) {
	if !*long {
		t.Skip("it takes seconds; run with -long")
	}
	t.Parallel()
	available(t, "python3")
	y := newYard(t, fmt.Sprint(86_000_000+os.Getpid()))
	y.attacker("it leaves, \"processes\"", "leaves processes", briefly)
	y.attacker("it spies", "spies", briefly)
	y.failing("<script>", "my_player3.py that dies")
	y.put("secret", "diary.txt", marker)
	y.alike(ordered{Games: 2, Opponents: 1, Examined: true}, 6)
}

// statuses counts the rows of the gradebook.
func (y *yard) statuses(out string, want map[Status]int) {
	y.Helper()
	rows, err := csv.NewReader(strings.NewReader(read(y.T, out, GradebookFile))).ReadAll()
	if err != nil {
		y.Fatal(err)
	}
	got := map[Status]int{}
	for _, row := range rows[1:] {
		got[Status(row[1])]++
	}
	if !maps.Equal(got, want) {
		y.Errorf("%v, want %v", got, want)
	}
}
