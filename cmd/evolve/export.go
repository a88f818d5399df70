package main

import (
	"bytes"

	"github.com/spf13/cobra"

	"evolab/experiments/notebook"
	"evolab/experiments/report"
	"evolab/internal/files"
	"evolab/internal/untrusted"
)

func exportCommand(a *app) *cobra.Command {
	var out string
	c := &cobra.Command{
		Use: "export RUN...", Short: "Write runs as CSV, JSON or Markdown", Args: cobra.MinimumNArgs(1),
		Long: "Write runs to standard output or a file: csv has a row per generation, json a line per run (as show --format json),\n" +
			"md sections with tables.",
		RunE: func(_ *cobra.Command, args []string) error {
			if out != "" {
				if err := creatable("--out", out); err != nil {
					return err
				}
			}
			runs, err := a.readRuns(args)
			if err != nil {
				return err
			}
			a.warnOfLosses(runs...)
			var b bytes.Buffer
			if err := exportTo(&b, a.format, runs); err != nil {
				return err
			}
			if out != "" {
				return files.Replace(out, []byte(untrusted.Text(b.String())))
			}
			_, err = a.out.Write(b.Bytes())
			return err
		},
	}
	a.formats(c, "csv", "json", "md")
	c.Flags().StringVar(&out, "out", "", "write to this file")
	return a.inRuns(c)
}

func exportTo(b *bytes.Buffer, format string, runs []*notebook.Report) error {
	switch format {
	case "csv":
		return notebook.CSV(b, runs)
	case "md":
		text, err := report.Text(runs)
		b.Write(text)
		return err
	}
	return printLines(&app{out: b}, runs)
}
