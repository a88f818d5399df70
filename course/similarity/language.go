package similarity

import (
	"path"
	"slices"
	"strings"
)

// Language is a language of programs, as the tools for sources know it.
type Language struct {
	Name         string // also of its folder in an export
	Dolos, JPlag string // what the tools call it
	endings      []string
}

// Languages are those of the courses.
func Languages() []Language {
	return []Language{
		{"python", "python", "python3", []string{".py"}},
		{"cpp", "cpp", "cpp", []string{".cpp", ".cc", ".cxx", ".h", ".hpp"}},
		{"java", "java", "java", []string{".java"}},
	}
}

// languageOf is the language of a source, by the end of its name; nil for other files.
func languageOf(name string) *Language {
	for _, l := range Languages() {
		if slices.Contains(l.endings, strings.ToLower(path.Ext(name))) {
			return &l
		}
	}
	return nil
}
