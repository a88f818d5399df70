package agent

import (
	"errors"
	"strings"
	"time"

	"evolab/game"
)

// dialogue asks a program for the moves of one game.
type dialogue[S comparable] interface {
	// move asks for a move under a clock. Its errors are ask's, or a *badAnswer.
	move(s *S, c Clock, ask asker) (game.Move, error)
}

// asker asks one question, in one message or several that are read one by one, and returns
// the answer, up to the text end if the program keeps running.
type asker func(end string, question ...string) (string, error)

// badAnswer is the error of an answer that loses the game.
type badAnswer struct{ reason, text string }

func (a *badAnswer) Error() string { return a.text }

// malformed is the error of an answer that cannot be understood.
func malformed(text string) error { return &badAnswer{"malformed", text} }

// lines is the protocol of programs that keep running: a position on a line in, a
// move on a line out, both as evolve legal writes them. Each line holds all that
// there is to know, so that one process can play any number of games.
type lines[S comparable] struct{ rules *game.Rules[S] }

func (l lines[S]) move(s *S, _ Clock, ask asker) (game.Move, error) {
	answer, err := ask("\n", l.rules.Format(s)+"\n")
	if err != nil {
		return 0, err
	}
	m, err := l.rules.ParseMove(s, strings.TrimSpace(answer))
	if err != nil {
		return 0, malformed(err.Error())
	}
	return m, nil
}

// Files is a game's conversation with a program by input.txt and output.txt.
type Files[S comparable] struct {
	// Input is the text of input.txt for the side to move under a clock.
	Input func(s *S, c Clock) []byte
	// Answer reads output.txt as the game's host does. The move may still be illegal;
	// the error of a well-formed move that is legal on no board is OffBoard.
	Answer   func(s *S, output []byte) (game.Move, error)
	OffBoard error
	// Tidy is an output.txt that Answer takes, with the same route to the same move, as the
	// assignment describes it.
	Tidy func(output []byte) []byte
	// Read is the position of an input.txt, which may lack some of the game's counters;
	// nil: it lacks nothing.
	Read func(input []byte) (S, error)
}

func (f *Files[S]) move(s *S, c Clock, ask asker) (game.Move, error) {
	answer, err := ask("", string(f.Input(s, c)))
	if err != nil {
		return 0, err
	}
	m, err := f.Answer(s, []byte(answer))
	switch {
	case err != nil && errors.Is(err, f.OffBoard):
		return 0, &badAnswer{"illegal", "no move of this board: " + err.Error()}
	case err != nil:
		return 0, malformed(err.Error())
	}
	return m, nil
}

// statedTime is what the courses whose input.txt states the time would write for a
// clock: whether it is for this move alone, and how much is left; 100 s if nothing
// limits it.
func statedTime(c Clock) (single bool, left time.Duration) {
	switch {
	case c.Left > 0 && (c.Move == 0 || c.Left <= c.Move):
		return false, c.Left
	case c.Move > 0:
		return true, c.Move
	}
	return false, 100 * time.Second
}

// FileInput is part of Board.
func (b *gameBoard[S, P]) FileInput(c Clock) (input []byte, known Board, err error) {
	now := &gameBoard[S, P]{parts: b.parts, rules: b.rules, state: b.state}
	if files := &b.parts.Files; files.Input != nil {
		input = files.Input(&b.state, c)
		if files.Read != nil {
			now.state, err = files.Read(input)
		}
	}
	now.start = now.state
	return input, now, err
}

// FileMove is part of Board.
func (b *gameBoard[S, P]) FileMove(output []byte) (game.Move, error) {
	return b.parts.Files.Answer(&b.state, output)
}

// FileTidy is part of Board.
func (b *gameBoard[S, P]) FileTidy(output []byte) []byte { return b.parts.Files.Tidy(output) }
