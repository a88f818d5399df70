package lab

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/lab/term"
)

type perftFlags struct {
	positionFlags
	Depth  int  `key:"depth" doc:"longest sequences, in plies" range:"1..64" default:"4"`
	Divide bool `key:"divide" doc:"split the count of the deepest level by first move"`
}

func perftCommand(a *app) *cobra.Command {
	var f perftFlags
	c := &cobra.Command{
		Use: "perft", Short: "Count move sequences, to check and time a game's move generation", Args: arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			return a.eachPosition(&f.positionFlags, func(_ int, _ string, b agent.Board) error {
				if f.Divide {
					return a.divide(b, f.Depth)
				}
				return a.perft(b, f.Depth)
			})
		},
	}
	f.add(a, c)
	c.Flags().Lookup("position").Usage = "the position (default: start)"
	f.position, f.given = "start", func() bool { return true }
	bind(c, &f)
	return c
}

// perft prints a line for each depth as soon as it is counted.
func (a *app) perft(b agent.Board, depth int) error {
	for d := 1; d <= depth; d++ {
		start := time.Now()
		done := term.Busy(a.err, fmt.Sprintf("counting depth %d", d))
		nodes := b.Perft(d)
		done()
		seconds := time.Since(start).Seconds()
		if err := a.print(struct {
			Depth   int     `json:"depth"`
			Nodes   uint64  `json:"nodes"`
			Seconds float64 `json:"seconds"`
		}{d, nodes, seconds}, "depth %2d  %14d  %8.3f s  %8.1f M/s\n", d, nodes, seconds, float64(nodes)/max(seconds, 1e-9)/1e6); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) divide(b agent.Board, depth int) error {
	done := term.Busy(a.err, fmt.Sprintf("counting depth %d", depth))
	parts := b.PerftDivide(depth)
	done()
	var total uint64
	for _, part := range parts {
		total += part.Nodes
		a.print(struct {
			Move  string `json:"move"`
			Nodes uint64 `json:"nodes"`
		}{b.FormatMove(part.Move), part.Nodes}, "%-10s %14d\n", b.FormatMove(part.Move), part.Nodes)
	}
	if a.json() {
		return nil
	}
	_, err := fmt.Fprintf(a.out, "%-10s %14d\n", "total", total)
	return err
}
