package lab

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/lab/term"
)

func agentsCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "agents [GAME]", Short: "List the agents and their settings", Args: arguments(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			for _, game := range args {
				if _, err := a.findGame(game); err != nil {
					return err
				}
			}
			for _, k := range append(agent.Kinds(), agent.PathDoc()) {
				settings, text := map[string]string{}, term.Entry(k.Name, 13, k.Doc, a.textWidth())
				for _, key := range k.Keys() {
					settings[key.Path] = key.Doc + " " + key.Summary()
					text += term.Entry("    "+key.Path, 15, key.Doc+" "+key.Summary(), a.textWidth())
				}
				a.print(struct {
					Agent    string            `json:"agent"`
					Doc      string            `json:"doc"`
					Settings map[string]string `json:"settings"`
				}{k.Name, k.Doc, settings}, "%s", text)
			}
			return nil
		},
	}
	a.formats(c)
	return c
}

const agentsHint = "evolve agents lists the agents and their settings"

func parseSpec(text string) (agent.Spec, error) {
	spec, err := agent.ParseSpec(text)
	return spec, badInput(err, agentsHint)
}

// openAgent makes the agent of a spec. Source code is compiled before its first
// game.
func openAgent(g agent.Game, text string, env agent.Env) (agent.Agent, error) {
	spec, err := parseSpec(text)
	if err != nil {
		return nil, err
	}
	if env.Log != nil {
		noteShadow(env.Log, text)
	}
	made, err := g.Agent(spec, env)
	return made, badInput(err, agentsHint)
}

// noteShadow warns that an agent's name hides a file or folder.
func noteShadow(w io.Writer, text string) {
	if agent.Shadows(text) {
		fmt.Fprintf(w, "note: %s is the agent of that name, not the file or folder (for that, write ./%[1]s)\n", term.OneLine(text))
	}
}

// openAll makes agents that are ready to play. After an error all are closed.
func openAll(ctx context.Context, g agent.Game, names []string, env agent.Env) ([]agent.Agent, error) {
	var list []agent.Agent
	for _, name := range names {
		ready, err := openReady(ctx, g, name, env)
		if err != nil {
			closeAgents(list)
			return nil, err
		}
		list = append(list, ready)
	}
	return list, nil
}

func closeAgents(list []agent.Agent) {
	for _, a := range list {
		a.Close()
	}
}

// openReady makes an agent and compiles its source code.
func openReady(ctx context.Context, g agent.Game, text string, env agent.Env) (agent.Agent, error) {
	made, err := openAgent(g, text, env)
	if err != nil {
		return nil, err
	}
	if err := agent.Build(ctx, made); err != nil {
		return nil, errors.Join(err, made.Close())
	}
	return made, nil
}
