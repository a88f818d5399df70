package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"evolab/agent"
	"evolab/features"
)

// Task is a source to be checked against the Go agent.
type Task struct {
	Game    agent.Game
	Variant string // "" is the usual one
	Weights features.Weights
	Lang    string
	Source  string // the file
	// Command starts a program that was made of the source before; nil if it is
	// made here, as graders make it.
	Command []string
	// Positions and Nodes are how many positions are asked about, and about how
	// many nodes each one may take; 0 is the usual number.
	Positions int
	Nodes     uint64
	Seed      uint64
	// Overflow also looks for signed numbers that overflow; the translation
	// relies on there being none. It is for C++ alone.
	Overflow bool
	// Watch, if it is set, is told of the progress.
	Watch Watcher
}

// Watcher is told of a check's progress.
type Watcher interface {
	// Begin announces a part of the work; a total of 0 is not known.
	Begin(what string, total int, unit string)
	// Add counts units of that part.
	Add(n int)
}

// unwatched is for nobody.
type unwatched struct{}

func (unwatched) Begin(string, int, string) {}
func (unwatched) Add(int)                   {}

// usual are the positions and the nodes for each.
var usual = map[string]struct {
	positions int
	nodes     uint64
}{"cpp": {500, 2000}, "python": {100, 400}}

// Report is what a check has found.
type Report struct {
	Tool      string // which compiler or interpreter
	Positions int
	Nodes     uint64 // of all searches together
	// Overflow reports whether signed numbers were watched.
	Overflow bool
}

// ErrDiffers is the error of a program that plays differently from the Go
// agent.
var ErrDiffers = errors.New("check: the shipped program differs from the Go agent")

// Run compares a program with the Go agent. ErrNoTool means that this machine
// cannot run it.
func Run(ctx context.Context, t Task) (Report, error) {
	if t.Positions == 0 {
		t.Positions, t.Nodes = usual[t.Lang].positions, usual[t.Lang].nodes
	}
	if t.Watch == nil {
		t.Watch = unwatched{}
	}
	path, err := tool(t.Lang)
	if err != nil && t.Command == nil {
		return Report{}, err
	}
	list, want, err := t.exam(ctx)
	if err != nil {
		return Report{}, err
	}
	r := Report{Positions: len(list), Nodes: nodesOf(want)}
	if t.Command != nil {
		return r, t.compare(ctx, list, want, t.Command...)
	}
	r.Tool = version(ctx, path)
	if t.Lang != "cpp" {
		return r, t.compare(ctx, list, want, path, t.Source)
	}
	err = t.compiled(ctx, path, list, want, &r)
	return r, err
}

// exam is the questions and the Go agent's answers: about plies where programs
// play by files, else about positions.
func (t *Task) exam(ctx context.Context) ([]question, []string, error) {
	b, err := t.Game.Board(t.Variant, "start")
	if err != nil {
		return nil, nil, err
	}
	t.Watch.Begin("the Go agent thinks", t.Positions, "positions")
	input, _, err := b.Told(agent.Clock{Left: told})
	if err != nil {
		return nil, nil, err
	}
	if input != nil {
		return plies(ctx, t)
	}
	list, err := questions(t.Game, t.Variant, t.Positions, t.Nodes, t.Seed)
	if err != nil {
		return nil, nil, err
	}
	want, err := answers(ctx, t.Game, t.Variant, t.Weights, list, t.Watch)
	return list, want, err
}

// compiled checks a program as graders compile it, and again with a watch on
// signed numbers where the compiler has one.
func (t *Task) compiled(ctx context.Context, compiler string, list []question, want []string, r *Report) error {
	dir, err := os.MkdirTemp("", "evolve-ship-")
	if err != nil {
		return fmt.Errorf("check: %w", err)
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "program")
	t.Watch.Begin("compiling", 0, "")
	if err := compile(ctx, compiler, t.Source, program); err != nil {
		return err
	}
	if err := t.compare(ctx, list, want, program); err != nil || !t.Overflow {
		return err
	}
	watched := filepath.Join(dir, "watched")
	t.Watch.Begin("compiling with a watch on numbers", 0, "")
	if compile(ctx, compiler, t.Source, watched, "-fsanitize=undefined", "-fno-sanitize-recover=undefined") != nil {
		return nil // the compiler has nothing of the kind
	}
	r.Overflow = true
	return t.compare(ctx, list, want, watched)
}

// compare asks a program and compares its answers.
func (t *Task) compare(ctx context.Context, list []question, want []string, command ...string) error {
	t.Watch.Begin("the program thinks", len(list), "positions")
	got, err := ask(ctx, list, t.Watch, command...)
	if err != nil {
		return err
	}
	if len(got) != len(want) {
		return fmt.Errorf("%w: %d answers to %d questions", ErrDiffers, len(got), len(want))
	}
	for i := range want {
		if said := list[i].heard(got[i]); said != want[i] {
			return fmt.Errorf("%w: question %d, %s: move, score, depth and nodes are %s (expected: %s)",
				ErrDiffers, i, bytes.TrimSpace(list[i].text(nil)), said, want[i])
		}
	}
	return nil
}

// nodesOf is the sum of the answers' last numbers.
func nodesOf(lines []string) uint64 {
	var sum uint64
	for _, line := range lines {
		var m, score, depth int64
		var nodes uint64
		if _, err := fmt.Sscan(line, &m, &score, &depth, &nodes); err == nil {
			sum += nodes
		}
	}
	return sum
}
