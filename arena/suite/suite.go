// Package suite makes and reads suites: positions with proven values in which the
// move matters, because at most half of the legal moves keep the value. Training
// and reporting never share a position, nor a mirror image, whatever the seeds.
package suite

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"slices"
	"strconv"
	"strings"

	"evolab/agent"
	"evolab/internal/config"
	"evolab/internal/quantity"
)

// Suite is a list of positions, each class once.
type Suite struct {
	Game, Variant string
	Part          Part
	Seed          uint64
	Entries       []Entry
}

// MaxBytes bounds the size of a file.
const MaxBytes = 64 << 20

// none stands for the default variant.
const none = "-"

// Append appends the file's text: a title, and a line for each position, with tabs
// between the plies played, the value, the number of legal moves, the moves that
// keep the value, separated by |, and the position.
func (s *Suite) Append(dst []byte) []byte {
	var lines []byte
	for _, e := range s.Entries {
		lines = fmt.Appendf(lines, "%d\t%s\t%d\t%s\t%s\n", e.Plies, e.Value, e.Legal, strings.Join(e.Moves, "|"), e.Position)
	}
	variant := cmp.Or(s.Variant, none)
	dst = fmt.Appendf(dst, "evolab suite 1 game=%s variant=%s part=%s seed=%d positions=%d crc32=%08x\n", s.Game, variant, s.Part, s.Seed, len(s.Entries), crc32.ChecksumIEEE(lines))
	return append(dst, lines...)
}

// Parse reads a file and checks all that it can without the game's rules.
func Parse(text []byte) (Suite, error) {
	title, rest, found := bytes.Cut(text, []byte("\n"))
	if !found {
		return Suite{}, errors.New("no first line")
	}
	s, n, sum, err := parseTitle(string(title))
	if err != nil {
		return Suite{}, fmt.Errorf("line 1: %w", err)
	}
	if got := crc32.ChecksumIEEE(rest); got != sum {
		return Suite{}, fmt.Errorf("damaged: the lines' crc32 is %08x (expected: %08x)", got, sum)
	}
	classes := map[string]bool{}
	for line := range bytes.Lines(rest) {
		e, err := parseEntry(strings.TrimSuffix(string(line), "\n"))
		if err == nil && PartOf(e.Position) != s.Part {
			err = fmt.Errorf("the position is not of the %s part", s.Part)
		}
		if err == nil && classes[Class(e.Position)] {
			err = errors.New("the position is there already, perhaps turned")
		}
		if err != nil {
			return Suite{}, fmt.Errorf("line %d: %w", len(s.Entries)+2, err)
		}
		classes[Class(e.Position)] = true
		s.Entries = append(s.Entries, e)
	}
	if len(s.Entries) != n {
		return Suite{}, fmt.Errorf("%s (expected: %d)", quantity.Of(len(s.Entries), "position"), n)
	}
	return s, nil
}

func parseTitle(title string) (s Suite, n int, sum uint32, err error) {
	f := strings.Fields(title)
	if len(f) != 9 || strings.Join(f[:3], " ") != "evolab suite 1" {
		return s, 0, 0, fmt.Errorf("%q (expected: evolab suite 1 game=... variant=... part=... seed=... positions=... crc32=...)", title)
	}
	var values [6]string
	for i, key := range []string{"game", "variant", "part", "seed", "positions", "crc32"} {
		value, found := strings.CutPrefix(f[3+i], key+"=")
		if !found || value == "" {
			return s, 0, 0, fmt.Errorf("%q (expected: %s=...)", f[3+i], key)
		}
		values[i] = value
	}
	s.Game, s.Variant, s.Part = values[0], values[1], Part(values[2])
	if s.Variant == none {
		s.Variant = ""
	}
	if s.Part != Training && s.Part != Reporting {
		return s, 0, 0, config.Refuse("part", string(s.Part), []string{string(Training), string(Reporting)})
	}
	if s.Seed, err = strconv.ParseUint(values[3], 10, 64); err != nil {
		return s, 0, 0, fmt.Errorf("seed %q (expected: a whole number from 0 to %d)", values[3], uint64(math.MaxUint64))
	}
	if n, err = strconv.Atoi(values[4]); err != nil {
		return s, 0, 0, fmt.Errorf("positions %q (expected: their number)", values[4])
	}
	sum64, err := strconv.ParseUint(values[5], 16, 32)
	if err != nil {
		return s, 0, 0, fmt.Errorf("crc32 %q (expected: 8 digits of 0..9 and a..f)", values[5])
	}
	return s, n, uint32(sum64), nil
}

func parseEntry(line string) (Entry, error) {
	f := strings.Split(line, "\t")
	if len(f) != 5 {
		return Entry{}, fmt.Errorf("%s (expected: plies, value, legal moves, moves that keep it, position)", quantity.Of(len(f), "field"))
	}
	e := Entry{Value: f[1], Moves: strings.Split(f[3], "|"), Position: f[4]}
	var err error
	if e.Plies, err = strconv.Atoi(f[0]); err != nil || e.Plies < 0 {
		return e, fmt.Errorf("plies %q", f[0])
	}
	if e.Value != "win" && e.Value != "draw" {
		return e, config.Refuse("value", e.Value, []string{"win", "draw"})
	}
	if e.Legal, err = strconv.Atoi(f[2]); err != nil || 2*len(e.Moves) > e.Legal {
		return e, fmt.Errorf("%q legal moves, of which %d keep the value (expected: at most half)", f[2], len(e.Moves))
	}
	if slices.Contains(e.Moves, "") || strings.TrimSpace(e.Position) == "" {
		return e, errors.New("a move or the position is missing")
	}
	return e, nil
}

// Entry is a position of a suite.
type Entry struct {
	Position string
	Plies    int
	Value    string   // win or draw, for the side to move
	Moves    []string // all that keep the value, in board order
	Legal    int      // moves in all
}

// Check compares the entries with the rules of the game: the number of legal moves
// has to be right, and the moves that keep the value have to be among them. If the
// rules bound the length of a game, the number of plies has to be possible too.
func (s *Suite) Check(g agent.Game) error {
	start, err := g.Board(s.Variant, "start")
	if err != nil {
		return err
	}
	bounded := g.Info().Repetition == 0
	for i, e := range s.Entries {
		b, err := g.Board(s.Variant, e.Position)
		if err == nil {
			err = e.check(b)
		}
		if err == nil && bounded {
			err = e.checkPlies(start, b)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", i+2, err)
		}
	}
	return nil
}

func (e *Entry) check(b agent.Board) error {
	if b.Outcome().Over() {
		return errors.New("the game is over")
	}
	legal := b.Moves(nil)
	if len(legal) != e.Legal {
		return fmt.Errorf("%s (expected: %d)", quantity.Of(e.Legal, "legal move"), len(legal))
	}
	for _, text := range e.Moves {
		m, err := b.ParseMove(text)
		if err != nil {
			return err
		}
		if !slices.Contains(legal, m) {
			return fmt.Errorf("%s is not legal", text)
		}
	}
	return nil
}

// checkPlies refuses a number of plies that cannot lead from the start to a board:
// the sides take turns, and each ply lowers the plies left by at least one.
func (e *Entry) checkPlies(start, b agent.Board) error {
	most, parity := start.PliesLeft()-b.PliesLeft(), "an even number"
	if b.Turn() != start.Turn() {
		parity = "an odd number"
	}
	if e.Plies > most || (e.Plies%2 == 0) != (b.Turn() == start.Turn()) {
		return fmt.Errorf("plies %d (expected: %s, at most %d)", e.Plies, parity, most)
	}
	return nil
}
