package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"evolab/agent"
)

func agentsCommand(a *app) *cobra.Command {
	var format formatFlag
	c := &cobra.Command{
		Use: "agents [GAME]", Short: "List the agents and their settings", Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			json, err := format.json()
			if err != nil {
				return err
			}
			if len(args) == 1 {
				if _, err := a.findGame(args[0]); err != nil {
					return err
				}
			}
			for _, k := range append(agent.Kinds(), agent.PathDoc()) {
				if err := a.printKind(k, json); err != nil {
					return err
				}
			}
			return nil
		},
	}
	format.add(c)
	return c
}

func (a *app) printKind(k agent.Kind, json bool) error {
	if json {
		settings := map[string]string{}
		for _, p := range k.Params {
			settings[p.Key] = p.Doc
		}
		return a.printJSON(struct {
			Agent    string            `json:"agent"`
			Doc      string            `json:"doc"`
			Settings map[string]string `json:"settings"`
		}{k.Name, k.Doc, settings})
	}
	fmt.Fprintf(a.out, "%-12s %s\n", k.Name, k.Doc)
	for _, p := range k.Params {
		fmt.Fprintf(a.out, "    %-10s %s\n", p.Key, p.Doc)
	}
	return nil
}
