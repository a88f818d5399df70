package player

import (
	"evolab/protocol/playdata"
	"evolab/ship/player/probe"
)

// A rehearsal plays plies as a process does that is asked for them, from
// input.txt to output.txt, but for the folder, which is in memory, and the time,
// which limits of nodes stand in for. It answers the questions of a text.

// RehearseLittlego rehearses plies of Little-Go.
func RehearseLittlego(text []byte) []byte {
	return rehearse((*folder).rehearseLittlego, plyName, text)
}

// RehearseCheckers rehearses plies of Checkers.
func RehearseCheckers(text []byte) []byte {
	return rehearse((*folder).checkers, playdata.Name, text)
}

// RehearseHalma rehearses plies of Halma.
func RehearseHalma(text []byte) []byte { return rehearse((*folder).halma, playdata.Name, text) }

func (d *folder) rehearseLittlego(text []byte) (int, error) { return d.littlego(text, nil, 0) }

// rehearse answers with the plies of a game, which a file with that name links.
func rehearse(play func(d *folder, text []byte) (int, error), name string, text []byte) []byte {
	var out []byte
	var m memory
	for len(text) > 0 {
		q := probe.NextPly(text)
		text = q.Rest
		if q.Fresh {
			m = memory{name: name, text: q.Left}
		}
		m.nodes = max(q.Nodes, 1)
		d := folder{memory: m}
		code, err := play(&d, q.Input)
		m = d.memory
		if err != nil || code != Done {
			out = append(out, "failed\n"...)
			continue
		}
		out = probe.AppendPly(out, &d.found, d.written, m.text)
	}
	return out
}
