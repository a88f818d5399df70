package compile

import "path/filepath"

// Language is what a program is written in.
type Language string

// The languages; Executable is anything but a source.
const (
	Python     Language = "Python"
	Cpp        Language = "C++"
	Java       Language = "Java"
	Executable Language = "executable"
)

// endings maps the endings of source files to their languages.
var endings = map[string]Language{".py": Python, ".cpp": Cpp, ".cc": Cpp, ".cxx": Cpp, ".java": Java}

// LanguageOf returns the language by the file's ending.
func LanguageOf(name string) Language {
	if l, ok := endings[filepath.Ext(name)]; ok {
		return l
	}
	return Executable
}
