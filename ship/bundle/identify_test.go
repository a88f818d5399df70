package bundle_test

import (
	"os"
	"path/filepath"
	"testing"

	"evolab/course"
	"evolab/course/doctor"
	"evolab/internal/longtest"
	"evolab/ship/bundle"
)

// A shipped folder, or its source alone, is enough to find out the game. Without
// -long, those are looked at that other tests translate too.
func TestDoctorKnowsTheGame(t *testing.T) {
	for _, game := range []string{"littlego", "checkers", "halma", "konane"} {
		for _, lang := range bundle.Languages() {
			if lang != "python" && game != "littlego" && !longtest.Enabled() {
				continue
			}
			dir, list := handedIn(t, order(t, findGame(t, game), lang))
			for _, path := range []string{dir, filepath.Join(dir, list[0].Name)} {
				if got, err := doctor.Identify(path); err != nil || got.Game != game || got.Why == "" {
					t.Errorf("%s in %s: %+v, %v", game, lang, got, err)
				}
			}
			if err := os.Rename(filepath.Join(dir, "README.txt"), filepath.Join(dir, "read.me")); err != nil {
				t.Fatal(err)
			}
			if got, err := doctor.Identify(dir); err != nil || got.Game != game {
				t.Errorf("%s in %s, no README: %+v, %v", game, lang, got, err)
			}
		}
	}
}

// Every agent that is shipped for a course gets a verdict without a budget: no
// check is left out. CPU time is what an idle machine takes; compiling is quick.
func TestDoctorReachesAVerdict(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("only with -long: nine examinations")
	}
	for _, h := range allHanded {
		dir, _ := handedIn(t, order(t, findGame(t, h.game), h.lang))
		assignment, err := course.Find(h.game)
		if err != nil {
			t.Fatal(err)
		}
		r, err := doctor.Examine(t.Context(), dir, doctor.Options{Course: assignment, Year: assignment.Years[0]})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != doctor.Accept || r.Unchecked > 0 || r.Played+r.Cut < 2 {
			t.Errorf("%s in %s: %s, %d unchecked: %v", h.game, h.lang, r.Summary(), r.Unchecked, r.Missing)
		}
		t.Logf("%s in %s: %s", h.game, h.lang, r.Summary())
	}
}
