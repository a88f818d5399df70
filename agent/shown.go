package agent

import (
	"fmt"
	"slices"
	"strings"

	"evolab/game"
	"evolab/game/halma"
)

// Shown lists the legal moves in the shortest form that Typed understands.
func Shown(info Info, b Board) []string {
	g := gridOf(&info, b)
	return g.texts(g.candidates(b))
}

// ShownMove is that form of one legal move.
func ShownMove(info Info, b Board, m game.Move) string {
	g := gridOf(&info, b)
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
	text := strings.Join(g.rows, "")
	count := func(symbols string) (n int) {
		for i := range len(text) {
			if strings.IndexByte(symbols, text[i]) >= 0 {
				n++
			}
		}
		return n
	}
	if own := g.own; own != nil {
		return [2]int{count(own["b"]), count(own["w"])}
	}
	return [2]int{count("X"), count("O")}
}

// Taken is how many pieces a move has captured, given the pieces before and after
// it. The stones that open a game of Konane are removed, not captured.
func Taken(info Info, move string, before, after [2]int) int {
	if info.Name == "konane" && !strings.Contains(move, "]:") {
		return 0
	}
	return max(0, before[0]-after[0]) + max(0, before[1]-after[1])
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

// Standing says on a line how the game stands; "" if the board says it all.
// Captured is how many pieces either side has taken.
func Standing(info Info, b Board, captured [2]int) string {
	n := Pieces(info, b)
	taken := fmt.Sprintf("captured: %s %d, %s %d", info.Sides[0], captured[0], info.Sides[1], captured[1])
	switch info.Name {
	case "littlego":
		return fmt.Sprintf("score: black %d, white %d + 2.5; %s; %d plies left", n[0], n[1], taken, b.PliesLeft())
	case "checkers":
		rows, _, _ := strings.Cut(b.Position(), " ")
		return fmt.Sprintf("pieces: black %d (%d kings), white %d (%d kings); %s", n[0], strings.Count(rows, "B"), n[1], strings.Count(rows, "W"), taken)
	case "halma":
		return fmt.Sprintf("in the other camp: black %d, white %d of %d", arrived(b, game.First), arrived(b, game.Second), halma.Pieces)
	case "konane":
		g := gridOf(&info, b)
		mover := info.Sides[b.Turn()]
		if colour := g.own[g.turn]; colour != "" {
			mover += " (" + colour + ")"
		}
		return fmt.Sprintf("X %d, O %d; player 1 took %d, player 2 took %d; %s has %d moves", n[0], n[1], captured[0], captured[1], mover, len(b.Moves(nil)))
	}
	return ""
}

// arrived counts a side's pieces in the camp that it has to fill.
func arrived(b Board, side game.Side) int {
	rows, _, _ := strings.Cut(b.Position(), " ")
	n, goal := 0, halma.Goal(side)
	for row, text := range strings.Split(rows, "/") {
		for col := range len(text) {
			if text[col] == "BW"[side] && goal.Has(halma.Size*row+col) {
				n++
			}
		}
	}
	return n
}
