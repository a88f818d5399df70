package suite

import (
	"hash/fnv"
	"slices"
	"strings"
)

// Part says what a suite is for.
type Part string

// The parts.
const (
	Training  Part = "training"
	Reporting Part = "reporting"
)

// Class is equal for positions that differ only by a symmetry of the board: the
// alphabetically first of the eight forms of the rows, then the rest of the
// position's text. The previous board, in fields of rows or as -, does not count.
func Class(position string) string {
	fields := strings.Fields(position)
	if len(fields) == 0 {
		return ""
	}
	forms := forms(strings.Split(fields[0], "/"))
	class := []string{slices.Min(forms)}
	for _, f := range fields[1:] {
		if f != "-" && !strings.Contains(f, "/") {
			class = append(class, f)
		}
	}
	return strings.Join(class, " ")
}

// forms are the symmetric forms of a board of rows, as lines.
func forms(rows []string) []string {
	var list []string
	for range 2 {
		for range 2 {
			for range 2 {
				list = append(list, strings.Join(rows, "/"))
				rows = slices.Clone(rows)
				slices.Reverse(rows)
			}
			rows = mirrored(rows)
		}
		rows = transposed(rows)
	}
	return list
}

func mirrored(rows []string) []string {
	other := make([]string, len(rows))
	for i, row := range rows {
		turned := []byte(row)
		slices.Reverse(turned)
		other[i] = string(turned)
	}
	return other
}

// transposed returns a board unchanged if its rows differ in length.
func transposed(rows []string) []string {
	other := make([]string, len(rows[0]))
	for _, row := range rows {
		if len(row) != len(rows[0]) {
			return rows
		}
		for c := range len(row) {
			other[c] += row[c : c+1]
		}
	}
	return other
}

// PartOf is the part that a position belongs to, by its class alone.
func PartOf(position string) Part {
	h := fnv.New64a()
	h.Write([]byte(Class(position))) // never fails
	// The lowest bit of this hash is the parity of the text's lowest bits.
	if x := h.Sum64(); (x>>32^x>>17)&1 == 0 {
		return Training
	}
	return Reporting
}
