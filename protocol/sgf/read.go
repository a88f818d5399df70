package sgf

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"

	"evolab/game"
	"evolab/game/littlego"
)

// Record is a game of a file, or why it cannot be read.
type Record struct {
	Game
	Err error // with line and column
	// Notes are what does no harm, but cannot be kept as it is, with line and column.
	Notes []string
}

// Parse reads the games of a file, ours or another program's: the main line of each
// tree, with passes as [] or tt and stones set up before the first move. It ignores
// properties that a Game cannot hold, such as the komi: the result is the file's.
// Text around the trees is skipped, and a tree that cannot be read leaves the others as
// they are.
//
// Bytes of Shift_JIS, GBK and Big5 include the one that escapes. Some programs escape
// characters and others bytes; the way in which more can be read is the file's.
func Parse(data []byte) []Record {
	s := &scanner{data: data}
	var set encoding.Encoding
	if found := charset.FindSubmatch(data); found != nil {
		set, s.charset = charsetOf(string(found[1]))
	}
	if set == nil || s.charset == "utf-8" {
		return s.parse()
	}
	text, err := set.NewDecoder().Bytes(data)
	if err != nil {
		s.charset = ""
		return s.parse()
	}
	characters, raw := &scanner{data: text, charset: s.charset}, &scanner{data: data, charset: s.charset, set: set}
	list, other := characters.parse(), raw.parse()
	if a, b := faults(list), faults(other); b < a || a == b && raw.values > characters.values {
		return other
	}
	return list
}

func faults(list []Record) (n int) {
	for i := range list {
		if list[i].Err != nil {
			n++
		}
	}
	return n
}

func (s *scanner) parse() []Record {
	var list []Record
	for s.next(treeBegins) {
		r := reader{scanner: s, Record: Record{Game: Game{Opening: start, Moves: []string{}}}}
		t, err := s.tree()
		if err != nil {
			s.at = t.at + 1
			s.next(rootBegins)
		} else {
			err = r.read(t)
		}
		r.Err = err
		list = append(list, r.Record)
	}
	return list
}

var (
	treeBegins = regexp.MustCompile(`\(\s*;\s*[A-Za-z]`)
	// rootBegins is how a tree begins if its first node has a property of roots: it is
	// the next game, and no variation.
	rootBegins = regexp.MustCompile(`\(\s*;[^;]*?\b(?:FF|GM|SZ|CA)\s*\[`)
	rootHere   = regexp.MustCompile("^" + rootBegins.String())
	charset    = regexp.MustCompile(`\bCA\s*\[\s*([^\]\s]*)\s*\]`)
)

// charsetOf finds a character set by one of its names; nil if nobody knows it.
func charsetOf(name string) (encoding.Encoding, string) {
	set, err := htmlindex.Get(name)
	if err != nil || set == encoding.Replacement {
		return nil, ""
	}
	canonical, err := htmlindex.Name(set)
	if err != nil {
		return nil, ""
	}
	return set, canonical
}

// ownLines are the additions of our root comments to the format.
type ownLines struct {
	opening, reason string
	at              int
}

// reader makes a game of a tree's nodes.
type reader struct {
	*scanner
	Record
	black, white littlego.Board // set up
	handicap     bool
	turn         string // by PL, or by the first move
	size         bool
	own          *ownLines // of the root comment, if we wrote it
}

func (r *reader) read(t tree) error {
	for i, node := range t.nodes {
		for _, p := range node {
			if err := r.property(p, i == 0); err != nil {
				return err
			}
		}
		if i == 0 && !r.size {
			return r.fail(t.at, "a game without SZ is on a 19x19 board (expected: SZ[5])")
		}
	}
	return r.open(t)
}

func (r *reader) property(p property, root bool) error {
	if r.charset == "" && slices.ContainsFunc(p.values, cutsCharacter) {
		r.note(p.at, "%s is in a character set that CA should name: it may have swallowed what follows", p.name)
	}
	if root {
		if err := r.rootProperty(p); err != nil {
			return err
		}
	}
	switch p.name {
	case "AB", "AW", "AE", "PL":
		return r.place(p)
	case "B", "W":
		return r.move(p)
	}
	return nil
}

func (r *reader) rootProperty(p property) error {
	value := strings.TrimSpace(r.text(p.values[0]))
	switch p.name {
	case "GM":
		if value != "1" {
			return r.fail(p.at, "GM is %.20q, another game (expected: 1, which is Go)", value)
		}
	case "SZ":
		if r.size = true; value != "5" && value != "5:5" {
			return r.fail(p.at, "the board's size is %.20q (expected: 5)", value)
		}
	case "HA":
		n, err := strconv.Atoi(value)
		r.handicap = err == nil && n > 1
	case "PB":
		r.Black = cleanLine(r.text(p.values[0]))
	case "PW":
		r.White = cleanLine(r.text(p.values[0]))
	case "CA":
		if set, name := charsetOf(value); set == nil || name != r.charset {
			return r.fail(p.at, "CA is %.40q (expected: one character set in a file, such as UTF-8, ISO-8859-1, Shift_JIS, GB18030, Big5 or EUC-KR)", value)
		}
	case "RE":
		r.result(value)
	case "C":
		r.comment(p)
	}
	return nil
}

// text is the value of a text. Bytes that are not UTF-8 are Latin-1, the format's first
// encoding, or what Windows makes of it, unless the file has another.
func (r *reader) text(raw string) string {
	text, set := unescape(raw), r.set
	if set == nil && !utf8.ValidString(text) {
		set = charmap.Windows1252
	}
	if set != nil {
		if decoded, err := set.NewDecoder().String(text); err == nil {
			text = decoded
		}
	}
	return cleanText(text)
}

// result reads RE; anything unknown is an unknown result.
func (r *reader) result(value string) {
	winner, how, _ := strings.Cut(strings.ToUpper(value), "+")
	switch winner {
	case "0", "DRAW":
		r.Winner = Draw
		return
	case "B", "W":
	case "BLACK", "WHITE":
		winner = winner[:1]
	default:
		return
	}
	r.Winner = winner
	reasons := map[string]string{"T": "time", "TIME": "time", "R": "resign", "RESIGN": "resign", "F": "forfeit", "FORFEIT": "forfeit"}
	reason, known := reasons[how]
	if margin, err := strconv.ParseFloat(how, 64); err == nil && margin > 0 && margin <= littlego.Points+littlego.Komi {
		r.Margin = margin
		reason, known = "normal", true
	}
	if known {
		r.Reason = reason
	}
}

// comment takes our lines from the root comment; the rest is the game's own.
func (r *reader) comment(p property) {
	text := r.text(p.values[0])
	rest, ours := strings.CutPrefix(text, commentTitle+"\n"+commentOpening)
	if !ours {
		r.Comment = text
		return
	}
	r.own = &ownLines{at: p.at}
	r.own.opening, rest, _ = strings.Cut(rest, "\n")
	if after, ok := strings.CutPrefix(rest, commentReason); ok {
		r.own.reason, rest, _ = strings.Cut(after, "\n")
	}
	r.Comment = strings.TrimPrefix(rest, "\n")
}

// cutsCharacter reports whether a backslash in a value may be half of a character: the
// second byte in Shift_JIS, GBK or Big5.
func cutsCharacter(raw string) bool {
	for i := 1; i < len(raw); i++ {
		if raw[i] == '\\' && raw[i-1] >= utf8.RuneSelf {
			return !utf8.ValidString(raw)
		}
	}
	return false
}

// place sets stones up, or says who moves first.
func (r *reader) place(p property) error {
	if len(r.Moves) > 0 {
		return r.fail(p.at, "%s after a move (expected: stones are set up before the first move)", p.name)
	}
	if p.name == "PL" {
		value := strings.ToUpper(strings.TrimSpace(p.values[0]))
		if value != Black && value != White && value != "BLACK" && value != "WHITE" {
			return r.fail(p.at, "PL is %.20q (expected: B or W)", value)
		}
		r.turn = value[:1]
		return nil
	}
	for _, value := range p.values {
		area, err := parseArea(strings.TrimSpace(value))
		if err != nil {
			return r.fail(p.at, "%s: %v", p.name, err)
		}
		r.black, r.white = r.black&^area, r.white&^area
		switch p.name {
		case "AB":
			r.black |= area
		case "AW":
			r.white |= area
		}
	}
	return nil
}

func (r *reader) move(p property) error {
	n := len(r.Moves)
	switch {
	case len(p.values) != 1:
		return r.fail(p.at, "values of %s: %d (expected: one move)", p.name, len(p.values))
	case n == 0 && r.turn != p.name:
		if r.turn != "" {
			r.note(p.at, "the first move is %s's, but PL says %s", p.name, r.turn)
		}
		r.turn = p.name
	case n&1 == 0 != (p.name == r.turn):
		r.note(p.at, "%s moves again: a pass comes before move %d", p.name, n+2)
		r.Moves = append(r.Moves, "PASS")
	}
	move, err := parseMove(strings.TrimSpace(p.values[0]))
	if err != nil {
		return r.fail(p.at, "move %d: %v", len(r.Moves)+1, err)
	}
	r.Moves = append(r.Moves, move)
	return nil
}

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
	data    []byte
	at      int
	charset string            // in which the file was, "" if it does not say so
	set     encoding.Encoding // to decode values by; nil: the data are decoded
	values  int               // that have been read
	counted int               // the bytes in which lines have been counted
	lines   int
}

// located is a text with its place in the file.
func (s *scanner) located(at int, format string, args ...any) string {
	at = min(at, len(s.data))
	if at < s.counted {
		s.counted, s.lines = 0, 0
	}
	s.lines += bytes.Count(s.data[s.counted:at], []byte("\n"))
	s.counted = at
	column := utf8.RuneCount(s.data[bytes.LastIndexByte(s.data[:at], '\n')+1:at]) + 1
	return fmt.Sprintf("line %d, column %d: ", s.lines+1, column) + fmt.Sprintf(format, args...)
}

// fail is an error with the place in the file.
func (s *scanner) fail(at int, format string, args ...any) error {
	return errors.New(s.located(at, format, args...))
}

func (r *reader) note(at int, format string, args ...any) {
	r.Notes = append(r.Notes, r.located(at, format, args...))
}

// next goes to the next place that fits, or else to the end.
func (s *scanner) next(begins *regexp.Regexp) bool {
	found := begins.FindIndex(s.data[s.at:])
	if found == nil {
		s.at = len(s.data)
		return false
	}
	s.at += found[0]
	return true
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

// tree reads a game tree. The main line takes the first variation at every branch: it
// is everything before the first closing bracket.
func (s *scanner) tree() (tree, error) {
	t := tree{at: s.at}
	depth, main := 0, true
	for {
		switch c := s.skip(); {
		case c == '(':
			if depth++; depth > 1 && rootHere.Match(s.data[s.at:]) {
				return t, s.fail(s.at, "a game begins within another (expected: a closing bracket before it)")
			}
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
			s.values++
			return string(s.data[open+1 : s.at-1]), nil
		}
	}
	return "", s.fail(open, "a value without its closing bracket")
}

func (r *reader) open(t tree) error {
	if r.own != nil {
		r.Reason = r.own.reason
		if reasonCode(r.own.reason) != "" { // a game that was not counted has no margin
			r.Margin = 0
		}
		return r.openLine()
	}
	turn := r.turn
	if turn == "" {
		turn = Black
		if r.handicap {
			turn = White
		}
	}
	if r.black|r.white == 0 && turn == Black {
		return nil
	}
	r.Opening = r.position(turn)
	if _, err := r.Game.opening(); err != nil {
		return r.fail(t.at, "the stones that are set up: %v", err)
	}
	return nil
}

// position is the line of the stones that are set up, after as few plies as
// can have placed them; what was played before is not known.
func (r *reader) position(turn string) string {
	side := game.First
	if turn == White {
		side = game.Second
	}
	return fmt.Sprintf("%s %s %d -", littlego.FormatRows(r.black, r.white), strings.ToLower(turn), littlego.LeastPly(r.black, r.white, side))
}

// openLine takes the opening of the comment, which has to be the one that is set up:
// another program may have changed one of them.
func (r *reader) openLine() error {
	if r.Opening = strings.TrimSpace(r.own.opening); r.Opening == "" {
		r.Opening = start
	}
	if len(r.Opening) > 200 { // no position is as long
		return r.fail(r.own.at, "the comment's opening %.40q... is no position", r.Opening)
	}
	s, err := r.Game.opening()
	if err != nil {
		return r.fail(r.own.at, "the comment's opening: %v", err)
	}
	if s.Black() != r.black || s.White() != r.white || r.turn != "" && r.turn != colours[s.Turn()] {
		return r.fail(r.own.at, "the comment's opening is not the one that is set up")
	}
	return nil
}
