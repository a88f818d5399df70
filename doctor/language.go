package doctor

import "path/filepath"

// language is what a program is written in.
type language string

const (
	python     language = "Python"
	cpp        language = "C++"
	java       language = "Java"
	executable language = "executable"
)

// languageOf tells the language by the file's ending; executable is everything
// that is no source.
func languageOf(name string) language {
	switch filepath.Ext(name) {
	case ".py":
		return python
	case ".cpp", ".cc", ".cxx":
		return cpp
	case ".java":
		return java
	}
	return executable
}
