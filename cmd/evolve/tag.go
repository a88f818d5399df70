package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"evolab/experiments/record"
)

// tagForm keeps tags such that shells, tables and flags can hold them.
var tagForm = regexp.MustCompile(`^[\pL\pN._-]{1,40}$`)

func tagCommand(a *app) *cobra.Command {
	var remove bool
	c := &cobra.Command{
		Use: "tag RUN [TAG...]", Short: "Give a run tags, or take them away; without TAG list them", Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			folder, err := a.findRun(args[0])
			if err != nil {
				return err
			}
			for _, tag := range args[1:] {
				if !tagForm.MatchString(tag) {
					return badInput(fmt.Errorf("evolve: tag %q (allowed: up to 40 letters, digits and . _ -)", tag), "evolve note RUN TEXT keeps a sentence")
				}
			}
			labels, err := record.ReadLabels(folder)
			if err == nil && len(args) > 1 {
				labels, err = record.ChangeLabels(folder, func(l *record.Labels) { retag(l, args[1:], remove) })
			}
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(a.out, oneLine(strings.Join(labels.Tags, " ")))
			return err
		},
	}
	c.Flags().BoolVar(&remove, "remove", false, "take the tags away")
	return a.inRuns(c)
}

func retag(l *record.Labels, tags []string, remove bool) {
	l.Tags = slices.DeleteFunc(l.Tags, func(t string) bool { return slices.Contains(tags, t) })
	if !remove {
		l.Tags = append(l.Tags, tags...)
	}
	slices.Sort(l.Tags)
	l.Tags = slices.Compact(l.Tags)
}
