package lab

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"
)

// commandGroup is a part of the table of commands, from which the help, the man
// pages, the completion and docs/reference/commands.md are made.
type commandGroup struct {
	title   string
	entries []entry
}

// entry is a command, which other command to use instead for what, and
// examples.
type entry struct {
	command  func(*app) *cobra.Command
	rather   string
	examples []string
}

// addCommands adds the commands of the table to the root.
func (a *app) addCommands(root *cobra.Command) {
	for _, group := range commandGroups() {
		root.AddGroup(&cobra.Group{ID: group.title, Title: group.title + ":"})
		for _, e := range group.entries {
			c := strict(e.command(a))
			e.describe(c)
			c.GroupID = group.title
			root.AddCommand(c)
			root.SetHelpCommandGroupID(group.title) // the last
			root.SetCompletionCommandGroupID(group.title)
		}
	}
}

// describe adds what the table says to a command's help, and the examples to
// the subcommands that they show.
func (e entry) describe(c *cobra.Command) {
	if e.rather != "" {
		c.Long = cmp.Or(c.Long, c.Short+".") + "\n\n" + e.rather
	}
	c.Example = "  " + strings.Join(e.examples, "\n  ")
	for _, sub := range c.Commands() {
		for _, example := range e.examples {
			if strings.Contains(example, " "+c.Name()+" "+sub.Name()) {
				sub.Example = strings.TrimPrefix(sub.Example+"\n  "+example, "\n")
			}
		}
	}
}
