// Package configtest checks that a commented config file says what the tags of
// its struct say.
package configtest

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"evolab/internal/config"
)

var keyLine = regexp.MustCompile(`^( *)(?:# )?([a-z_]+):(?: |$)`)

// Documented fails where a file does not describe each of the keys, active or
// itself a comment, in a comment above it that ends with the key's summary. The
// keys of a list's items are described in the list's comment.
func Documented(t *testing.T, path string, keys []config.Key) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	comments := commentsOf(string(text), keys)
	for _, k := range keys {
		list, item, isItem := strings.Cut(k.Path, ".N.")
		comment := comments[list]
		switch {
		case k.Doc == "" || k.Allowed == "":
			t.Errorf("%s: doc %q, allowed %q", k.Path, k.Doc, k.Allowed)
		case comment == "":
			t.Errorf("%s: no comment", k.Path)
		case isItem && !regexp.MustCompile(`\b`+item+`: [^\[\]]+ `+regexp.QuoteMeta(k.Summary())).MatchString(comment):
			t.Errorf("%s: want %q in %q", k.Path, item+": ... "+k.Summary(), comment)
		case !isItem && !strings.HasSuffix(comment, k.Summary()):
			t.Errorf("%s: want %q at the end of %q", k.Path, k.Summary(), comment)
		}
	}
}

// commentsOf returns the comment above each key as one line.
func commentsOf(text string, keys []config.Key) map[string]string {
	comments := map[string]string{}
	var path, comment []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		m := keyLine.FindStringSubmatch(line)
		known := false
		if m != nil {
			path = append(path[:min(len(m[1])/2, len(path))], m[2])
			name := strings.Join(path, ".")
			known = slices.ContainsFunc(keys, func(k config.Key) bool { return k.Path == name })
		}
		if known {
			comments[strings.Join(path, ".")] = strings.Join(comment, " ")
			comment = nil
		} else if words, ok := strings.CutPrefix(strings.TrimSpace(line), "#"); ok {
			comment = append(comment, strings.TrimSpace(words))
		} else {
			comment = nil
		}
	}
	return comments
}
