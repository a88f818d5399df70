package compile

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// Names are the files that a game's course accepts; the zero value accepts any.
type Names struct {
	Sources []string // the accepted names of the program; of a language, the usual one first
	Helpers []string // extensions of accepted helper files
	Second  string   // an accepted second program, without its extension; "" for none
	Book    string   // the file of proven openings; "" for none
}

// Helper reports whether a file of this name may come along with a program.
func (n *Names) Helper(name string) bool { return slices.Contains(n.Helpers, filepath.Ext(name)) }

// IsSecond reports whether a file is the source of the course's second program.
func (n *Names) IsSecond(name string) bool {
	return n.Second != "" && LanguageOf(name) != Executable && strings.TrimSuffix(name, filepath.Ext(name)) == n.Second
}

// Right returns the accepted name of a source in the same language, or "".
func (n *Names) Right(name string) string {
	for _, s := range n.Sources {
		if LanguageOf(s) == LanguageOf(name) {
			return s
		}
	}
	return ""
}

// expected says what a folder is searched for.
func (n *Names) expected() string {
	endings := strings.Join(slices.Sorted(maps.Keys(endings)), ", ")
	if len(n.Sources) == 0 {
		return "one source file (" + endings + ") or one executable"
	}
	return strings.Join(n.Sources, " or ") + ", else one source file (" + endings + ") or one executable"
}
