package lab

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evolab/experiments/run"
	"evolab/lab/term"
)

func noteCommand(a *app) *cobra.Command {
	return a.inRuns(&cobra.Command{
		Use: "note RUN [TEXT...]", Short: "Write a note on a run; without TEXT list the notes", Args: arguments(1, anyNumber),
		RunE: func(_ *cobra.Command, args []string) error {
			folder, err := a.findRun(args[0])
			if err != nil {
				return err
			}
			text := strings.TrimSpace(strings.Join(args[1:], " "))
			switch {
			case len(args) > 1 && text == "":
				return badInput(errors.New("the note is empty"), "write a line of text, or leave it out to list the notes")
			}
			if err := run.CheckLine("note", text); err != nil {
				return badInput(err, "write one line; a run may have several notes")
			}
			labels, err := run.ReadLabels(folder)
			if err == nil && text != "" {
				labels, err = run.ChangeLabels(folder, func(l *run.Labels) {
					l.Notes = append(l.Notes, run.Note{At: time.Now().Truncate(time.Second), Text: text})
				})
			}
			if err != nil {
				return err
			}
			for _, n := range labels.Notes {
				fmt.Fprintf(a.out, "%s  %s\n", n.At.Local().Format(time.DateTime), term.OneLine(n.Text))
			}
			return nil
		},
	})
}
