package sgf

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"evolab/game/littlego"
)

// Parse reads the games of a file, ours or another program's: the main line of each
// tree, with passes as [] or tt and stones set up before the first move. It ignores
// properties that a Game cannot hold, such as the komi: the result is the file's.
// Errors have line and column.
func Parse(data []byte) ([]Game, error) {
	s := &scanner{data: data}
	if err := s.begin(); err != nil {
		return nil, err
	}
	var games []Game
	for s.skip() != 0 {
		t, err := s.tree()
		if err != nil {
			return nil, err
		}
		r := reader{scanner: s, game: Game{Opening: start, Moves: []string{}}}
		if err := r.read(t); err != nil {
			return nil, err
		}
		games = append(games, r.game)
	}
	return games, nil
}

// ownLines are the additions of our root comments to the format.
type ownLines struct {
	opening, reason string
	at              int
}

// reader makes a game of a tree's nodes.
type reader struct {
	*scanner
	game         Game
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
	value := strings.TrimSpace(unescape(p.values[0]))
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
		r.game.Black = cleanLine(unescape(p.values[0]))
	case "PW":
		r.game.White = cleanLine(unescape(p.values[0]))
	case "RE":
		r.result(value)
	case "C":
		r.comment(p)
	}
	return nil
}

// result reads RE; anything unknown is an unknown result.
func (r *reader) result(value string) {
	winner, how, _ := strings.Cut(strings.ToUpper(value), "+")
	switch winner {
	case "0", "DRAW":
		r.game.Winner = Draw
		return
	case "B", "W":
	case "BLACK", "WHITE":
		winner = winner[:1]
	default:
		return
	}
	r.game.Winner = winner
	reasons := map[string]string{"T": "time", "TIME": "time", "R": "resign", "RESIGN": "resign", "F": "forfeit", "FORFEIT": "forfeit"}
	reason, known := reasons[how]
	if margin, err := strconv.ParseFloat(how, 64); err == nil && margin > 0 && margin <= littlego.Points+littlego.Komi {
		r.game.Margin = margin
		reason, known = "normal", true
	}
	if known {
		r.game.Reason = reason
	}
}

// comment takes our lines from the root comment; the rest is the game's own.
func (r *reader) comment(p property) {
	text := unescape(p.values[0])
	rest, ours := strings.CutPrefix(text, commentTitle+"\n"+commentOpening)
	if !ours {
		r.game.Comment = text
		return
	}
	r.own = &ownLines{at: p.at}
	r.own.opening, rest, _ = strings.Cut(rest, "\n")
	if after, ok := strings.CutPrefix(rest, commentReason); ok {
		r.own.reason, rest, _ = strings.Cut(after, "\n")
	}
	r.game.Comment = strings.TrimPrefix(rest, "\n")
}

// place sets stones up, or says who moves first.
func (r *reader) place(p property) error {
	if len(r.game.Moves) > 0 {
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
	switch {
	case len(p.values) != 1:
		return r.fail(p.at, "values of %s: %d (expected: one move)", p.name, len(p.values))
	case r.turn == "":
		r.turn = p.name
	case r.turn != p.name && len(r.game.Moves) == 0:
		return r.fail(p.at, "the first move is %s's, but PL says %s", p.name, r.turn)
	}
	if n := len(r.game.Moves); n&1 == 0 != (p.name == r.turn) {
		return r.fail(p.at, "move %d is %s's again (expected: the sides take turns)", n+1, p.name)
	}
	move, err := parseMove(strings.TrimSpace(p.values[0]))
	if err != nil {
		return r.fail(p.at, "move %d: %v", len(r.game.Moves)+1, err)
	}
	r.game.Moves = append(r.game.Moves, move)
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

// open finds the start of the game.
func (r *reader) open(t tree) error {
	if r.own != nil {
		r.game.Reason = r.own.reason
		if reasonCode(r.own.reason) != "" { // a game that was not counted has no margin
			r.game.Margin = 0
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
	r.game.Opening = r.position(turn)
	if _, err := r.game.opening(); err != nil {
		return r.fail(t.at, "the stones that are set up: %v", err)
	}
	return nil
}

// position is the line of the stones that are set up, after as few plies as
// can have placed them; what was played before is not known.
func (r *reader) position(turn string) string {
	ply := max(2*r.black.Count()-1, 2*r.white.Count(), 0)
	if (turn == White) != (ply&1 == 1) {
		ply++
	}
	return fmt.Sprintf("%s %s %d -", littlego.FormatRows(r.black, r.white), strings.ToLower(turn), ply)
}

// openLine takes the opening of the comment, which has to be the one that is set up:
// another program may have changed one of them.
func (r *reader) openLine() error {
	if r.game.Opening = strings.TrimSpace(r.own.opening); r.game.Opening == "" {
		r.game.Opening = start
	}
	if len(r.game.Opening) > 200 { // no position is as long
		return r.fail(r.own.at, "the comment's opening %.40q... is no position", r.game.Opening)
	}
	s, err := r.game.opening()
	if err != nil {
		return r.fail(r.own.at, "the comment's opening: %v", err)
	}
	if s.Black() != r.black || s.White() != r.white || r.turn != "" && r.turn != colours[s.Turn()] {
		return r.fail(r.own.at, "the comment's opening is not the one that is set up")
	}
	return nil
}
