package experiments

import (
	"bytes"
	"strings"
	"testing"
)

// The commented examples name the schema, and are what evolve config prints.
func TestCommentedExperiments(t *testing.T) {
	entries, err := commented.ReadDir(".")
	if err != nil || len(entries) < 7 {
		t.Fatal(entries, err)
	}
	for _, e := range entries {
		text, err := Commented(strings.TrimSuffix(e.Name(), ".yaml"))
		if err != nil || !bytes.HasPrefix(text, []byte("# yaml-language-server: $schema=schema.json\n")) {
			t.Errorf("%s: %v\n%.80s", e.Name(), err, text)
		}
	}
	if _, err := Commented("go"); err == nil || !strings.Contains(err.Error(), "ga, ") {
		t.Error(err)
	}
}
