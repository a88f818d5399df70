package experiments

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// The commented examples name the schema, and are what evolve config prints.
func TestCommentedExperiments(t *testing.T) {
	files, err := filepath.Glob("*.yaml")
	if err != nil || len(files) != len(Names())+len([]string{needsCheckout}) {
		t.Fatal(files, Names(), err)
	}
	for _, name := range Names() {
		first := "# yaml-language-server: $schema=schema.json\n"
		if name == "tournament" { // which the schema does not describe
			first = "# A tournament"
		}
		text, err := Commented(name)
		if err != nil || !bytes.HasPrefix(text, []byte(first)) {
			t.Errorf("%s: %v\n%.80s", name, err, text)
		}
	}
	if _, err := Commented("go"); err == nil || !strings.Contains(err.Error(), "ga, ") {
		t.Error(err)
	}
}
