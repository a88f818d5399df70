package agent

import "evolab/game"

// Correspondent is how a host and a program exchange positions and moves by files.
type Correspondent interface {
	// Told is the input.txt under a clock, and a board that knows only as much of the
	// game as that text; the text is empty if the game has no files.
	Told(c Clock) (input []byte, known Board, err error)
	// Said is the move of an output.txt.
	Said(output []byte) (game.Move, error)
}

// Told is part of Correspondent.
func (b *board[S, P]) Told(c Clock) (input []byte, known Board, err error) {
	now := *b
	now.past = nil
	files := &b.parts.Files
	if files.Input == nil {
		return nil, &now, nil
	}
	input = files.Input(&b.state, c)
	if files.Read != nil {
		now.state, err = files.Read(input)
	}
	return input, &now, err
}

// Said is part of Correspondent.
func (b *board[S, P]) Said(output []byte) (game.Move, error) {
	return b.parts.Files.Answer(&b.state, output)
}
