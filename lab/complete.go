package lab

import (
	"strings"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/course/rubric"
	"evolab/experiments"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/host"
	"evolab/internal/config"
	"evolab/ship/bundle"
)

// completer lists what a word of a command line may be, for the shell; a tab
// separates a word from its description.
type completer = cobra.CompletionFunc

// complete makes shells complete the arguments of all commands below c, and their
// flags of these names.
func (a *app) complete(c *cobra.Command, flags map[string]completer) {
	own := c.LocalNonPersistentFlags()
	for name, list := range flags {
		flag := own.Lookup(name)
		if _, known := c.GetFlagCompletionFunc(name); !known && flag != nil && flag.Value.Type() == "string" {
			completeFlag(c, name, list)
		}
	}
	// The usage line names what the arguments are.
	words := strings.Fields(c.Use + " ")
	for _, word := range words[1:] {
		if list := a.argumentWords(strings.Trim(word, "[].")); list != nil && c.ValidArgsFunction == nil {
			c.ValidArgsFunction = list
		}
	}
	for _, sub := range c.Commands() {
		a.complete(sub, flags)
	}
}

func completeFlag(c *cobra.Command, name string, list completer) {
	if err := c.RegisterFlagCompletionFunc(name, list); err != nil {
		panic("evolve: completion of --" + name + ": " + err.Error())
	}
}

// flagWords lists what the flags of these names may be.
func (a *app) flagWords() map[string]completer {
	levels := []string{host.Full.String(), host.Isolated.String(), host.Limited.String(), host.None.String()}
	return map[string]completer{
		"game": a.completeGames, "variant": a.completeVariants, "rubric": completeRubrics,
		"agent": completeAgents, "against": completeAgents, "first": completeAgents, "second": completeAgents,
		"lang":                cobra.FixedCompletions(bundle.Languages(), cobra.ShellCompDirectiveNoFileComp),
		"example":             cobra.FixedCompletions(experiments.Names(), cobra.ShellCompDirectiveNoFileComp),
		"require-confinement": cobra.FixedCompletions(levels, cobra.ShellCompDirectiveNoFileComp),
	}
}

// argumentWords lists what an argument may be that the usage line calls so; nil:
// a file, or nothing that is known.
func (a *app) argumentWords(name string) completer {
	switch name {
	case "CONFIG":
		return completeConfig
	case "RUN":
		return a.completeRuns
	case "RUN|FILE|frozen|evolved":
		return a.completeWeights
	case "AGENT", "A":
		return completeAgents
	case "GAME":
		return a.completeGames
	}
	return nil
}

func (a *app) completeGames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var list []string
	for _, g := range a.games {
		list = append(list, g.Info().Name+"\t"+g.Info().Doc)
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

func (a *app) completeVariants(c *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	name := defaultGame
	if flag := c.Flags().Lookup("game"); flag != nil && flag.Value.String() != "" {
		name = flag.Value.String()
	}
	g, err := a.games.Find(name)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return g.Info().Variants, cobra.ShellCompDirectiveNoFileComp
}

func completeRubrics(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var list []string
	for _, r := range rubric.All() {
		list = append(list, r.Name+"\t"+r.Game+", "+r.Doc)
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// completeAgents lists agents, and after the colon their settings. Files are agents
// too.
func completeAgents(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
	name, _, named := strings.Cut(word, ":")
	before := word[:max(strings.LastIndexAny(word, ":,"), -1)+1]
	var list []string
	for _, k := range agent.Kinds() {
		switch {
		case !named:
			list = append(list, k.Name+"\t"+k.Doc)
		case k.Name == name:
			for _, key := range k.Keys() {
				list = append(list, before+key.Path+"=\t"+key.Doc)
			}
		}
	}
	if named {
		return list, cobra.ShellCompDirectiveNoSpace
	}
	return list, cobra.ShellCompDirectiveDefault
}

// completeConfig lists examples, and after the config keys of experiments.
func completeConfig(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return experiments.Names(), cobra.ShellCompDirectiveDefault
	}
	var list []string
	for _, k := range config.Keys[experiment.File]() {
		if k.Type != "section" {
			list = append(list, strings.ReplaceAll(k.Path, ".N", ".0")+"=\t"+k.Doc)
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

func (a *app) completeRuns(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	names, err := run.Names(a.runs())
	if err != nil || len(names) == 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return append(names, "last\tthe newest run"), cobra.ShellCompDirectiveDefault
}

func (a *app) completeWeights(c *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	list, directive := a.completeRuns(c, args, word)
	return append(list, "frozen\tthe best weights in this program", "evolved\tthose that a GA tuned over named features"), directive
}
