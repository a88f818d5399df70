package check

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/agent/frozen"
	"evolab/internal/progress"
)

// A program that gives other answers, too few, or fails is found out.
func TestDifferencesAreFound(t *testing.T) {
	g, err := agent.FindGame("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	w, err := frozen.Weights("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	list, err := questions(g, "", 5, 50, 1)
	if err != nil {
		t.Fatal(err)
	}
	want, err := answers(context.Background(), g, "", w, list, progress.None{})
	if err != nil {
		t.Fatal(err)
	}
	good := strings.Join(want, "\n") + "\n"
	for name, test := range map[string]struct {
		script string
		differ bool // else another error
	}{
		"other": {"cat <<end\n" + strings.Replace(good, want[4], "1 2 3 4", 1) + "end", true},
		"few":   {"cat <<end\n" + want[0] + "\nend", true},
		"fails": {"exit 1", false},
		"loud":  {"cat <<end\n" + good + "end\necho oops >&2", false},
	} {
		file := filepath.Join(t.TempDir(), "program")
		if err := os.WriteFile(file, []byte("cat >/dev/null\n"+test.script+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		task := Task{Game: g, Weights: w, Progress: progress.None{}}
		err := task.compare(context.Background(), list, want, "sh", file)
		if err == nil || errors.Is(err, ErrDiffers) != test.differ {
			t.Errorf("%s: %v", name, err)
		}
	}
	file := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(file, []byte("cat >/dev/null\ncat <<end\n"+good+"end\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	task := Task{Game: g, Weights: w, Progress: progress.None{}}
	if err := task.compare(context.Background(), list, want, "sh", file); err != nil {
		t.Error(err)
	}
}
