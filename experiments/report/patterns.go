package report

import (
	"fmt"
	"strings"

	"evolab/features"
	"evolab/features/pattern"
)

// Pattern is an arrangement of pieces that weighs much.
type Pattern struct{ features.Arrangement }

// Patterns lists the arrangements that weigh most, the heaviest first.
func (r *Run) Patterns() []Pattern {
	var list []Pattern
	for _, a := range r.heaviest {
		list = append(list, Pattern{a})
	}
	return list
}

// Weighs is the weight by phase.
func (p Pattern) Weighs() string {
	var texts []string
	for _, w := range p.Weights {
		texts = append(texts, signed(w))
	}
	return strings.Join(texts, ", ")
}

// Alt says what is drawn.
func (p Pattern) Alt() string { return "cells from the top: " + strings.ReplaceAll(p.Board, "/", ", ") }

// SVG draws the cells: own pieces dark, enemy ones light.
func (p Pattern) SVG() []byte {
	const side = 14 // of a cell
	rows := strings.Split(p.Board, "/")
	var b strings.Builder
	width, height := side*len(rows[0])+2, side*len(rows)+2
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="-1 -1 %d %d">`, width, height, width, height)
	for row, cells := range rows {
		for col := range len(cells) {
			if cells[col] == pattern.NoCell {
				continue
			}
			fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="#e3cfa4" stroke="#8a7440"/>`, side*col, side*row, side, side)
			if fill := map[byte]string{pattern.OwnSign: "#1a1a1a", pattern.EnemySign: "#ffffff"}[cells[col]]; fill != "" {
				fmt.Fprintf(&b, `<circle cx="%d" cy="%d" r="5" fill="%s" stroke="#1a1a1a"/>`, side*col+side/2, side*row+side/2, fill)
			}
		}
	}
	return []byte(b.String() + "</svg>")
}
