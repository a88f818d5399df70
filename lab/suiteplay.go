package lab

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"evolab/agent"
	"evolab/arena/suite"
	"evolab/internal/files"
)

// suiteLine is the result line of the positions after a number of plies.
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
	g, s, err := f.read()
	if err != nil {
		return err
	}
	ready, err := openAgent(g, f.agent, agent.Env{Log: a.err, Programs: f.confine.programs(a)})
	if err != nil {
		return err
	}
	defer ready.Close()
	progress := newBar(a.err, len(s.Entries), "positions")
	defer progress.close()
	var lines []*suiteLine
	for i, e := range s.Entries {
		at := slices.IndexFunc(lines, func(l *suiteLine) bool { return l.Plies == e.Plies })
		if at < 0 {
			at, lines = len(lines), append(lines, &suiteLine{Game: s.Game, Agent: f.agent, Plies: e.Plies})
		}
		line := lines[at]
		b, err := g.Board(s.Variant, e.Position)
		if err != nil {
			return err
		}
		got, err := analyze(ctx, ready, e.Position, b, f.seed+uint64(i))
		if err != nil {
			return err
		}
		line.Positions++
		if slices.Contains(e.Moves, got.Move) {
			line.Kept++
		}
		line.Share = float64(line.Kept) / float64(line.Positions)
		progress.add(1)
	}
	for _, line := range lines {
		a.print(line, "ply %2d: %d of %d kept (%.1f %%)\n", line.Plies, line.Kept, line.Positions, 100*line.Share)
	}
	return nil
}

// read reads the suite and finds its game.
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
