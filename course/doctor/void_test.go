package doctor

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evolab/host"
)

// What the machine spoils is made again, and is never held against the program.
func TestABusyMachineIsNoFaultOfTheProgram(t *testing.T) {
	for _, c := range []struct {
		about   string
		from    int // the first of the plies that get no core, counted from 1
		times   int
		voids   []string
		verdict Verdict
	}{
		{"a position, once", 2, 1, nil, Accept},
		{"a position, twice", 2, 2, nil, Accept},
		{"a position, always", 2, 3, []string{"newline at the end of input.txt"}, Incomplete},
		{"a game, once", 3, 1, nil, Accept},
		{"a game, always", 3, 3, []string{"game against random, moving first", "helper files of an old game"}, Incomplete},
		{"everything", 1, 1000, nil, Unknown},
	} {
		t.Run(c.about, func(t *testing.T) {
			t.Parallel()
			o := quick()
			o.Course.Plies = o.Course.Plies[:2]
			ply := 0
			var killed *folder
			o.ask = func(f *folder, _ context.Context, _ []byte, _ host.Limits) (host.Answer, error) {
				if f == killed {
					t.Error("asked again where it was killed")
				}
				if ply++; ply >= c.from && ply < c.from+c.times {
					killed = f
					return host.Answer{}, &host.Failure{Reason: host.Void, Detail: "killed after 25.0 s"}
				}
				return host.Answer{Output: []byte("PASS\n"), CPU: 1}, nil
			}
			r := examine(t, filepath.Join("testdata", "good-python"), o)
			if r.Verdict != c.verdict || strings.Contains(r.Summary(), "would reject") {
				t.Errorf("%s: %s", r.Verdict, r.Summary())
			}
			if c.verdict == Incomplete && (!slices.Equal(r.Voids, c.voids) || !strings.Contains(r.Summary(), c.voids[0])) {
				t.Errorf("%q: %s", r.Voids, r.Summary())
			}
			if t.Failed() {
				t.Log(lines(r))
			}
		})
	}
}
