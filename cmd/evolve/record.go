package main

import (
	"bytes"
	"fmt"

	"evolab/arena"
	"evolab/files"
	"evolab/protocol/sgf"
)

// record is a game of a file, and where it stands there.
type record struct {
	arena.Line
	place string // "game 3" or "line 3, game 2"
}

// mostRecords bounds a file of games, in bytes.
const mostRecords = 1 << 30

// readRecords reads JSON lines, or SGF if the file does not begin as JSON
// does. The games are counted from 1.
func readRecords(path string) ([]record, error) {
	data, err := files.Read(path, mostRecords)
	if err != nil {
		return nil, badInput(fmt.Errorf("evolve: %w", err), "FILE holds games: JSON lines of --games-out, or SGF")
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	text := bytes.TrimSpace(data)
	if len(text) == 0 {
		return nil, badInput(fmt.Errorf("evolve: %s is empty", path), "FILE holds games: JSON lines of --games-out, or SGF")
	}
	if text[0] == '{' {
		return readLines(path, data)
	}
	games, err := sgf.Parse(data)
	if err != nil {
		return nil, badInput(fmt.Errorf("evolve: %s: %w", path, err), "FILE holds games: JSON lines of --games-out, or SGF of a 5x5 board")
	}
	list := make([]record, len(games))
	for i, g := range games {
		list[i] = record{lineOf(i, g), fmt.Sprintf("game %d", i+1)}
	}
	return list, nil
}

func readLines(path string, data []byte) ([]record, error) {
	var list []record
	for i, text := range bytes.Split(data, []byte("\n")) {
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		line, err := arena.ParseLine(text)
		if err != nil {
			return nil, badInput(fmt.Errorf("evolve: %s, line %d: %w", path, i+1, err), "a line holds one game, as --games-out writes it")
		}
		list = append(list, record{line, fmt.Sprintf("line %d, game %d", i+1, len(list)+1)})
	}
	return list, nil
}
