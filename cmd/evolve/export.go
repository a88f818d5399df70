package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"evolab/experiments/notebook"
	"evolab/experiments/report"
	"evolab/internal/files"
)

func exportCommand(a *app) *cobra.Command {
	var format, out string
	c := &cobra.Command{
		Use: "export RUN...", Short: "Write runs as CSV, JSON or Markdown", Args: cobra.MinimumNArgs(1),
		Long: "Write runs to standard output or a file: csv has a row for each generation, json an object on a line for each run\n" +
			"(as show --format json), md sections with tables.",
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
			if err := exportTo(&b, format, runs); err != nil {
				return err
			}
			if out != "" {
				return files.Replace(out, b.Bytes())
			}
			_, err = a.out.Write(b.Bytes())
			return err
		},
	}
	c.Flags().StringVar(&format, "format", "csv", "csv, json or md")
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
	case "json":
		enc := json.NewEncoder(b)
		enc.SetEscapeHTML(false)
		for _, r := range runs {
			if err := enc.Encode(r); err != nil {
				return err
			}
		}
		return nil
	}
	return badInput(fmt.Errorf("evolve: --format %q (allowed: csv, json, md)", format), "")
}
