package tournament

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"evolab/internal/files"
)

// A line that is no game, or a game that cannot have ended so, stops the tournament's
// resumption, with file and line.
func TestDamagedJournalsAreNotResumed(t *testing.T) {
	c, root := load(t, "openings.plies=4"), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, folder, err := Play(ctx, c, Options{Root: root, Workers: 1, Observer: &stopper{7, cancel}})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	path := filepath.Join(folder, JournalFile)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(good), "\n")
	for n, line := range lines[:7] {
		bad := append([]string{}, lines...)
		bad[n] = strings.Replace(line, `"reason":"normal"`, `"reason":"ply-limit"`, 1)
		if err := os.WriteFile(path, []byte(strings.Join(bad, "")), 0o644); err != nil {
			t.Fatal(err)
		}
		_, _, err := Play(t.Context(), c, Options{Root: root, Resume: true})
		var changed *files.Changed
		if !errors.As(err, &changed) || changed.Changes[0] != (files.Change{File: JournalFile, Line: n + 1, What: changed.Changes[0].What}) {
			t.Errorf("line %d: %v", n+1, err)
		}
	}
	if err := os.WriteFile(path, []byte(lines[0]+"{}\n"+lines[1]), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Play(t.Context(), c, Options{Root: root, Resume: true}); err == nil || !strings.Contains(err.Error(), path+`": line 2 is none of such a journal`) {
		t.Errorf("a line that is no game: %v", err)
	}
	if err := os.WriteFile(path, good, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Play(t.Context(), c, Options{Root: root, Resume: true}); err != nil {
		t.Fatal(err)
	}
	if err := Sums(folder).Require(nil); err != nil || !Sums(folder).Exist() {
		t.Errorf("resumed: %v", err)
	}
}

// The newest tournament is the one that began last, whatever time of day its name has.
func TestTheNewestTournamentIsContinued(t *testing.T) {
	root, text := t.TempDir(), []byte("name: a\n")
	began := time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC)
	put := func(name string, config []byte) {
		t.Helper()
		folder := filepath.Join(root, name)
		if err := errors.Join(os.Mkdir(folder, 0o755), os.WriteFile(filepath.Join(folder, ConfigFile), config, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	put("2026-10-25-023000-a", configText(text, nil, began))
	put("2026-10-25-013000-a", configText(text, nil, began.Add(time.Hour)))
	put("2026-10-25-030000-other", configText(text, nil, began.Add(2*time.Hour)))
	put("2026-10-24-000000-a", text) // of an earlier version
	at := began.Add(-24 * time.Hour)
	if err := os.Chtimes(filepath.Join(root, "2026-10-24-000000-a", ConfigFile), at, at); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]time.Time{"2026-10-25-013000-a": began.Add(time.Hour), "2026-10-24-000000-a": at} {
		if got := Began(filepath.Join(root, name)); !got.Equal(want) {
			t.Errorf("%s began %v, want %v", name, got, want)
		}
	}
	if folder, err := findFolder(root, "a", text, func(*Config) {}); filepath.Base(folder) != "2026-10-25-013000-a" || err != nil {
		t.Errorf("%s, %v", folder, err)
	}
}

// Of two commands that continue a tournament at once, before there is one, one plays it, and
// the other is told so.
func TestOneTournamentIsContinuedOnce(t *testing.T) {
	c, root := load(t), t.TempDir()
	failed := make([]error, 3)
	var group sync.WaitGroup
	for i := range failed {
		group.Go(func() { _, _, failed[i] = Play(t.Context(), c, Options{Root: root, Resume: true, Workers: 1}) })
	}
	group.Wait()
	for _, err := range failed {
		if err != nil && !errors.Is(err, files.ErrLocked) {
			t.Error(err)
		}
	}
	if made, err := filepath.Glob(filepath.Join(root, "2*")); len(made) != 1 || err != nil {
		t.Errorf("%v, %v", made, err)
	}
}
