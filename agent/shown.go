package agent

import (
	"slices"
	"strings"

	"evolab/game"
)

// Shown lists the legal moves in the shortest form that Typed understands.
func Shown(info Info, b Board) []string {
	if g := gridOf(&info, b); g != nil {
		return g.texts(g.candidates(b))
	}
	var texts []string
	for _, m := range b.Moves(nil) {
		texts = append(texts, b.FormatMove(m))
	}
	return texts
}

// ShownMove is that form of one legal move.
func ShownMove(info Info, b Board, m game.Move) string {
	g := gridOf(&info, b)
	if g == nil {
		return b.FormatMove(m)
	}
	all := g.candidates(b)
	at := slices.IndexFunc(all, func(c candidate) bool { return c.move == m })
	if at < 0 {
		return b.FormatMove(m)
	}
	return g.texts(all)[at]
}

// texts names each move by its first and last square, or by all of them where
// two moves share those.
func (g *grid) texts(all []candidate) []string {
	ends := map[[2]square]int{}
	for _, c := range all {
		if len(c.path) > 1 {
			ends[c.ends()]++
		}
	}
	texts := make([]string, len(all))
	for i, c := range all {
		switch {
		case len(c.path) == 0:
			texts[i] = c.text
		case len(c.path) == 1 || ends[c.ends()] > 1:
			texts[i] = g.whole(c.path)
		default:
			e := c.ends()
			texts[i] = g.whole(e[:])
		}
	}
	return texts
}

func (c *candidate) ends() [2]square { return [2]square{c.path[0], c.path[len(c.path)-1]} }

// Pieces counts those of either side; in Konane, of either colour.
func Pieces(info Info, b Board) [2]int {
	g := gridOf(&info, b)
	if g == nil {
		return [2]int{}
	}
	text := strings.Join(g.rows, "")
	count := func(symbols string) (n int) {
		for i := range len(text) {
			if strings.IndexByte(symbols, text[i]) >= 0 {
				n++
			}
		}
		return n
	}
	if own := g.Own; own != nil {
		return [2]int{count(own["b"]), count(own["w"])}
	}
	return [2]int{count("X"), count("O")}
}

// Taken is how many pieces a move has captured, given the pieces before and after it.
// Pieces that the mover gains beyond the one it may place were turned over, not
// captured.
func Taken(info Info, move string, before, after [2]int) int {
	if removes := info.Layout.Removes; removes != nil && removes(move) {
		return 0
	}
	lost, gained := 0, 0
	for side := range before {
		lost += max(0, before[side]-after[side])
		gained += max(0, after[side]-before[side])
	}
	return max(0, lost-max(0, gained-1))
}

// Wrapped is a list on lines of at most the given width, none of which breaks
// inside an entry.
func Wrapped(texts []string, width int) string {
	const gap = "  "
	var out strings.Builder
	used := 0
	for _, text := range texts {
		switch {
		case used == 0:
		case used+len(gap)+len(text) > width:
			out.WriteString("\n")
			used = 0
		default:
			out.WriteString(gap)
			used += len(gap)
		}
		out.WriteString(text)
		used += len(text)
	}
	return out.String()
}

// Standing describes the state of the game on a line, "" if the board says it all;
// captured is how many pieces either side has taken.
func Standing(info Info, b Board, captured [2]int) string {
	if info.Layout.Standing == nil {
		return ""
	}
	return info.Layout.Standing(&info, b, Pieces(info, b), captured)
}
