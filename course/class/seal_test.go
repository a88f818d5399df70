//go:build unix

package class

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evolab/arena"
	"evolab/internal/longtest"
	"evolab/internal/seal"
	"evolab/internal/seal/sealtest"
	"evolab/internal/tooltest"
)

// Each removed file and each random damage of a class's results is named; 300 of them
// with -long. With a key, results that were made anew without it are found out, and the
// page says which seal it was.
func TestEveryDamageIsNamed(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	folder, out := class(t), filepath.Join(t.TempDir(), "results")
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, []byte("a key that nobody can guess"), 0o600); err != nil {
		t.Fatal(err)
	}
	key, err := seal.ReadKey(path)
	if err != nil {
		t.Fatal(err)
	}
	examinedWith(t, folder, out, key)
	o := options(t, folder, out)
	o.Key = key
	if _, err := Grade(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if page := read(t, out, IndexFile); !strings.Contains(page, "Sealed with key "+key.ID()+" (hmac-sha256)") {
		t.Errorf("the page does not say how it is sealed:\n%s", page)
	}
	times := 30
	if longtest.Enabled() {
		times = 300
	}
	sealtest.EachDamage(t, out, times, func() string {
		r, err := Examine(t.Context(), out, key)
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, c := range r.Changes {
			list = append(list, c.String())
		}
		return strings.Join(list, "; ")
	})

	// Points that were made up: the journal, and then the whole folder, are written anew.
	games := filepath.Join(out, JournalFile)
	forged := strings.ReplaceAll(read(t, games), `"winner":"random"`, `"winner":"nobody"`)
	if err := os.WriteFile(games, []byte(forged), 0o644); err != nil {
		t.Fatal(err)
	}
	o = options(t, folder, out)
	o.Key, o.Resume = key, true
	var changed *seal.Changed
	if _, err := Grade(t.Context(), o); !errors.As(err, &changed) || changed.Changes[0].File != JournalFile {
		t.Errorf("resumed on edited games: %v", err)
	}
	plain := filepath.Join(t.TempDir(), "results")
	examined(t, folder, plain)
	if _, err := Grade(t.Context(), options(t, folder, plain)); err != nil {
		t.Fatal(err)
	}
	if page := read(t, plain, IndexFile); !strings.Contains(page, "Sealed with plain hashes (sha256), without a key") {
		t.Errorf("the page does not say how it is sealed:\n%s", page)
	}
	if r, err := Examine(t.Context(), plain, seal.Key{}); err != nil || len(r.Changes) > 0 {
		t.Errorf("%v, %v", r.Changes, err)
	}
	if r, err := Examine(t.Context(), plain, key); err != nil || len(r.Changes) == 0 {
		t.Errorf("made without the key: %v, %v", r.Changes, err)
	}
}

// distrusting is a pool that plays all games, and then finds one of a worker to be wrong.
type distrusting struct{}

func (distrusting) Run(ctx context.Context, r arena.Round, jobs []arena.Job) ([]arena.Record, error) {
	done := r.Done
	r.Done = func(rec arena.Record) {
		rec.By = []string{"ann", "bob"}[rec.Job%2]
		rec.Word = rec.By
		done(rec)
	}
	if _, err := (arena.Cores{}).Run(ctx, r, jobs); err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("cluster: %w", &arena.Distrusted{Worker: "ann", Cause: "it reports another game", Of: []string{r.Of}})
}

// Of results to which wrong games of a worker belong those stay that others have played.
func TestDistrustedGamesAreForgotten(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	folder, out := class(t), filepath.Join(t.TempDir(), "results")
	examined(t, folder, out)
	o := options(t, folder, out)
	o.Pool = distrusting{}
	if _, err := Grade(t.Context(), o); arena.DistrustedIn(err, "") == nil {
		t.Fatal(err)
	}
	kept, err := arena.ReadJournal(filepath.Join(out, JournalFile))
	if err != nil || len(kept) == 0 || slices.ContainsFunc(kept, func(l arena.Line) bool { return l.By != "bob" }) {
		t.Errorf("kept: %+v, %v", kept, err)
	}
	o = options(t, folder, out)
	o.Resume = true
	if _, err := Grade(t.Context(), o); err != nil {
		t.Error(err)
	}
}
