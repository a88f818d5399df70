package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// MaxBytes is far more than a config needs, and few enough to read at once.
const MaxBytes = 64 << 10

// checkText reports invalid characters. It returns the text without a byte order mark.
func checkText(name string, order int, data []byte, problems *problemList) (string, *sourceText, bool) {
	if len(data) > MaxBytes {
		at := place{text: &sourceText{name: name, order: order}}
		problems.add(at, "", "the text is too long", fmt.Sprintf("%d bytes", MaxBytes))
		return "", at.text, false
	}
	text := strings.TrimPrefix(string(data), "\uFEFF")
	source := newSourceText(name, order, text)
	if i := invalidByte(text); i >= 0 {
		problems.add(source.offset(text, i), "", fmt.Sprintf("byte 0x%02X is not part of UTF-8 text", text[i]), "UTF-8")
		return "", source, false
	}
	for i, r := range text {
		if unicode.IsControl(r) && !strings.ContainsRune("\t\n\r\u0085", r) {
			problems.add(source.offset(text, i), "", fmt.Sprintf("control character %U", r), "")
			return "", source, false
		}
	}
	return text, source, true
}

func invalidByte(text string) int {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// offset returns the place of a byte of the text.
func (t *sourceText) offset(text string, i int) place {
	lines := splitLines(text[:i])
	return place{t, len(lines), utf8.RuneCountInString(lines[len(lines)-1]) + 1}
}

// parseText reads exactly one YAML document. An empty text is nil without a problem.
func parseText(text string, source *sourceText, key string, problems *problemList) (root *yaml.Node, ok bool) {
	docs, err := readDocuments(text)
	if err != nil {
		at, message := syntaxProblem(text, source, err)
		problems.add(at, key, message, "")
		return nil, false
	}
	if len(docs) > 1 {
		at := place{source, docs[1].Line, docs[1].Column}
		problems.add(at, key, "a second document begins", "one document")
		return nil, false
	}
	if len(docs) == 0 || len(docs[0].Content) == 0 {
		return nil, true
	}
	return docs[0].Content[0], true
}

// readDocuments reads two documents at most.
func readDocuments(text string) (docs []*yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil { // the parser panics on a few malformed texts
			err = fmt.Errorf("the YAML parser gave up: %v", r)
		}
	}()
	d := yaml.NewDecoder(bytes.NewReader([]byte(text)))
	for len(docs) < 2 {
		var doc yaml.Node
		if err := d.Decode(&doc); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		docs = append(docs, &doc)
	}
	return docs, nil
}

var yamlMessage = regexp.MustCompile(`(?s)^yaml: (?:line (\d+): )?(.*)$`)

// syntaxProblem finds the place of a syntax error. The parser's own line number is often
// too low, so it looks for the longest valid beginning.
func syntaxProblem(text string, source *sourceText, err error) (place, string) {
	line, message := 1, err.Error()
	if m := yamlMessage.FindStringSubmatch(message); m != nil {
		message = m[2]
		if n, err := strconv.Atoi(m[1]); err == nil {
			line = min(n, len(source.lines))
		}
	}
	if good, ok := goodLines(source.lines); ok {
		line = good + 1
	}
	shown := source.lines[line-1]
	rest := strings.TrimLeft(shown, " ")
	at := place{source, line, len(shown) - len(rest) + 1}
	if strings.HasPrefix(rest, "\t") {
		return at, "a tab in the indentation; YAML wants spaces"
	}
	return at, "not YAML: " + message
}

// goodLines counts the lines of the longest beginning that is YAML.
func goodLines(lines []string) (int, bool) {
	const maxSyntaxWork = 4 << 20 // bytes to parse times lines
	text := strings.Join(lines, "\n")
	if len(text)*len(lines) > maxSyntaxWork {
		return 0, false
	}
	for n := len(lines) - 1; n > 0; n-- {
		text = strings.Join(lines[:n], "\n")
		if _, err := readDocuments(text + "\n"); err == nil {
			return n, true
		}
	}
	return 0, true
}
