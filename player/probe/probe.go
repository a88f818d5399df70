package probe

import (
	"strconv"

	"evolab/features"
	"evolab/game"
	"evolab/search"
	"evolab/search/cputime"
)

// Answer answers questions about positions, one a line: a limit of nodes and then
// the moves from the start, as numbers. Each answer is a line with the move, its
// score, the depth and the nodes of the search; a position in which the game is
// over is answered by a line with a dash.
func Answer[S comparable, P game.Position[S]](start *S, eval *features.Linear[S], text []byte) []byte {
	engine := search.New[S, P](*eval, cputime.Process)
	var out []byte
	var s S
	for len(text) > 0 {
		var nodes, m uint64
		nodes, text = cutNumber(text)
		s = *start
		for len(text) > 0 && text[0] == ' ' {
			m, text = cutNumber(text[1:])
			P(&s).Play(game.Move(m), &s)
		}
		if len(text) > 0 {
			text = text[1:]
		}
		if P(&s).Outcome().Over() {
			out = append(out, "-\n"...)
			continue
		}
		best := engine.Search(&s, search.Limits{Nodes: nodes})
		out = appendAnswer(out, &best)
	}
	return out
}

func appendAnswer(dst []byte, r *search.Result) []byte {
	dst = strconv.AppendUint(dst, uint64(r.Move), 10)
	dst = append(dst, ' ')
	dst = strconv.AppendInt(dst, int64(r.Score), 10)
	dst = append(dst, ' ')
	dst = strconv.AppendInt(dst, int64(r.Depth), 10)
	dst = append(dst, ' ')
	dst = strconv.AppendUint(dst, r.Nodes, 10)
	return append(dst, '\n')
}

// cutNumber takes a number in decimal off a text.
func cutNumber(text []byte) (n uint64, rest []byte) {
	at := 0
	for at < len(text) && text[at] >= '0' && text[at] <= '9' {
		n = 10*n + uint64(text[at]-'0')
		at++
	}
	return n, text[at:]
}
