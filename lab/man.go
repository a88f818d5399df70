package lab

import (
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"evolab/internal/files"
	"evolab/internal/provenance"
)

func manCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "man DIR", Short: "Write a man page for each command", Args: arguments(1, 1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := files.MakeFolder(args[0]); err != nil {
				return badInput(err, "name a folder, or one that does not exist yet")
			}
			root := c.Root()
			root.DisableAutoGenTag = true // it has the date
			head := &doc.GenManHeader{Title: "EVOLVE", Section: "1", Source: provenance.Program(), Manual: "evolab"}
			if err := doc.GenManTree(root, head, args[0]); err != nil {
				return err
			}
			return nil
		},
	}
}
