package lab

import (
	"fmt"
	"strings"

	"evolab/course/doctor"
)

// doctorWatch shows the progress of an examination, and its checks as they are made.
type doctorWatch struct {
	*app
	bar     *bar
	done    int
	planned bool
}

func (w *doctorWatch) played(p doctor.Progress) {
	if w.bar == nil {
		w.bar = newBar(w.err, p.Plies, "plies")
	}
	if p.Plan != "" && !w.planned {
		w.planned = true
		w.bar.keep(p.Plan)
	}
	w.bar.grow(p.Plies)
	w.bar.add(p.Done - w.done)
	w.done = p.Done
}

// found prints a check, and the files of the ply that shows a problem.
func (w *doctorWatch) found(c doctor.Check) {
	if w.json() {
		return
	}
	word := string(c.Status)
	if c.Status == doctor.Fail {
		word = "FAIL"
	}
	fmt.Fprintf(w.out, "%-8s %s: %s\n", word, c.Name, c.Text)
	if c.Input != "" {
		fmt.Fprintf(w.out, "%-8s   input.txt  %s\n%-8s   output.txt %q\n", "", strings.ReplaceAll(c.Input, "\n", "/"), "", c.Output)
	}
}

func (w *doctorWatch) close() {
	if w.bar != nil {
		w.bar.close()
	}
}
