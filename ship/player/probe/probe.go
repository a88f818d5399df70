package probe

import (
	"strconv"

	"evolab/features"
	"evolab/game"
	"evolab/search"
	"evolab/search/cputime"
	"evolab/search/decide"
)

// Answer answers all questions of a text as the agent decides.
func Answer[S comparable, P game.Position[S], K decide.Knower[S]](start *S, eval *features.Linear[S], knows K, text []byte) []byte {
	decider := decide.New[S, P](*eval, knows, cputime.Process)
	var out []byte
	var s S
	for len(text) > 0 {
		var ply decide.Ply
		ply.Nodes, text = next[S, P](start, &s, text)
		if P(&s).Outcome().Over() {
			out = append(out, "-\n"...)
			continue
		}
		decider.Begin(&s, ply)
		best := decider.Run()
		out = appendResult(out, &best)
	}
	return out
}

// next takes a question off a text and sets up its position.
func next[S comparable, P game.Position[S]](start, s *S, text []byte) (nodes uint64, rest []byte) {
	var m uint64
	nodes, text = cutNumber(text)
	*s = *start
	for len(text) > 0 && text[0] == ' ' {
		m, text = cutNumber(text[1:])
		P(s).Play(game.Move(m), s)
	}
	if len(text) > 0 {
		text = text[1:]
	}
	return nodes, text
}

// appendResult appends an answer.
func appendResult(dst []byte, r *search.Result) []byte {
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
