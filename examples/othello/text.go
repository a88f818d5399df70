package main

import (
	"errors"
	"fmt"
	"strings"

	"evolab/game"
)

// A position is its rows and the letter of the side to move, such as
// "......../......../......../...OX.../...XO.../......../......../........ b".
const (
	discs   = "XO" // of Black and White
	letters = "bw"
)

// rules is Othello for the lab.
func rules() game.Rules[state] {
	return game.Rules[state]{
		Name: "othello", Doc: "turn over rows of discs between one's own; most discs win",
		Sides: [2]string{"black", "white"}, Variants: []string{"8x8"}, PlyLimit: 2 * (size*size - 4), MaxMargin: 2 * size * size,
		Start: begin, Parse: parse, Format: format, ParseMove: parseMove, FormatMove: formatMove, Draw: draw,
		PliesLeft: pliesLeft, IsPass: isPass,
		Count: func(s *state) int {
			n := reach(s.own, s.opp).count()
			if n == 0 && !s.over() {
				return 1
			}
			return n
		},
	}
}

func begin(variant string) (state, error) {
	if variant != "" && variant != "8x8" {
		return state{}, fmt.Errorf("othello: variant %q (allowed: 8x8)", variant)
	}
	return start(), nil
}

// pliesLeft: before each disc at most one pass.
func pliesLeft(s *state) int {
	if s.over() {
		return 0
	}
	left := 2 * (size*size - (s.own | s.opp).count())
	if reach(s.own, s.opp) == 0 {
		left++
	}
	return left
}

// sides are the discs of Black and White.
func (s *state) sides() [2]squares {
	if s.turn == game.First {
		return [2]squares{s.own, s.opp}
	}
	return [2]squares{s.opp, s.own}
}

// sign is how a square is written.
func (s *state) sign(row, column int) byte {
	for side, set := range s.sides() {
		if set&at(row, column) != 0 {
			return discs[side]
		}
	}
	return '.'
}

func format(s *state) string {
	var b strings.Builder
	for row := range size {
		if row > 0 {
			b.WriteByte('/')
		}
		for column := range size {
			b.WriteByte(s.sign(row, column))
		}
	}
	return fmt.Sprintf("%s %c", &b, letters[s.turn])
}

func parse(variant, text string) (state, error) {
	s, err := begin(variant)
	if err != nil || text == "start" {
		return s, err
	}
	board, letter, _ := strings.Cut(text, " ")
	rows := strings.Split(board, "/")
	turn := strings.Index(letters, letter)
	if len(rows) != size || len(letter) != 1 || turn < 0 {
		return state{}, fmt.Errorf("othello: position %.100q (expected: eight rows of .XO between slashes, and b or w)", text)
	}
	var sides [2]squares
	for row, signs := range rows {
		if len(signs) != size {
			return state{}, fmt.Errorf("othello: row %d is %.20q (expected: eight of .XO)", row+1, signs)
		}
		for column := range size {
			side := strings.IndexByte(discs, signs[column])
			if side >= 0 {
				sides[side] |= at(row, column)
			} else if signs[column] != '.' {
				return state{}, fmt.Errorf("othello: row %d is %.20q (expected: eight of .XO)", row+1, signs)
			}
		}
	}
	if centre := at(3, 3) | at(3, 4) | at(4, 3) | at(4, 4); (sides[0]|sides[1])&centre != centre {
		return state{}, errors.New("othello: the four squares in the centre are never empty")
	}
	return state{sides[turn], sides[1-turn], game.Side(turn)}, nil
}

// A move is a column and a row from the top, such as d3, or PASS.
func parseMove(_ *state, text string) (game.Move, error) {
	if text == "PASS" {
		return pass, nil
	}
	if len(text) != 2 || text[0] < 'a' || text[0] >= 'a'+size || text[1] < '1' || text[1] >= '1'+size {
		return game.NoMove, fmt.Errorf("othello: move %.20q (expected: a square such as d3, or PASS)", text)
	}
	return game.NewMove(0, size*int(text[1]-'1')+int(text[0]-'a')), nil
}

func formatMove(_ *state, m game.Move) string {
	if isPass(m) {
		return "PASS"
	}
	return fmt.Sprintf("%c%d", 'a'+m.To()%size, 1+m.To()/size)
}

func draw(s *state) string {
	var b strings.Builder
	b.WriteString("  a b c d e f g h\n")
	for row := range size {
		fmt.Fprint(&b, row+1)
		for column := range size {
			fmt.Fprintf(&b, " %c", s.sign(row, column))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%s to move\n", rules().Sides[s.turn])
	return b.String()
}
