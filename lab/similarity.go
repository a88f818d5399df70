package lab

import (
	"errors"
	"fmt"
	"path/filepath"

	"evolab/course/class"
	"evolab/course/similarity"
	"evolab/internal/quantity"
	"evolab/lab/term"
)

// exportError is the error of sources that cannot be compared.
func exportError(err error) error {
	var wrong *similarity.ResultError
	hint := "name a new or an empty folder with --similarity, outside of the submissions and the results"
	if errors.As(err, &wrong) {
		hint = "remove the file, and run the tool again"
	}
	return badInput(err, hint)
}

// printExport says what was written for the tools that compare sources, and how to run
// them, unless that is done.
func (a *app) printExport(dir string, made *class.Class) {
	e := made.Exported
	fmt.Fprintf(a.err, "%s: sources of %s\n", term.OneLine(dir), quantity.Of(e.Students, "student"))
	for _, text := range e.LeftOut {
		fmt.Fprintf(a.err, "left out: %s\n", term.OneLine(text))
	}
	for _, r := range made.Compared {
		fmt.Fprintf(a.err, "%s has compared %s in %s: see index.html\n", r.Tool, quantity.Of(len(r.Pairs), "pair"), r.Language)
	}
	if len(made.Compared) > 0 {
		return
	}
	for _, l := range e.Languages {
		at := func(name string) string { return shellWord(filepath.Join(dir, l.Name, name)) }
		a.remark("to compare them, with Dolos or JPlag, and then this command with --resume:\n"+
			"  dolos run -l %s -f csv -o %s %s\n"+
			"  java -jar jplag.jar -M RUN -l %s -bc %s -r %s --csv-export %s\n",
			l.Dolos, at("dolos"), at("info.csv"), l.JPlag, at("template"), at("jplag"), at("students"))
	}
}
