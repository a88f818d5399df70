package lab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"evolab/course/rubric"
	"evolab/experiments/bridge/mlflow"
	"evolab/experiments/bridge/tables"
	"evolab/experiments/bridge/tensorboard"
	"evolab/experiments/report"
	"evolab/experiments/run"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
	"evolab/lab/term"
)

// exportFlags say where runs go to.
type exportFlags struct {
	to, out, uri string
}

func exportCommand(a *app) *cobra.Command {
	var f exportFlags
	words := []string{"csv", "json", "md", "mlflow", "tensorboard"}
	c := &cobra.Command{
		Use: "export RUN...", Short: "Write runs for other programs", Args: arguments(1, anyNumber),
		Long: "Write runs to standard output or a file; its suffix (.csv, .json, .md) chooses the form where --to does not.\n" +
			"csv has a row per generation, json a line per run (as show --format json),\n" +
			"md sections with tables. Or for other tools: tensorboard writes event files, a folder for each run, below --out;\n" +
			"csv with a folder as --out writes tables of all generations, candidates and games;\n" +
			"mlflow sends runs to the server at --uri. Both may be called at any time, also of a running run:\n" +
			"the next call adds what is new.",
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("to") && c.Flags().Changed("format") && f.to != a.format {
				return badInput(fmt.Errorf("--to %s and --format %s (expected: one of them)", f.to, a.format), "--format is another name for --to")
			}
			if c.Flags().Changed("format") {
				f.to = a.format
			}
			if err := f.chooseForm(c.Flags().Changed("to") || c.Flags().Changed("format")); err != nil {
				return err
			}
			return a.export(c.Context(), &f, args)
		},
	}
	oneOf(c, &f.to, "to", "csv, json, md, mlflow or tensorboard", words...)
	a.formats(c, words...)
	c.Flags().Lookup("format").Usage = "the same as --to"
	c.Flags().StringVar(&f.out, "out", "", "write to this file, whose suffix chooses the form, or to this folder for other tools")
	c.Flags().StringVar(&f.uri, "uri", "", "address of the MLflow server, with --to mlflow; credentials come from the environment, as MLflow's own client takes them")
	return a.inRuns(c)
}

// formOf is what the suffix of a file stands for, or "".
func formOf(suffix string) string {
	switch suffix {
	case ".csv", ".json", ".md":
		return suffix[1:]
	case ".jsonl":
		return "json"
	}
	return ""
}

const suffixHint = "the suffixes are .csv, .json and .md; --to chooses another form"

// chooseForm has the suffix of --out choose the form, unless it was named: then a suffix
// of another form is refused.
func (f *exportFlags) chooseForm(named bool) error {
	suffix := strings.ToLower(filepath.Ext(f.out))
	if info, err := os.Stat(f.out); suffix == "" || f.to == "mlflow" || os.IsPathSeparator(f.out[len(f.out)-1]) || err == nil && info.IsDir() {
		return nil
	}
	form := formOf(suffix)
	switch {
	case !named && form == "":
		return badInput(fmt.Errorf("--out %s: the suffix %s stands for no form", f.out, suffix), suffixHint)
	case !named:
		f.to = form
	case form != "" && form != f.to:
		return badInput(fmt.Errorf("--to %s and --out %s contradict each other: the suffix stands for %s", f.to, f.out, form), "leave out --to, or change the suffix")
	}
	return nil
}

func (a *app) export(ctx context.Context, f *exportFlags, args []string) error {
	if err := f.check(); err != nil {
		return err
	}
	runs, err := a.readRuns(args)
	if err != nil {
		return err
	}
	if f.to == "mlflow" {
		return a.exportToServer(ctx, f, runs)
	}
	if f.bridge() {
		return a.exportToTool(f, runs)
	}
	a.warnOfLosses(runs...)
	var b bytes.Buffer
	if err := exportTo(&b, f.to, runs); err != nil {
		return err
	}
	if f.out != "" {
		return files.Replace(f.out, []byte(untrusted.Text(b.String())))
	}
	_, err = a.out.Write(b.Bytes())
	return err
}

// bridge reports whether the runs go to a tool in a form that is not one text. CSV is
// several tables if it goes to a folder: a path that is one, ends in a slash, or has no
// extension.
func (f *exportFlags) bridge() bool {
	if f.to != "csv" || f.out == "" {
		return f.to == "tensorboard"
	}
	if info, err := os.Stat(f.out); err == nil {
		return info.IsDir()
	}
	return os.IsPathSeparator(f.out[len(f.out)-1]) || filepath.Ext(f.out) == ""
}

// check reports flags that do not go together.
func (f *exportFlags) check() error {
	switch {
	case f.to == "mlflow" && f.uri == "":
		return badInput(errors.New("--uri is missing"), "name the server, such as --uri http://127.0.0.1:5000")
	case f.to == "mlflow" && f.out != "":
		return badInput(errors.New("--out with --to mlflow"), "runs are sent to --uri")
	case f.to != "mlflow" && f.uri != "":
		return badInput(fmt.Errorf("--uri with --to %s", f.to), "--uri is for --to mlflow")
	case f.to == "mlflow":
		return nil
	case f.bridge() && f.out == "":
		return badInput(errors.New("--out is missing"), "name the folder that --to "+f.to+" writes to")
	case f.bridge():
		if err := files.MakeFolder(f.out); err != nil {
			return badInput(fmt.Errorf("--out: %w", err), "name a folder; it is created if missing")
		}
	case f.out != "":
		return creatable("--out", f.out)
	}
	return nil
}

func exportTo(b *bytes.Buffer, format string, runs []*run.Run) error {
	switch format {
	case "csv":
		return run.CSV(b, runs)
	case "md":
		text, err := report.Text(runs, rubric.Objectives().List)
		b.Write(text)
		return err
	}
	return run.JSON(b, runs)
}

// exportToServer sends runs to an MLflow server, and prints what was sent.
func (a *app) exportToServer(ctx context.Context, f *exportFlags, runs []*run.Run) error {
	client, err := mlflow.New(f.uri)
	if err != nil {
		return badInput(fmt.Errorf("--uri: %w", err), "give an address such as http://127.0.0.1:5000")
	}
	a.warnOfLosses(runs...)
	for _, r := range runs {
		sent, err := client.Send(ctx, r)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return &exitError{exitFailed, err, "the same command continues; nothing is sent twice"}
		}
		if sent.Note != "" {
			fmt.Fprintln(a.err, "warning:", sent.Note)
		}
		fmt.Fprintf(a.out, "%s: %s sent to run %s\n", term.OneLine(r.Name()), quantity.Of(sent.Metrics, "metric"), term.OneLine(sent.Run))
	}
	return nil
}

// exportToTool writes runs in the form of a tool, and prints what was written.
func (a *app) exportToTool(f *exportFlags, runs []*run.Run) error {
	if f.to == "tensorboard" {
		return a.exportEvents(f, runs)
	}
	paths, err := tables.Write(f.out, runs)
	a.warnOfLosses(runs...) // candidates and games are read here only
	for _, path := range paths {
		fmt.Fprintln(a.out, path)
	}
	return err
}

// exportEvents writes a file of events for each run.
func (a *app) exportEvents(f *exportFlags, runs []*run.Run) error {
	for _, r := range runs {
		path, err := tensorboard.Write(f.out, r)
		a.warnOfLosses(r) // the candidates are read here only
		if err != nil {
			return err
		}
		fmt.Fprintln(a.out, path)
	}
	return nil
}
