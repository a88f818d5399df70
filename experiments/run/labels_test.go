package run

import (
	"strings"
	"testing"
)

func TestLabels(t *testing.T) {
	folder := t.TempDir()
	if l, err := ReadLabels(folder); err != nil || len(l.Tags) != 0 {
		t.Fatal(l, err)
	}
	for _, tag := range []string{"good", "best"} {
		if _, err := ChangeLabels(folder, func(l *Labels) { l.Tags = append(l.Tags, tag) }); err != nil {
			t.Fatal(err)
		}
	}
	if l, err := ReadLabels(folder); err != nil || strings.Join(l.Tags, " ") != "good best" {
		t.Error(l, err)
	}
}
