package probe

import (
	"strconv"

	"evolab/features"
	"evolab/game"
	"evolab/search"
	"evolab/search/budget"
	"evolab/search/cputime"
	"evolab/search/think"
)

// Answer answers all questions of a text as the agent thinks.
func Answer[S comparable, P game.Position[S]](start *S, eval *features.Linear[S], text []byte) []byte {
	thinker := think.New[S, P](*eval, cputime.Process)
	var out []byte
	var s S
	for len(text) > 0 {
		var limits search.Limits
		limits, text = Next[S, P](start, &s, text)
		if P(&s).Outcome().Over() {
			out = append(out, "-\n"...)
			continue
		}
		thinker.Begin(&s, limits, budget.Allowance{}, think.Cycles{})
		best := thinker.Run()
		out = Append(out, &best)
	}
	return out
}

// Next takes a question off a text and sets up its position.
func Next[S comparable, P game.Position[S]](start, s *S, text []byte) (limits search.Limits, rest []byte) {
	var m uint64
	limits.Nodes, text = cutNumber(text)
	*s = *start
	for len(text) > 0 && text[0] == ' ' {
		m, text = cutNumber(text[1:])
		P(s).Play(game.Move(m), s)
	}
	if len(text) > 0 {
		text = text[1:]
	}
	return limits, text
}

// Append appends an answer.
func Append(dst []byte, r *search.Result) []byte {
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
