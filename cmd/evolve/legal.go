package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/game"
)

func legalCommand(a *app) *cobra.Command {
	var f positionFlags
	c := &cobra.Command{
		Use: "legal", Short: "List the legal moves of positions", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			json, err := f.json()
			if err != nil {
				return err
			}
			return a.eachPosition(&f, json, func(_ int, text string, b agent.Board) error {
				moves := moveTexts(b, b.Moves(nil))
				if !json {
					_, err := fmt.Fprintln(a.out, strings.Join(moves, "  "))
					return err
				}
				return a.printJSON(struct {
					Position string   `json:"position"`
					Moves    []string `json:"moves"`
				}{text, moves})
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
