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

// Ply is a question to a program that plays by files: the input.txt of a ply.
type Ply struct {
	Nodes uint64
	Input []byte
	Fresh bool   // the folder holds Left, not what the last answer has left there
	Left  []byte // by an earlier ply of the game
	Rest  []byte // of the text
}

// NextPly takes a question off a text.
func NextPly(text []byte) Ply {
	var q Ply
	var left, length uint64
	q.Nodes, text = cutNumber(text)
	left, text = cutNumber(cut(text))
	length, text = cutNumber(cut(text))
	text = cut(text)
	end := bounded(length, text)
	q.Input, q.Rest, q.Fresh = text[:end], text[end:], left > 0
	if q.Fresh {
		end = bounded(left-1, q.Rest)
		q.Left, q.Rest = q.Rest[:end], q.Rest[end:]
	}
	return q
}

// bounded is a length, at most that of a text.
func bounded(length uint64, text []byte) int { return int(min(length, uint64(len(text)))) }

// cut takes a blank or a line's end off a text.
func cut(text []byte) []byte { return text[min(1, len(text)):] }

// AppendPly appends an answer, the output.txt that goes with it, and what is left for
// the next ply, on one line.
func AppendPly(dst []byte, r *search.Result, output, left []byte) []byte {
	dst = appendResult(dst, r)
	dst[len(dst)-1] = ' '
	dst = append(appendLine(dst, output), '\t')
	return append(appendLine(dst, left), '\n')
}

// appendLine appends a text with a bar for the end of each of its lines.
func appendLine(dst, text []byte) []byte {
	for _, c := range text {
		if c == '\n' {
			c = '|'
		}
		dst = append(dst, c)
	}
	return dst
}
