package compile

import (
	"fmt"
	"regexp"
	"strings"

	"evolab/internal/untrusted"
)

var (
	// place ends what a compiler or an interpreter writes before its first complaint about
	// a line of a source: the number of the line.
	place = regexp.MustCompile(`:(\d+):(?:\d+:)? (?:fatal )?error: `)
	// shownLine is a line of g++'s own excerpt: the number or blanks, a bar and a text.
	shownLine = regexp.MustCompile(`^ *\d* \| ?(.*)$`)
	caretLine = regexp.MustCompile(`^[ \t]*\^`)
)

// excerpt is the line of source that the first complaint is about, with its number, and a
// caret below if the tool shows where in it; "" if it shows no line.
func excerpt(output string) string {
	lines := strings.Split(output, "\n")
	for i, line := range lines {
		m := place.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if i+1 >= len(lines) {
			return ""
		}
		text, below := lines[i+1], ""
		if i+2 < len(lines) {
			below = lines[i+2]
		}
		if bar := shownLine.FindStringSubmatch(text); bar != nil {
			text = bar[1]
			if bar = shownLine.FindStringSubmatch(below); bar != nil {
				below = bar[1]
			}
		} else if !caretLine.MatchString(below) {
			return ""
		}
		return numbered(m[1], text, strings.IndexByte(below, '^'))
	}
	return ""
}

// numbered is a line of source with its number, and a caret below it, which counts
// characters; below 0: none. Of a long line it is what stands around the caret.
func numbered(number, text string, caret int) string {
	const most, before = 100, 60 // characters, of them to the left of a caret
	runes := []rune(strings.Map(func(r rune) rune {
		if r == '\t' { // seen, since tabs beside blanks may be the mistake
			return '→'
		}
		return r
	}, strings.TrimRight(text, " \t\r")))
	if caret > len(runes) {
		caret = len(runes)
	}
	const gap = "..."
	if from := caret - before; from > 0 && len(runes) > most {
		runes, caret = append([]rune(gap), runes[from:]...), before+len(gap)
	}
	if len(runes) > most {
		runes = append(runes[:most:most], []rune(gap)...)
	}
	shown := number + " | " + oneForOne(string(runes))
	if caret >= 0 {
		shown += fmt.Sprintf("\n%*s | %*s", len(number), "", caret+1, "^")
	}
	return shown
}

// oneForOne is somebody else's text without what terminals and browsers obey; a question
// mark replaces each such character, so that the others stay where they are.
func oneForOne(text string) string {
	return strings.Map(func(r rune) rune {
		if untrusted.Obeyed(r) {
			return '?'
		}
		return r
	}, text)
}
