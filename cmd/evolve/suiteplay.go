package main

import (
	"context"
	"fmt"
	"strings"

	"evolab/agent"
	"evolab/arena/suite"
	"evolab/internal/files"
)

// suiteLine is how many values an agent kept, of the positions after so many plies.
type suiteLine struct {
	Game      string  `json:"game"`
	Agent     string  `json:"agent"`
	Plies     int     `json:"plies"`
	Positions int     `json:"positions"`
	Kept      int     `json:"kept"`
	Share     float64 `json:"share"`
}

// playSuite lets an agent move in the positions of a suite.
func (a *app) playSuite(ctx context.Context, f *suiteFlags) error {
	json, err := f.json()
	if err != nil {
		return err
	}
	g, s, err := f.read()
	if err != nil {
		return err
	}
	ready, err := openAgent(g, f.agent, agent.Env{Log: a.err})
	if err != nil {
		return err
	}
	defer ready.Close()
	progress := newBar(a.err, len(s.Entries), "positions")
	defer progress.close()
	var lines []*suiteLine
	for i, e := range s.Entries {
		line := findLine(&lines, suiteLine{Game: s.Game, Agent: f.agent, Plies: e.Plies})
		b, err := g.Board(s.Variant, e.Position)
		if err != nil {
			return err
		}
		got, err := analyze(ctx, ready, e.Position, b, f.seed+uint64(i))
		if err != nil {
			return err
		}
		line.count(&e, got.Move)
		progress.add(1)
	}
	for _, line := range lines {
		if err := a.printSuiteLine(line, json); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) printSuiteLine(line *suiteLine, json bool) error {
	if json {
		return a.printJSON(line)
	}
	_, err := fmt.Fprintf(a.out, "ply %2d: %d of %d kept (%.1f %%)\n", line.Plies, line.Kept, line.Positions, 100*line.Share)
	return err
}

// read reads the suite, and its game with it.
func (f *suiteFlags) read() (agent.Game, suite.Suite, error) {
	data, err := files.Read(f.in, suite.MaxBytes)
	if err != nil {
		return nil, suite.Suite{}, badInput(fmt.Errorf("evolve: --in: %w", err), "")
	}
	s, err := suite.Parse(data)
	if err != nil {
		return nil, s, misread(f.in, fmt.Errorf("evolve: --in %s: %w", f.in, err), "evolve suite --out writes such files", suiteKind)
	}
	if f.game != "" && f.game != s.Game || f.variant != "" && f.variant != s.Variant {
		return nil, s, badInput(fmt.Errorf("evolve: --in %s is of %s", f.in, strings.TrimSpace(s.Game+" "+s.Variant)), "leave --game and --variant out")
	}
	g, err := (&gameFlags{game: s.Game, variant: s.Variant, games: f.games}).find()
	if err != nil { // it has a hint of its own
		return nil, s, fmt.Errorf("evolve: --in %s: suite: line 1: %w", f.in, err)
	}
	if err := s.Check(g); err != nil {
		return nil, s, badInput(fmt.Errorf("evolve: --in %s: %w", f.in, err), "")
	}
	return g, s, nil
}

// findLine is the line of a number of plies; it begins one where there is none.
func findLine(lines *[]*suiteLine, like suiteLine) *suiteLine {
	for _, line := range *lines {
		if line.Plies == like.Plies {
			return line
		}
	}
	*lines = append(*lines, &like)
	return &like
}

func (k *suiteLine) count(e *suite.Entry, move string) {
	k.Positions++
	for _, m := range e.Moves {
		if m == move {
			k.Kept++
		}
	}
	k.Share = float64(k.Kept) / float64(k.Positions)
}
