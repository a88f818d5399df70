package pdn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"evolab/game/checkers"
)

// Parse reads the records of a file, without variations and marks; it joins the
// comments after a move. The error has the line.
func Parse(text string) ([]Game, error) {
	s := scanner{text: strings.TrimPrefix(text, "\ufeff"), next: 1}
	var games []Game
	for {
		w, err := s.word()
		if err != nil {
			return nil, err
		}
		if w.kind == endOfFile {
			return games, nil
		}
		r := reader{scanner: &s}
		if err := r.read(w); err != nil {
			return nil, err
		}
		games = append(games, r.game)
	}
}

// reader reads one record.
type reader struct {
	*scanner
	game    Game
	derived []Tag // the headers that decide fields of the game
	state   checkers.State
}

// read reads a record that begins with the word w, up to its result or the end
// of the file.
func (r *reader) read(w word) error {
	var err error
	for ; w.kind == tagWord && err == nil; w, err = r.word() {
		if err := r.header(w.tag); err != nil {
			return err
		}
	}
	if err == nil {
		err = r.setUp()
	}
	for ; err == nil; w, err = r.word() {
		switch w.kind {
		case commentWord:
			r.comment(w.text)
		case moveWord:
			if err := r.move(w.text); err != nil {
				return err
			}
		case resultWord:
			return r.result(w.text)
		case tagWord:
			return r.fail("a header among the moves (expected: a result before it)")
		default:
			return r.result(find(r.derived, "Result"))
		}
	}
	return err
}

func (r *reader) header(t Tag) error {
	if find(r.derived, t.Name) != "" || r.game.Tag(t.Name) != "" {
		return r.fail("the header %.40s is there twice", t.Name)
	}
	if slices.Contains(derived, t.Name) {
		r.derived = append(r.derived, t)
	} else if t.Value != "" && (t.Value != "?" || !slices.Contains(roster, t.Name)) {
		r.game.Tags = append(r.game.Tags, t)
	}
	return nil
}

// setUp finds the start from the headers.
func (r *reader) setUp() error {
	kind := find(r.derived, "GameType")
	if number, _, _ := strings.Cut(kind, ","); kind != "" && number != "21" {
		return r.fail("game type %.40q (allowed: 21, English draughts)", kind)
	}
	quiet := 0
	if text := find(r.derived, "QuietPlies"); text != "" {
		var err error
		if quiet, err = strconv.Atoi(text); err != nil || quiet < 0 || quiet > checkers.QuietLimit {
			return r.fail("quiet plies %.40q (allowed: 0..%d)", text, checkers.QuietLimit)
		}
	}
	fen := find(r.derived, "FEN")
	if fen == "" {
		fen = "B:W21-32:B1-12"
	}
	var err error
	if r.state, err = ParseFEN(fen, quiet); err != nil {
		return r.fail("%w", err)
	}
	r.game.Start = r.state
	return nil
}

func (r *reader) comment(text string) {
	to := &r.game.Comment
	if n := len(r.game.Plies); n > 0 {
		to = &r.game.Plies[n-1].Comment
	}
	*to = clean(*to + " " + text)
}

func (r *reader) move(text string) error {
	m, err := ParseMove(&r.state, text)
	if err != nil {
		return r.fail("ply %d: %w", len(r.game.Plies)+1, err)
	}
	r.game.Plies = append(r.game.Plies, Ply{Move: m})
	r.state.Play(m, &r.state)
	return nil
}

// result takes the result at the end, or else that of the header.
func (r *reader) result(text string) error {
	var ok bool
	if r.game.Result, ok = parseResult(text); !ok && text != "" && text != "?" {
		return r.fail("result %.40q (allowed: 1-0, 0-1, 1/2-1/2, *)", text)
	}
	if header := find(r.derived, "Result"); header != text && header != "" && header != "?" {
		return r.fail("the game ends with %s, but its header says %.40q", text, header)
	}
	return nil
}

// The kinds of words in a file.
const (
	endOfFile = iota
	tagWord
	commentWord
	moveWord
	resultWord
	openWord    // a variation begins
	closeWord   // a variation ends
	nothingWord // a number of a move, or a mark ($1)
)

// word is a header, or the text of anything else.
type word struct {
	kind int
	text string
	tag  Tag
}

// scanner cuts a file into words.
type scanner struct {
	text string
	line int // of the last word
	next int // of the rest
}

// take consumes the first n bytes.
func (s *scanner) take(n int) string {
	taken := s.text[:n]
	s.next += strings.Count(taken, "\n")
	s.text = s.text[n:]
	return taken
}

func (s *scanner) fail(format string, args ...any) error {
	return fmt.Errorf("pdn: line %d: %w", s.line, fmt.Errorf(format, args...))
}

const blanks = " \t\r\n\v\f"

// word is the next word outside variations, which it skips.
func (s *scanner) word() (word, error) {
	depth := 0
	for {
		w, err := s.any()
		if err != nil {
			return word{}, err
		}
		switch {
		case w.kind == openWord:
			depth++
		case w.kind == closeWord:
			if depth--; depth < 0 {
				return word{}, s.fail("a variation ends that did not begin")
			}
		case depth > 0 && (w.kind == endOfFile || w.kind == tagWord):
			return word{}, s.fail("a variation has no end")
		case depth == 0 && w.kind != nothingWord:
			return w, nil
		}
	}
}

// any is the next word of any kind.
func (s *scanner) any() (word, error) {
	s.take(len(s.text) - len(strings.TrimLeft(s.text, blanks)))
	s.line = s.next
	if s.text == "" {
		return word{}, nil
	}
	switch s.text[0] {
	case '(':
		return word{kind: openWord, text: s.take(1)}, nil
	case ')':
		return word{kind: closeWord, text: s.take(1)}, nil
	case '[':
		return s.tag()
	case '{', ';':
		return s.comment()
	}
	return s.plain(), nil
}

// comment reads {...}, or from ; to the end of the line.
func (s *scanner) comment() (word, error) {
	end, after := strings.IndexByte(s.text, '\n'), 0
	if s.text[0] == '{' {
		if end, after = strings.IndexByte(s.text, '}'), 1; end < 0 {
			return word{}, s.fail("a comment has no end")
		}
	} else if end < 0 {
		end = len(s.text)
	}
	text := s.take(end + after)
	withoutBraces := strings.NewReplacer("{", "(", "}", ")") // so that it can be written between braces
	return word{kind: commentWord, text: clean(withoutBraces.Replace(text[1:end]))}, nil
}

// tag reads [Name "value"].
func (s *scanner) tag() (word, error) {
	line, _, _ := strings.Cut(s.text, "\n")
	name, rest, _ := strings.Cut(line[1:], `"`)
	value, tail, ok := cutValue(rest)
	tail = strings.TrimLeft(tail, " \t")
	name = strings.TrimSpace(name)
	if !ok || !isName(name) || tail == "" || tail[0] != ']' {
		return word{}, s.fail(`%.40q (expected: [Name "value"])`, line)
	}
	s.take(len(line) - len(tail) + 1)
	return word{kind: tagWord, tag: Tag{name, strings.Map(printable, value)}}, nil
}

// printable is a rune, or a blank for a control character.
func printable(r rune) rune {
	if unicode.IsControl(r) {
		return ' '
	}
	return r
}

// cutValue reads up to a quotation mark; a backslash protects what follows it.
func cutValue(text string) (value, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '"' {
			return b.String(), text[i+1:], true
		}
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		b.WriteByte(text[i])
	}
	return "", "", false
}

// plain reads a move, a result, a number or a mark.
func (s *scanner) plain() word {
	end := strings.IndexAny(s.text, blanks+"{}()[];")
	if end < 0 {
		end = len(s.text)
	}
	text := s.take(max(end, 1))
	if _, ok := parseResult(text); ok {
		return word{kind: resultWord, text: text}
	}
	// A number may stand before its move without a blank: 12.11-15.
	if after := strings.TrimLeft(text, "0123456789"); after != text && strings.HasPrefix(after, ".") {
		text = strings.TrimLeft(after, ".")
	}
	if text == "" || text[0] == '$' {
		return word{kind: nothingWord}
	}
	return word{kind: moveWord, text: text}
}
