package lab

import (
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/search"
	"evolab/search/cputime"
	"evolab/search/littlego/proof"
)

// solution is the result line of a position.
type solution struct {
	Position string   `json:"position"`
	Value    string   `json:"value"` // win, loss or draw for the side to move, or unknown
	Moves    []string `json:"moves"` // all that keep the value; none for a loss
	Nodes    uint64   `json:"nodes"`
	Seconds  float64  `json:"seconds"` // of CPU
}

func solveCommand(a *app) *cobra.Command {
	var f positionFlags
	var limits search.Limits
	var long longFlags
	c := &cobra.Command{
		Use: "solve", Short: "Prove who wins a position, and by which moves", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := long.check(c); err != nil {
				return err
			}
			if long.long() {
				return a.solveLong(c.Context(), &f, &long, proof.Options{Limits: limits})
			}
			return a.solve(&f, limits)
		},
	}
	f.add(a, c)
	c.Flags().Uint64Var(&limits.Nodes, "nodes", 0, "search at most this many nodes for each position (default: no limit)")
	addSeconds(c, &limits.Time, "time", "seconds of CPU for each position (default: no limit)")
	long.add(c)
	return saves(c)
}

// solve proves each position within the limits.
func (a *app) solve(f *positionFlags, limits search.Limits) error {
	unknown := 0
	err := a.eachPosition(f, func(_ int, text string, b agent.Board) error {
		done := a.busy("proving")
		got, err := solve(text, b, limits)
		done()
		if err != nil {
			return err
		}
		if got.Value == "unknown" {
			unknown++
		}
		return a.printSolution(got)
	})
	if err == nil && unknown > 0 {
		err = &exitError{exitFailed, fmt.Errorf("evolve: %d positions not solved within the limits", unknown), "raise --nodes or --time"}
	}
	return err
}

func solve(text string, b agent.Board, limits search.Limits) (solution, error) {
	got := solution{Position: text, Value: "unknown", Moves: []string{}}
	if b.Outcome().Over() {
		return got, badInput(errors.New("evolve: the game is over in this position"), "")
	}
	runtime.LockOSThread() // CPU time is measured per thread
	defer runtime.UnlockOSThread()
	began := cputime.Thread()
	s, err := b.Solve(limits)
	if err != nil {
		return got, err
	}
	got.Seconds, got.Nodes = (cputime.Thread() - began).Seconds(), s.Nodes
	if s.Known {
		got.Value = [3]string{"loss", "draw", "win"}[s.Value+1]
		got.Moves = moveTexts(b, s.Moves)
	}
	return got, nil
}

func (a *app) printSolution(got solution) error {
	return a.print(got, "%-7s %s  (%d nodes, %.3f s)\n", got.Value, strings.Join(got.Moves, "  "), got.Nodes, got.Seconds)
}
