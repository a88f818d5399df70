package lab

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"evolab/lab/term"
)

// widestText is how wide lines of text become on a wide terminal: longer ones are hard
// to read.
const widestText = 100

// textWidth is the width of text on standard output; without a terminal, that of a
// usual one.
func (a *app) textWidth() int { return min(widestText, term.Width(a.out)) }

// printTable prints a table as wide as the terminal.
func (a *app) printTable(t *term.Table) error {
	_, err := fmt.Fprint(a.out, t.Text(term.Width(a.out)))
	return err
}

// setHelp lays out all help for the width of the terminal.
func (a *app) setHelp(root *cobra.Command) {
	root.SetHelpFunc(func(c *cobra.Command, _ []string) {
		fmt.Fprint(a.out, helpText(c, a.textWidth()))
	})
	root.SetHelpCommand(&cobra.Command{
		Use: "help [COMMAND]", Short: "Help about a command",
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			if about, rest, err := root.Find(args); err == nil && len(rest) == 0 {
				for _, sub := range about.Commands() {
					names = append(names, sub.Name()+"\t"+sub.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			c, rest, err := root.Find(args)
			if err == nil && c.HasSubCommands() {
				err = noCommand(c, rest)
			}
			if err != nil {
				return err
			}
			return c.Help()
		},
	})
	root.SetUsageFunc(func(c *cobra.Command) error {
		_, err := fmt.Fprint(a.out, usageText(c, a.textWidth()))
		return err
	})
}

func helpText(c *cobra.Command, width int) string {
	text := strings.TrimRight(cmp.Or(c.Long, c.Short), " \n")
	return term.Paragraphs(text, width) + "\n\n" + usageText(c, width)
}

func usageText(c *cobra.Command, width int) string {
	var parts []string
	part := func(title, text string) { parts = append(parts, title+"\n"+strings.TrimRight(text, "\n")) }
	var uses []string
	if c.Runnable() {
		uses = append(uses, c.UseLine())
	}
	if c.HasAvailableSubCommands() {
		uses = append(uses, c.CommandPath()+" [command]")
	}
	for i, use := range uses {
		uses[i] = "  " + strings.Join(term.Wrap(use, width-2), "\n    ")
	}
	part("Usage:", strings.Join(uses, "\n"))
	if c.HasExample() {
		part("Examples:", c.Example)
	}
	for _, group := range c.Groups() {
		part(group.Title, commandList(c, group.ID, width))
	}
	if c.HasAvailableSubCommands() && !c.AllChildCommandsHaveGroup() {
		part("Commands:", commandList(c, "", width))
	}
	if c.HasAvailableLocalFlags() {
		part("Flags:", c.LocalFlags().FlagUsagesWrapped(width))
	}
	if c.HasAvailableInheritedFlags() {
		part("Flags of all commands:", c.InheritedFlags().FlagUsagesWrapped(width))
	}
	if c.HasAvailableSubCommands() {
		parts = append(parts, fmt.Sprintf("%s COMMAND --help has more about a command.", c.CommandPath()))
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// commandList lists the commands of a group below c.
func commandList(c *cobra.Command, group string, width int) string {
	const column = 14
	text := ""
	for _, sub := range c.Commands() {
		if sub.GroupID == group && sub.IsAvailableCommand() {
			text += term.Entry("  "+sub.Name(), column, sub.Short, width)
		}
	}
	return text
}
