package main

import (
	"bytes"
	"fmt"

	"evolab/agent"
	"evolab/arena"
	"evolab/internal/files"
)

// gameRecord is a game of a file, and where it stands there.
type gameRecord struct {
	arena.Line
	place string // "game 3" or "line 3, game 2"
	// game and variant are those that show-game settled.
	game    agent.Game
	variant string
}

// mostRecords bounds a file of games, in bytes.
const mostRecords = 1 << 30

// recordsHint is for files that hold no games.
const recordsHint = "FILE holds games: JSON lines of --games-out, SGF of a 5x5 board, or PDN of English draughts"

// readRecords reads the games of a file, counted from 1: in the notation that
// its name ends in, or that it begins like. The notation is nil for JSON lines.
func readRecords(path string) ([]gameRecord, *notation, error) {
	data, err := files.Read(path, mostRecords)
	if err != nil {
		return nil, nil, badInput(fmt.Errorf("evolve: %w", err), recordsHint)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	text := bytes.TrimSpace(data)
	if len(text) == 0 {
		return nil, nil, badInput(fmt.Errorf("evolve: %s is empty", path), recordsHint)
	}
	n := recognize(path, text)
	if n == nil {
		list, err := readLines(path, data)
		return list, nil, err
	}
	lines, err := n.parse(data)
	if err != nil {
		return nil, nil, misread(path, fmt.Errorf("evolve: %s: %w", path, err), recordsHint, gamesKind)
	}
	list := make([]gameRecord, len(lines))
	for i, line := range lines {
		list[i] = gameRecord{Line: line, place: fmt.Sprintf("game %d", i+1)}
	}
	return list, n, nil
}

// recognize finds the notation of a file, nil for JSON lines. What looks like
// nothing that is known is read as the first one, which says what is missing.
func recognize(path string, text []byte) *notation {
	if n := notationOf(path); n != nil {
		return n
	}
	if text[0] == '{' {
		return nil
	}
	all := notations()
	for i := range all {
		if bytes.IndexByte([]byte(all[i].begin), text[0]) >= 0 {
			return &all[i]
		}
	}
	return &all[0]
}

func readLines(path string, data []byte) ([]gameRecord, error) {
	var list []gameRecord
	for i, text := range bytes.Split(data, []byte("\n")) {
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		line, err := arena.ParseLine(text)
		if err != nil {
			return nil, badInput(fmt.Errorf("evolve: %s, line %d: %w", path, i+1, err), "a line holds one game, as --games-out writes it")
		}
		list = append(list, gameRecord{Line: line, place: fmt.Sprintf("line %d, game %d", i+1, len(list)+1)})
	}
	return list, nil
}
