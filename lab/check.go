package lab

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"evolab/agent"
)

// verdict is the result line of a move.
type verdict struct {
	Position string `json:"position"`
	Move     string `json:"move"`
	Legal    bool   `json:"legal"`
	Reason   string `json:"reason,omitempty"`
	After    string `json:"after,omitempty"`
	Outcome  string `json:"outcome,omitempty"`
}

func checkCommand(a *app) *cobra.Command {
	var g gameFlags
	c := &cobra.Command{
		Use:   "check",
		Short: "Check moves: each line of standard input is a position, a tab, a move",
		Args:  arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			found, err := g.find()
			if err != nil {
				return err
			}
			return a.eachLine(func(_ int, line string) error {
				v, err := judge(found, g.variant, line)
				if err != nil {
					return err
				}
				if !v.Legal {
					return a.print(v, "illegal  %s: %s\n", v.Move, v.Reason)
				}
				return a.print(v, "legal    %s -> %s (%s)\n", v.Move, v.After, v.Outcome)
			})
		},
	}
	g.add(a, c)
	a.formats(c)
	return c
}

// judge reads a position and a move and plays it. Only a bad position is an
// error: a malformed move is not legal.
func judge(g agent.Game, variant, line string) (verdict, error) {
	position, move, ok := strings.Cut(line, "\t")
	if !ok {
		return verdict{}, badInput(fmt.Errorf("%q (expected: a position, a tab, a move)", line), "evolve legal prints positions and their moves")
	}
	v := verdict{Position: position, Move: move}
	b, err := g.Board(variant, position)
	if err != nil {
		return v, badInput(err, "evolve legal prints positions and their moves")
	}
	if b.Outcome().Over() {
		v.Reason = "the game is over"
		return v, nil
	}
	m, err := b.ParseMove(move)
	if err != nil {
		v.Reason = "malformed: " + err.Error()
		return v, nil
	}
	if !agent.Legal(b, m) {
		v.Reason = cmp.Or(b.Broken(m), "not a legal move here")
		return v, nil
	}
	b.Play(m)
	v.Legal, v.After, v.Outcome = true, b.Position(), b.Outcome().Result.String()
	return v, nil
}
