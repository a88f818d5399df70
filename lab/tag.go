package lab

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"evolab/experiments/run"
	"evolab/lab/term"
)

func tagCommand(a *app) *cobra.Command {
	var remove bool
	c := &cobra.Command{
		Use: "tag RUN [TAG...]", Short: "Add tags to a run, or remove them; without TAG list them", Args: arguments(1, anyNumber),
		RunE: func(_ *cobra.Command, args []string) error {
			folder, err := a.findRun(args[0])
			if err != nil {
				return err
			}
			for _, tag := range args[1:] {
				if err := run.CheckTag(tag); err != nil {
					return badInput(err, "for a sentence: evolve note RUN TEXT")
				}
			}
			labels, err := run.ReadLabels(folder)
			if err == nil && len(args) > 1 {
				labels, err = run.ChangeLabels(folder, func(l *run.Labels) {
					tags := slices.DeleteFunc(l.Tags, func(t string) bool { return slices.Contains(args[1:], t) })
					if !remove {
						tags = append(tags, args[1:]...)
					}
					l.SetTags(tags)
				})
			}
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(a.out, term.OneLine(strings.Join(labels.Tags, " ")))
			return err
		},
	}
	c.Flags().BoolVar(&remove, "remove", false, "remove the tags")
	return a.inRuns(c)
}
