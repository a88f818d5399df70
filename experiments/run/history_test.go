package run

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"evolab/internal/files"
)

func TestStates(t *testing.T) {
	event := func(what string) string {
		return `{"at":"2026-01-02T03:04:05Z","what":"` + what + `","host":"elsewhere"}` + "\n"
	}
	for _, c := range []struct{ name, history, want string }{
		{"nobody works on it", event(Started), IsCrashed},
		{"torn", event(Started) + `{"at":`, IsCrashed},
		{"killed after it was resumed", event(Interrupted) + event(Resumed), IsCrashed},
		{"interrupted", event(Started) + event(Interrupted), IsInterrupted},
		{"failed", event(Started) + event(Failed), IsCrashed},
		{"finished", event(Started) + event(Finished), IsFinished},
		{"of an earlier version, without champion", "", IsCrashed},
	} {
		folder := t.TempDir()
		if c.history != "" {
			write(t, folder, HistoryFile, c.history)
		}
		if s, err := ReadState(folder); err != nil || s.Status != c.want {
			t.Errorf("%s: %+v, %v, want %s", c.name, s, err, c.want)
		}
		lock, err := files.TakeLock(filepath.Join(folder, LockFile))
		if err != nil {
			t.Fatal(err)
		}
		if s, err := ReadState(folder); err != nil || s.Status != IsRunning {
			t.Errorf("%s, with a process at work: %+v, %v", c.name, s, err)
		}
		if err := lock.Close(); err != nil {
			t.Fatal(err)
		}
	}
	// A heartbeat on another machine is one, though its lock cannot be seen.
	folder := t.TempDir()
	write(t, folder, HistoryFile, event(Started))
	write(t, folder, LockFile, "")
	if s, err := ReadState(folder); err != nil || s.Status != IsRunning {
		t.Errorf("elsewhere: %+v, %v", s, err)
	}
	if _, err := ReadEnvironment(folder); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

func FuzzReadHistory(f *testing.F) {
	f.Add([]byte(`{"at":"2026-01-02T03:04:05Z","what":"started"}` + "\n{"))
	f.Fuzz(func(t *testing.T, data []byte) {
		folder := t.TempDir()
		write(t, folder, HistoryFile, string(data))
		if _, err := ReadState(folder); err != nil {
			t.Errorf("%q: %v", data, err)
		}
	})
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
