package checkers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Compact makes the text of compact endings.
func (e *Endings) Compact() (Packed, error) {
	p := Packed{Pieces: e.pieces}
	var text []uint16
	for _, c := range UpTo(e.pieces) {
		t := e.tables[c.number()]
		if t.open(); t.values == nil {
			return p, fmt.Errorf("the values of %s cannot be unpacked", c.line(0))
		}
		longest := 0
		for _, v := range t.values {
			switch {
			case v == 0:
				text = append(text, saysDrawn)
			case v > 0:
				text = append(text, saysWon)
				longest = max(longest, int(v))
			default:
				text = append(text, uint16(saysWon+(int(-v)+span-1)/span))
			}
		}
		p.Longest = appendNumber(p.Longest, longest, 1)
	}
	pairs, text := paired(text, sayings, base*base)
	lengths := slices.Repeat([]int{1}, sayings)
	for _, x := range pairs {
		lengths = append(lengths, lengths[x[0]]+lengths[x[1]])
		p.Pairs = appendNumber(appendNumber(p.Pairs, int(x[0]), 2), int(x[1]), 2)
	}
	at := 0
	for i, symbol := range text {
		if i%inBlock == 0 {
			p.Starts = appendNumber(p.Starts, at, 4)
		}
		p.Symbols = appendNumber(p.Symbols, int(symbol), 2)
		at += lengths[symbol]
	}
	return p, nil
}

func appendNumber(dst []byte, n, digits int) []byte {
	for unit := power(digits - 1); unit > 0; unit /= base {
		dst = append(dst, byte(zero+n/unit%base))
	}
	return dst
}

func power(digits int) int {
	n := 1
	for range digits {
		n *= base
	}
	return n
}

// paired replaces the most frequent pairs of neighbours by symbols of their own, the first
// of which has the number next, until there are most symbols or no pair saves anything.
func paired(text []uint16, next, most int) (pairs [][2]uint16, _ []uint16) {
	const worth = 4 // times, for its digits
	for next < most {
		// A pair is the number of its first symbol times wide, plus that of its second.
		wide := next
		counts := make([]int32, wide*wide)
		for i := 0; i+1 < len(text); i++ {
			counts[int(text[i])*wide+int(text[i+1])]++
			if text[i] == text[i+1] && i+2 < len(text) && text[i+2] == text[i] {
				i++ // of three alike only two make a pair
			}
		}
		top := slices.Max(counts)
		// Those that come about as often as the most frequent one are replaced with it, if
		// none of them can overlap another.
		list := []int{}
		for x, n := range counts {
			if n >= worth && 8*int(n) >= 7*int(top) {
				list = append(list, x)
			}
		}
		slices.SortStableFunc(list, func(x, y int) int { return cmp.Compare(counts[y], counts[x]) })
		chosen, first, second := map[int]uint16{}, make([]bool, wide), make([]bool, wide)
		for _, x := range list {
			left, right := x/wide, x%wide
			if next == most || first[right] || second[left] || left == right && len(chosen) > 0 {
				continue
			}
			chosen[x], first[left], second[right] = uint16(next), true, true
			pairs = append(pairs, [2]uint16{uint16(left), uint16(right)})
			next++
		}
		if len(chosen) == 0 {
			break
		}
		kept := text[:0]
		for i := 0; i < len(text); i++ {
			if i+1 < len(text) && first[text[i]] && second[text[i+1]] {
				if symbol, ok := chosen[int(text[i])*wide+int(text[i+1])]; ok {
					kept = append(kept, symbol)
					i++
					continue
				}
			}
			kept = append(kept, text[i])
		}
		text = kept
	}
	return pairs, text
}

// compactKind is the first line of a file of compact endings.
const compactKind = "evolab checkers compact endings 1\n"

// AppendPacked appends the file of compact endings: a line for each of its texts.
func AppendPacked(dst []byte, p *Packed) []byte {
	return fmt.Appendf(dst, "%s%d\n%s\n%s\n%s\n%s\n", compactKind, p.Pieces, p.Longest, p.Pairs, p.Symbols, p.Starts)
}

// ParsePacked reads the file of compact endings that AppendPacked has written.
func ParsePacked(file string) (Packed, error) {
	var p Packed
	text, ok := strings.CutPrefix(file, compactKind)
	lines := strings.Split(text, "\n")
	if !ok || len(lines) != 6 {
		return p, fmt.Errorf("compact endings: lines after the first one: %d (expected: 5, after %q)", len(lines)-1, compactKind)
	}
	if _, err := fmt.Sscan(lines[0], &p.Pieces); err != nil || p.Pieces < 2 || p.Pieces > Most {
		return p, fmt.Errorf("compact endings: the number of pieces is %q (expected: 2..%d)", lines[0], Most)
	}
	p.Longest, p.Pairs, p.Symbols, p.Starts = []byte(lines[1]), []byte(lines[2]), []byte(lines[3]), []byte(lines[4])
	return p, nil
}
