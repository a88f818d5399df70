package agent

import (
	"strings"

	"evolab/game"
)

// lines is the protocol of programs that keep running: a position on a line in, a
// move on a line out, both as evolve legal writes them. Each line holds all that
// there is to know, so that one process can play any number of games.
type lines[S comparable] struct{ rules *game.Rules[S] }

func (l lines[S]) move(s *S, _ Clock, ask asker) (game.Move, error) {
	answer, err := ask(l.rules.Format(s)+"\n", "\n")
	if err != nil {
		return 0, err
	}
	m, err := l.rules.ParseMove(s, strings.TrimSpace(answer))
	if err != nil {
		return 0, &unclear{err.Error()}
	}
	return m, nil
}
