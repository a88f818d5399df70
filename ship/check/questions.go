package check

import (
	"fmt"
	"strconv"
	"strings"

	"evolab/agent"
	"evolab/game"
)

// question is a position, as the moves that lead to it or as input.txt
// describes it, and a limit.
type question struct {
	nodes  uint64
	moves  []game.Move
	input  []byte
	begins bool        // a game
	board  agent.Board // of the input
}

// questions are positions of random games, from the start to their ends, none
// of them over. The same seed asks the same.
func questions(g agent.Game, variant string, n int, nodes uint64, seed uint64) ([]question, error) {
	list := make([]question, 0, n)
	for i := 0; len(list) < n; i++ {
		r := game.NewRand(game.Mix(seed, uint64(i)))
		b, err := g.Board(variant, "start")
		if err != nil {
			return nil, err
		}
		q := question{nodes: nodes}
		plies := r.Intn(min(b.PliesLeft(), longest))
		for len(q.moves) < plies && !b.Outcome().Over() {
			moves := b.Moves(nil)
			q.moves = append(q.moves, moves[r.Intn(len(moves))])
			b.Play(q.moves[len(q.moves)-1])
		}
		if !b.Outcome().Over() {
			list = append(list, q)
		}
	}
	return list, nil
}

// longest is the number of random plies after which little is new.
const longest = 80

// text is a question as programs are asked it.
func (q *question) text(dst []byte) []byte {
	dst = strconv.AppendUint(dst, q.nodes, 10)
	if q.input != nil {
		begins := 0
		if q.begins {
			begins = 1
		}
		dst = fmt.Appendf(dst, " %d %d\n", begins, len(q.input))
		return append(dst, q.input...)
	}
	for _, m := range q.moves {
		dst = strconv.AppendUint(append(dst, ' '), uint64(m), 10)
	}
	return append(dst, '\n')
}

// heard is an answer without its output.txt, which has to hold the move.
func (q *question) heard(line string) string {
	fields := strings.SplitN(line, " ", 5)
	if q.input == nil || len(fields) < 5 {
		return line
	}
	m, err := q.board.Said([]byte(strings.ReplaceAll(fields[4], "|", "\n")))
	if err != nil || strconv.FormatUint(uint64(m), 10) != fields[0] {
		return line
	}
	return strings.Join(fields[:4], " ")
}
