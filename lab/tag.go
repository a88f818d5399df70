package lab

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"evolab/experiments/run"
	"evolab/lab/term"
)

// tagForm limits tags to what shells, tables and flags can hold.
var tagForm = compiled(`^[\pL\pN._-]{1,40}$`)

func tagCommand(a *app) *cobra.Command {
	var remove bool
	c := &cobra.Command{
		Use: "tag RUN [TAG...]", Short: "Add tags to a run, or remove them; without TAG list them", Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			folder, err := a.findRun(args[0])
			if err != nil {
				return err
			}
			for _, tag := range args[1:] {
				if !tagForm().MatchString(tag) {
					return badInput(fmt.Errorf("evolve: tag %q (allowed: up to 40 letters, digits and . _ -)", tag), "for a sentence: evolve note RUN TEXT")
				}
			}
			labels, err := run.ReadLabels(folder)
			if err == nil && len(args) > 1 {
				labels, err = run.ChangeLabels(folder, a.key, func(l *run.Labels) {
					l.Tags = slices.DeleteFunc(l.Tags, func(t string) bool { return slices.Contains(args[1:], t) })
					if !remove {
						l.Tags = append(l.Tags, args[1:]...)
					}
					slices.Sort(l.Tags)
					l.Tags = slices.Compact(l.Tags)
				})
			}
			if err != nil {
				return sealError(err)
			}
			_, err = fmt.Fprintln(a.out, term.OneLine(strings.Join(labels.Tags, " ")))
			return err
		},
	}
	c.Flags().BoolVar(&remove, "remove", false, "remove the tags")
	return a.inRuns(a.sealed(c))
}
