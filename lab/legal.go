package lab

import (
	"strings"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/game"
)

func legalCommand(a *app) *cobra.Command {
	var f positionFlags
	c := &cobra.Command{
		Use: "legal", Short: "List the legal moves of positions", Args: arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			return a.eachPosition(&f, func(_ int, text string, b agent.Board) error {
				moves := moveTexts(b, b.Moves(nil))
				return a.print(struct {
					Position string   `json:"position"`
					Moves    []string `json:"moves"`
				}{text, moves}, "%s\n", strings.Join(moves, "  "))
			})
		},
	}
	f.add(a, c)
	return c
}

func moveTexts(b agent.Board, moves []game.Move) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = b.FormatMove(m)
	}
	return texts
}
