// Package check verifies that a shipped program plays as the Go agent does:
// with equal node limits it has both play the same plies and compares moves,
// scores, depths and nodes. A program that plays by files plays whole plies,
// from input.txt to output.txt; any other one answers single positions.
package check

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"evolab/agent"
	"evolab/features"
	"evolab/game"
	"evolab/internal/progress"
	"evolab/internal/quantity"
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
	// many nodes each one may take; where either is 0, it is the usual number.
	Positions int
	Nodes     uint64
	Seed      uint64
	// Overflow also looks for signed numbers that overflow; the translation
	// relies on there being none. It is for C++ alone.
	Overflow bool
	Progress progress.Progress // nil: nobody follows
}

// usual are the positions and the nodes for each.
var usual = map[string]struct {
	positions int
	nodes     uint64
}{"cpp": {500, 2000}, "python": {100, 400}, "java": {500, 2000}}

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
var ErrDiffers = errors.New("the shipped program differs from the Go agent")

// Run compares a program with the Go agent. ErrNoTool means that this machine
// cannot run it.
func Run(ctx context.Context, t Task) (Report, error) {
	t.Positions = cmp.Or(t.Positions, usual[t.Lang].positions)
	t.Nodes = cmp.Or(t.Nodes, usual[t.Lang].nodes)
	if t.Progress == nil {
		t.Progress = progress.None{}
	}
	path, err := tool(t.Lang)
	if err != nil && t.Command == nil {
		return Report{}, err
	}
	if t.Source, err = filepath.Abs(t.Source); err != nil {
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
	if t.Lang == "python" {
		return r, t.compare(ctx, list, want, path, "-I", t.Source) // no module of the source's folder
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
	t.Progress.Begin("the Go agent thinks", t.Positions, "position")
	input, _, err := b.FileInput(agent.Clock{Left: statedTime})
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
	want, err := answers(ctx, t.Game, t.Variant, t.Weights, list, t.Progress)
	return list, want, err
}

// compiled checks a program as graders compile it, and again with a watch on
// signed numbers where the compiler has one.
func (t *Task) compiled(ctx context.Context, compiler string, list []question, want []string, r *Report) error {
	dir, err := os.MkdirTemp("", "evolve-ship-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "program")
	t.Progress.Begin("compiling", 0, "")
	if t.Lang == "java" {
		command, err := compileJava(ctx, compiler, t.Source, dir)
		if err != nil {
			return err
		}
		return t.compare(ctx, list, want, command...)
	}
	if err := compile(ctx, compiler, t.Source, program); err != nil {
		return err
	}
	if err := t.compare(ctx, list, want, program); err != nil || !t.Overflow {
		return err
	}
	watched := filepath.Join(dir, "watched")
	t.Progress.Begin("compiling with a watch on numbers", 0, "")
	if compile(ctx, compiler, t.Source, watched, "-fsanitize=undefined", "-fno-sanitize-recover=undefined") != nil {
		return nil // the compiler has nothing of the kind
	}
	r.Overflow = true
	return t.compare(ctx, list, want, watched)
}

func (t *Task) compare(ctx context.Context, list []question, want []string, command ...string) error {
	t.Progress.Begin("the program thinks", len(list), "position")
	got, err := ask(ctx, list, t.Progress, command...)
	if err != nil {
		return err
	}
	if len(got) != len(want) {
		return fmt.Errorf("%w: %s to %s", ErrDiffers, quantity.Of(len(got), "answer"), quantity.Of(len(want), "question"))
	}
	for i := range want {
		if said := list[i].withoutOutput(got[i]); said != want[i] {
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

// labAgent is the Go agent that a program is compared with. Books are files of their
// own, which are left out; endings are part of the program.
func labAgent(g agent.Game, w features.Weights) (agent.Agent, error) {
	spec := agent.Spec{Name: "frozen", Weights: w}.With("book", "off").With("endings", "shipped")
	a, err := g.Agent(spec, agent.Env{})
	if err != nil {
		return nil, err
	}
	return a, nil
}

// answers are what one player of the Go agent with some weights says, a line
// for each question.
func answers(ctx context.Context, g agent.Game, variant string, w features.Weights, list []question, watch progress.Progress) ([]string, error) {
	a, err := labAgent(g, w)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	p, err := a.Player(1)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	lines := make([]string, len(list))
	for i := range list {
		if lines[i], err = answer(ctx, g, variant, p, &list[i]); err != nil {
			return nil, err
		}
		watch.Add(1)
	}
	return lines, nil
}

func answer(ctx context.Context, g agent.Game, variant string, p agent.Player, q *question) (string, error) {
	b, err := g.Board(variant, "start")
	if err != nil {
		return "", err
	}
	for _, m := range q.moves {
		b.Play(m)
	}
	// A fresh board: programs know nothing of the game before.
	if b, err = g.Board(variant, b.Position()); err != nil {
		return "", err
	}
	c, err := choose(ctx, p, b, q.nodes)
	return line(c), err
}

// choose decides a ply within nodes that stand in for the time.
func choose(ctx context.Context, p agent.Player, b agent.Board, nodes uint64) (agent.Choice, error) {
	if err := ctx.Err(); err != nil {
		return agent.Choice{}, err
	}
	return p.Choose(ctx, b, agent.Clock{Nodes: nodes})
}

func line(c agent.Choice) string {
	return fmt.Sprintf("%d %d %d %d", uint64(c.Move), c.Score, c.Depth, c.Nodes)
}

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

// withoutOutput is an answer without its output.txt, which has to hold the move, and without
// what is left for the next ply.
func (q *question) withoutOutput(line string) string {
	fields := strings.SplitN(line, " ", 5)
	if q.input == nil || len(fields) < 5 {
		return line
	}
	output, _, _ := strings.Cut(fields[4], "\t")
	m, err := q.board.FileMove([]byte(strings.ReplaceAll(output, "|", "\n")))
	if err != nil || strconv.FormatUint(uint64(m), 10) != fields[0] {
		return line
	}
	return strings.Join(fields[:4], " ")
}
