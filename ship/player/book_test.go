package player

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"evolab/game/littlego"
	searchlg "evolab/search/littlego"
)

// oneAnswer is a book that begins at 0,1, which no search would.
func oneAnswer(t *testing.T) string {
	t.Helper()
	s, err := littlego.Start("")
	if err != nil {
		t.Fatal(err)
	}
	m, err := littlego.Rules().ParseMove(&s, "0,1")
	if err != nil {
		t.Fatal(err)
	}
	return string(searchlg.AppendBook(nil, []searchlg.Record{searchlg.Recorded(&s, m)}))
}

func TestBookIsReadFromTheFolder(t *testing.T) {
	const empty = "1\n00000\n00000\n00000\n00000\n00000\n00000\n00000\n00000\n00000\n00000"
	// On the empty board the eight forms of 0,1 are one and the same answer.
	const forms = "0,1 0,3 1,0 1,4 3,0 3,4 4,1 4,3"
	good := oneAnswer(t)
	for _, c := range []struct {
		name, book string
		used       bool
		note       string
	}{
		{"there", good, true, ""},
		{"missing", "", false, ""},
		{"damaged", strings.Replace(good, "-b", "-c", 1), false, "my_player: warning: littlego-book.txt is ignored: book: damaged"},
		{"cut off", good[:30], false, "warning: littlego-book.txt is ignored"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			put(t, dir, inputName, empty)
			if c.book != "" {
				put(t, dir, bookName, c.book)
			}
			var stderr bytes.Buffer
			code := run(dir, 30*time.Millisecond, &stderr)
			answer := strings.TrimSpace(get(t, dir, outputName))
			if code != Done || strings.Contains(forms, answer) != c.used {
				t.Errorf("exit %d, answer %s", code, answer)
			}
			if note := stderr.String(); c.note == "" && note != "" || !strings.Contains(note, c.note) || strings.Count(note, "\n") > 1 {
				t.Errorf("standard error %q, want one line with %q", note, c.note)
			}
		})
	}
}
