package main

import (
	"fmt"
	"io"
	"path/filepath"
	"time"

	"evolab/game"
	"evolab/game/littlego"
	protocol "evolab/protocol/littlego"
)

const (
	inputName  = "input.txt"
	outputName = "output.txt"
	plyName    = "my_player_ply.txt"
)

// run plays one ply by the files in dir and returns the exit code. The game is
// known by its input.txt; the budget is the CPU time of a ply of Little-Go, the
// others' input says how much there is.
func run(dir string, budget time.Duration, stderr io.Writer) int {
	t := turn{dir: dir, stderr: stderr, answer: game.NoMove}
	text, err := readSmall(t.path(inputName))
	switch {
	case err == nil && isCheckers(text):
		err = t.playCheckers(text)
	case err == nil && isHalma(text):
		err = t.playHalma(text)
	default:
		if err = t.read(text, err); err != nil {
			return t.giveUp(err)
		}
		err = t.play(budget)
	}
	if err != nil {
		t.say("%v", err)
		return failed
	}
	return done
}

// turn is the one ply that the process is there for.
type turn struct {
	dir    string
	stderr io.Writer

	input  protocol.Input
	state  littlego.State
	answer game.Move // what output.txt holds, or NoMove
}

func (t *turn) say(format string, args ...any) {
	fmt.Fprintf(t.stderr, "my_player: "+format+"\n", args...)
}

func (t *turn) path(name string) string { return filepath.Join(t.dir, name) }

// read finds out which position of Little-Go is to be played. The error is that
// of reading the file.
func (t *turn) read(text []byte, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w (expected: %d lines, the colour and two boards)", inputName, err, 1+2*littlego.Size)
	}
	if t.input, err = protocol.ParseInput(text); err != nil {
		return err
	}
	ply, source, err := protocol.InferPly(&t.input, t.readRecord())
	if err != nil {
		return err
	}
	if err := t.setUp(ply); err != nil {
		return err
	}
	if source == protocol.Guessed {
		t.say("warning: %s does not lead here: the guess is that %d plies were played", plyName, ply)
	}
	return nil
}

// readRecord returns the helper file's record, or nil if there is none.
func (t *turn) readRecord() *protocol.PlyRecord {
	text, err := readSmall(t.path(plyName))
	if err != nil {
		return nil
	}
	record, err := protocol.ParseRecord(text)
	if err != nil {
		return nil
	}
	return &record
}

// setUp makes the position; a previous board that does not fit is done without.
func (t *turn) setUp(ply int) error {
	var history, err error
	if t.state, history = t.input.State(ply); history == nil {
		return nil
	}
	if t.state, err = t.input.Bare(ply); err != nil {
		return fmt.Errorf("%s: current board: %w (expected: a position that can come up in a game)", inputName, err)
	}
	t.say("warning: %s: the previous board is left out of account: %v", inputName, history)
	return nil
}

// play answers at once, and better as long as there is time.
func (t *turn) play(budget time.Duration) error {
	moves := t.state.Moves(nil)
	t.record()
	if err := t.write(moves[0]); err != nil || len(moves) == 1 {
		return err
	}
	return think(&t.state, timeLimit(budget), t.write)
}

// write puts a move of the position into output.txt, unless it is there.
func (t *turn) write(m game.Move) error {
	if m == t.answer {
		return nil
	}
	if err := replaceFile(t.path(outputName), protocol.AppendOutput(nil, m)); err != nil {
		return err
	}
	t.answer = m
	return nil
}

// record keeps the ply count for the next process, before there is an answer
// with which that one could be asked.
func (t *turn) record() {
	record := protocol.PlyRecord{Input: t.input, Ply: t.state.Ply()}
	if err := replaceFile(t.path(plyName), record.Append(nil)); err != nil {
		t.say("warning: the ply count will be lost: %v", err)
	}
}

// giveUp answers input that says nothing with a move that is always legal.
func (t *turn) giveUp(reason error) int {
	t.say("%v", reason)
	if err := replaceFile(t.path(outputName), protocol.AppendOutput(nil, littlego.Pass)); err != nil {
		t.say("%v", err)
	}
	return badInput
}
