package load_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"evolab/ship/load"
)

// A constant that has moved to another package is noticed, and not left as it
// is without a word.
func TestConstantsOfPackagesThatAreGone(t *testing.T) {
	sources := fstest.MapFS{
		"a/a.go": {Data: []byte("package a\n\nconst Size = 1\n")},
		"b/b.go": {Data: []byte("package b\n\nconst Size = 2\n")},
	}
	for _, c := range []struct{ key, want string }{
		{"evolab/a.Size", ""},
		{"evolab/b.Size", ""}, // which a does not import
		{"evolab/a.Gone", "evolab/a has no constant Gone"},
		{"evolab/gone.Size", "there is no package evolab/gone"},
	} {
		_, err := load.Load(load.Options{Sources: sources, Constants: map[string]int64{c.key: 3}}, "evolab/a")
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.key, err, c.want)
		}
	}
}
