package course

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"
)

// frames are the patterns of the places that tracebacks and stack traces name.
type frames struct {
	python *regexp.Regexp // its file and line
	java   *regexp.Regexp // its method, file and line
	// library matches the files and methods that come with the interpreter.
	library *regexp.Regexp
}

// tracebacks has the frames' patterns. Only gradings need them.
var tracebacks = sync.OnceValue(func() frames {
	return frames{
		python:  regexp.MustCompile(`(?m)^ *File "([^"\n]+)", line (\d+)`),
		java:    regexp.MustCompile(`(?m)^\s*at ([\w.$<>/@]+)\(([\w$]+\.java):(\d+)\)$`),
		library: regexp.MustCompile(`^<|/lib(?:64)?/python|/(?:site|dist)-packages/|^(?:java|jdk)\.[\w.]+(?:@[\w.]+)?/|^(?:java|javax|jdk|sun|com\.sun)\.`),
	}
})

// ownLine is the line of the program's own files in which it failed, by the end of its
// standard error: the innermost one that is not in a library. "" if none is named.
func ownLine(stderr string) string {
	f := tracebacks()
	root := ""
	place := ""
	for i, m := range f.python.FindAllStringSubmatch(stderr, -1) {
		file := m[1]
		if i == 0 && strings.HasPrefix(stderr, "Traceback") { // the program's own file calls all others
			root = path.Dir(file)
		}
		if !f.library.MatchString(file) {
			place = inLine(m[2], relative(root, file))
		}
	}
	if place != "" {
		return place
	}
	if at := lastJavaCause(stderr); at >= 0 {
		stderr = stderr[at:]
	}
	for _, m := range f.java.FindAllStringSubmatch(stderr, -1) {
		if !f.library.MatchString(m[1]) {
			return inLine(m[3], m[2])
		}
	}
	return ""
}

func inLine(number, file string) string { return fmt.Sprintf("line %s of %s", number, file) }

// relative is a file's path below a folder, or its name if it is elsewhere.
func relative(root, file string) string {
	if rest, below := strings.CutPrefix(file, root+"/"); below && root != "" {
		return rest
	}
	if path.IsAbs(file) {
		return path.Base(file)
	}
	return file
}

// lastJavaCause is where the last exception of a Java stack trace begins; -1: nowhere.
func lastJavaCause(stderr string) int {
	at := max(strings.LastIndex(stderr, "\nCaused by: "), strings.LastIndex(stderr, "\nException in thread "))
	if at < 0 && strings.HasPrefix(stderr, "Exception in thread ") {
		return 0
	}
	return at
}
