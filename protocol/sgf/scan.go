package sgf

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// property is one of a node's, with its values as they are in the file.
type property struct {
	name   string
	values []string
	at     int // where it begins in the data
}

// tree is the main line of a game tree: its nodes from the root.
type tree struct {
	nodes [][]property
	at    int
}

// scanner goes through a file once.
type scanner struct {
	data []byte
	at   int
}

// fail is an error with the place in the file.
func (s *scanner) fail(at int, format string, args ...any) error {
	before := s.data[:min(at, len(s.data))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	return fmt.Errorf("sgf: line %d, column %d: %s", line, column, fmt.Sprintf(format, args...))
}

// skip goes to the next byte that is not white space; it is 0 at the end.
func (s *scanner) skip() byte {
	for s.at < len(s.data) {
		if c := s.data[s.at]; !strings.ContainsRune(" \t\r\n\v\f", rune(c)) {
			return c
		}
		s.at++
	}
	return 0
}

// begin skips the text of mails and pages before the first tree.
func (s *scanner) begin() error {
	for s.at = 0; s.at < len(s.data); s.at++ {
		if s.data[s.at] != '(' {
			continue
		}
		open := s.at
		s.at++
		if s.skip() == ';' {
			s.at = open
			return nil
		}
		s.at = open
	}
	return s.fail(0, "no game is here (expected: a game tree, which begins with \"(;\")")
}

// tree reads a game tree. The main line takes the first variation at every branch: it
// is everything before the first closing bracket.
func (s *scanner) tree() (tree, error) {
	t := tree{at: s.at}
	depth, main := 0, true
	for {
		switch c := s.skip(); {
		case c == '(':
			depth++
			s.at++
			if s.skip() != ';' {
				return t, s.fail(s.at, "%s (expected: ; after the opening bracket)", s.found())
			}
		case c == ')':
			main = false
			s.at++
			if depth--; depth == 0 {
				return t, nil
			}
		case c == ';' && depth > 0:
			s.at++
			node, err := s.node()
			if err != nil {
				return t, err
			}
			if main {
				t.nodes = append(t.nodes, node)
			}
		default:
			return t, s.fail(s.at, "%s (expected: a game tree's (, ; or closing bracket)", s.found())
		}
	}
}

// found says what is at the place of an error.
func (s *scanner) found() string {
	if s.at >= len(s.data) {
		return "the file ends"
	}
	r, _ := utf8.DecodeRune(s.data[s.at:])
	return fmt.Sprintf("found %q", r)
}

func (s *scanner) node() ([]property, error) {
	var node []property
	for isLetter(s.skip()) {
		p, err := s.property()
		if err != nil {
			return nil, err
		}
		node = append(node, p)
	}
	return node, nil
}

func isLetter(c byte) bool { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' }

// property reads a name and its values. It ignores the lower-case letters in names of
// old files.
func (s *scanner) property() (property, error) {
	p := property{at: s.at}
	var name []byte
	for ; s.at < len(s.data) && isLetter(s.data[s.at]); s.at++ {
		if c := s.data[s.at]; c <= 'Z' {
			name = append(name, c)
		}
	}
	p.name = string(name)
	if p.name == "" {
		return p, s.fail(p.at, "a property %.20q without a capital letter", s.data[p.at:s.at])
	}
	for s.skip() == '[' {
		value, err := s.value()
		if err != nil {
			return p, err
		}
		p.values = append(p.values, value)
	}
	if len(p.values) == 0 {
		return p, s.fail(s.at, "%s (expected: [ with the value of %.20s)", s.found(), p.name)
	}
	return p, nil
}

// value reads up to the bracket that closes it.
func (s *scanner) value() (string, error) {
	open := s.at
	for s.at++; s.at < len(s.data); s.at++ {
		switch s.data[s.at] {
		case '\\':
			s.at++
		case ']':
			s.at++
			return string(s.data[open+1 : s.at-1]), nil
		}
	}
	return "", s.fail(open, "a value without its closing bracket")
}
