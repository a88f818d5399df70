package pdn

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"evolab/game"
	"evolab/game/checkers"
	"evolab/internal/untrusted"
)

// Record is a game of a file, or why it cannot be read.
type Record struct {
	Game
	Err error // with the line
	// Notes are what is not as the standard has it and does no harm, with the lines.
	Notes []string
}

// Parse reads the records of a file, without variations and marks; it joins the
// comments after a move. A record that cannot be read leaves the others as they are.
func Parse(text string) []Record {
	s := scanner{text: decode(text), next: 1}
	var list []Record
	for w := s.word(); w.kind != endOfFile; {
		r := reader{scanner: &s}
		w = r.read(w)
		list = append(list, r.Record)
	}
	return list
}

// decode reads each line that is not UTF-8 as Latin-1, or what Windows makes of it.
func decode(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !utf8.ValidString(line) {
			line, _ = charmap.Windows1252.NewDecoder().String(line) // any byte has a character
		}
		b.WriteString(line)
	}
	return b.String()
}

// reader reads one record.
type reader struct {
	*scanner
	Record
	line    int   // of the word that is read
	derived []Tag // the headers that decide fields of the game
	begun   bool  // after the headers
	state   checkers.State
	jumps   string // the first ones of a capture that is written as 11x18 18x25
}

// read reads a record that begins with the word w, and returns the word after it. Headers
// after an empty line that repeat others, or follow one that cannot be read, are the next
// record's, if this one has no moves.
func (r *reader) read(w word) word {
	for ; ; w = r.word() {
		r.line = w.line
		switch w.kind {
		case commentWord:
			r.comment(w.text)
		case tagWord:
			if r.begun || r.apart && (r.Err != nil || r.Tag(w.tag.Name) != "" || find(r.derived, w.tag.Name) != "") {
				r.end("")
				return w
			}
			if w.err != nil {
				r.fail("%w", w.err)
				continue
			}
			r.header(w.tag)
		case moveWord:
			r.begin()
			r.move(w.text)
		case badWord:
			r.begin()
			r.fail("%w", w.err)
		case resultWord:
			text := w.text
			if w = r.word(); w.kind == resultWord {
				r.note("the result is there twice")
				if text == results[game.Ongoing] {
					text = w.text
				}
				w = r.word()
			}
			r.end(text)
			for ; w.kind == commentWord; w = r.word() {
				r.comment(w.text)
			}
			return w
		default:
			r.end("")
			return w
		}
	}
}

// fail notes why the record cannot be read; what follows in it is skipped.
func (r *reader) fail(format string, args ...any) {
	if r.Err == nil {
		r.Err = fmt.Errorf("line %d: %w", r.line, fmt.Errorf(format, args...))
	}
}

func (r *reader) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf("line %d: ", r.line)+fmt.Sprintf(format, args...))
}

// header keeps a header. The standard's own example has Event twice.
func (r *reader) header(t Tag) {
	if slices.Contains(derived, t.Name) {
		if all := values(r.derived, t.Name); len(all) == 0 {
			r.derived = append(r.derived, t)
		} else if all[0] != t.Value {
			r.fail("the header %.40s is there twice, with different values", t.Name)
		}
		return
	}
	if t.Value == "" || t.Value == "?" && slices.Contains(roster, t.Name) {
		return
	}
	if r.Tag(t.Name) != "" {
		r.note("the header %.40s is there twice", t.Name)
	}
	r.Tags = append(r.Tags, t)
}

// begin finds the start from the headers, once.
func (r *reader) begin() {
	if r.begun {
		return
	}
	r.begun = true
	kind := find(r.derived, "GameType")
	if number, _, _ := strings.Cut(kind, ","); kind != "" && strings.TrimSpace(number) != "21" {
		r.fail("game type %.40q (allowed: 21, English draughts)", kind)
		return
	}
	quiet := 0
	if text := find(r.derived, "QuietPlies"); text != "" {
		var err error
		if quiet, err = strconv.Atoi(text); err != nil || quiet < 0 || quiet > checkers.QuietLimit {
			r.fail("quiet plies %.40q (allowed: 0..%d)", text, checkers.QuietLimit)
			return
		}
	}
	fen := find(r.derived, "FEN")
	if fen == "" {
		fen = "B:W21-32:B1-12"
	}
	var err error
	if r.state, err = ParseFEN(fen, quiet); err != nil {
		r.fail("%w", err)
	}
	r.Start = r.state
}

func (r *reader) comment(text string) {
	to := &r.Comment
	if n := len(r.Plies); n > 0 {
		to = &r.Plies[n-1].Comment
	}
	*to = untrusted.OneLine(*to + " " + text)
}

func (r *reader) move(text string) {
	if r.Err != nil {
		return
	}
	if r.jumps != "" {
		last := r.jumps[strings.LastIndexAny(r.jumps, signs)+1:]
		text = r.jumps + strings.TrimPrefix(text, last)
	}
	m, err := ParseMove(&r.state, text)
	if r.jumps = ""; err != nil {
		if beginsCapture(&r.state, text) {
			r.jumps = text
			return
		}
		r.fail("ply %d: %w", len(r.Plies)+1, err)
		return
	}
	r.Plies = append(r.Plies, Ply{Move: m})
	r.state.Play(m, &r.state)
}

// end finds the result from the one after the moves, "" if there is none, and from the
// header. If they contradict each other, nobody knows it.
func (r *reader) end(text string) {
	if r.begin(); r.jumps != "" {
		r.fail("ply %d: the capture %s goes on", len(r.Plies)+1, r.jumps)
	}
	result := func(text string) game.Result {
		known, foreign, ok := parseResult(text)
		switch {
		case !ok && text != "" && text != "?":
			r.note("the result %.40q is none (expected: 1-0, 0-1, 1/2-1/2 or *)", text)
		case foreign && ok:
			r.note("the result %s is taken for %s", text, results[known])
		}
		return known
	}
	header := find(r.derived, "Result")
	said := result(header)
	if text == "" {
		r.Result = said
		r.note("no result ends the moves")
		return
	}
	switch r.Result = said; {
	case text == header:
	case said == game.Ongoing:
		r.Result = result(text)
	default:
		if after := result(text); after != said {
			r.note("the game ends with %s, but its header says %s", text, header)
			if after != game.Ongoing {
				r.Result = game.Ongoing
			}
		}
	}
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
	badWord     // what is none of these
)

// word is a header, or the text of anything else.
type word struct {
	kind int
	line int
	text string
	tag  Tag
	err  error // of a bad word or header
}

// bad is the word as one that cannot be read.
func (w word) bad(format string, args ...any) word {
	w.kind, w.err = badWord, fmt.Errorf(format, args...)
	return w
}

// scanner cuts a file into words.
type scanner struct {
	text  string
	next  int   // the line where the rest begins
	inner bool  // the rest is not at the beginning of a line
	apart bool  // an empty line came before the last word
	again *word // to be returned again
}

// take consumes the first n bytes.
func (s *scanner) take(n int) string {
	taken := s.text[:n]
	s.next += strings.Count(taken, "\n")
	s.text = s.text[n:]
	if n > 0 {
		s.inner = taken[n-1] != '\n'
	}
	return taken
}

// takeLine consumes the rest of a line, without its end.
func (s *scanner) takeLine() string {
	end := strings.IndexByte(s.text, '\n')
	if end < 0 {
		end = len(s.text)
	}
	return s.take(end)
}

// blanks has the mark with which DOS ends a file, and what joined files leave between
// each other.
const blanks = " \t\r\n\v\f\x1a\u00a0\ufeff"

// word is the next word outside variations, which it skips.
func (s *scanner) word() word {
	depth := 0
	for {
		w := s.any()
		switch {
		case w.kind == openWord:
			depth++
		case w.kind == closeWord:
			if depth--; depth < 0 {
				return w.bad("a variation ends that did not begin")
			}
		case depth > 0 && (w.kind == endOfFile || w.kind == tagWord):
			s.again = &w
			return w.bad("a variation has no end")
		case w.kind == badWord, depth == 0 && w.kind != nothingWord:
			return w
		}
	}
}

func (s *scanner) any() word {
	if w := s.again; w != nil {
		s.again = nil
		return *w
	}
	for before := s.next; ; {
		s.take(len(s.text) - len(strings.TrimLeft(s.text, blanks)))
		s.apart = s.next > before+1
		if s.inner || !strings.HasPrefix(s.text, "%") {
			break
		}
		s.takeLine()
	}
	line := s.next
	w := s.atWord()
	w.line = line
	return w
}

func (s *scanner) atWord() word {
	if s.text == "" {
		return word{}
	}
	switch s.text[0] {
	case '(':
		return word{kind: openWord, text: s.take(1)}
	case ')':
		return word{kind: closeWord, text: s.take(1)}
	case '[':
		return s.tag()
	case '{':
		return s.comment()
	case ';':
		return word{kind: commentWord, text: comment(s.takeLine()[1:])}
	}
	return s.plain()
}

// nextGame is how the headers of a game begin after the moves of another.
var nextGame = regexp.MustCompile(`\n\s*\n\[\w+ +"`)

// comment reads {...}. One without its end goes on to the next game.
func (s *scanner) comment() word {
	end := strings.IndexByte(s.text, '}')
	within := s.text
	if end >= 0 {
		within = s.text[:end]
	}
	if next := nextGame.FindStringIndex(within); next != nil || end < 0 {
		if next != nil {
			within = within[:next[0]]
		}
		s.take(len(within))
		return word{}.bad("a comment has no end")
	}
	return word{kind: commentWord, text: comment(s.take(end + 1)[1:end])}
}

// comment is a text that can be written between braces.
func comment(text string) string {
	return untrusted.OneLine(strings.NewReplacer("{", "(", "}", ")").Replace(text))
}

// tag reads [Name "value"]. Quotation marks in the value need a backslash before them,
// but many programs forget it.
func (s *scanner) tag() word {
	line, _, _ := strings.Cut(s.text, "\n")
	name, rest, _ := strings.Cut(line[1:], `"`)
	value, tail, ok := cutValue(rest)
	if tail = strings.TrimLeft(tail, " \t"); !ok || !strings.HasPrefix(tail, "]") {
		last := strings.LastIndex(rest, `"]`)
		ok = last >= 0
		value, tail = rest[:max(last, 0)], rest[last+1:]
	}
	name = strings.TrimSpace(name)
	if !ok || !isName(name) {
		s.takeLine()
		return word{kind: tagWord, err: fmt.Errorf(`%.40q (expected: [Name "value"])`, line)}
	}
	s.take(len(line) - len(tail) + 1)
	return word{kind: tagWord, tag: Tag{name, untrusted.OneLine(value)}}
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

// number is that of a move, with dots for the other side's move, and perhaps its move
// right behind it: 12.11-15.
var number = regexp.MustCompile(`^[0-9]*(?:\.|…)+`)

// plain reads a move, a result, a number or a mark.
func (s *scanner) plain() word {
	end := strings.IndexAny(s.text, blanks+"{}()[];")
	if end < 0 {
		end = len(s.text)
	}
	text := s.take(max(end, 1))
	if _, _, ok := parseResult(text); ok {
		return word{kind: resultWord, text: text}
	}
	text = text[len(number.FindString(text)):]
	if strings.Trim(text, marks+"-") == "" || text[0] == '$' {
		return word{kind: nothingWord}
	}
	return word{kind: moveWord, text: text}
}
