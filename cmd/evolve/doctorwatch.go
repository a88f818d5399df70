package main

import "evolab/course/doctor"

// doctorWatch shows how far an examination is, and its checks as they are made.
type doctorWatch struct {
	*app
	json    bool
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

func (w *doctorWatch) found(c doctor.Check) {
	if !w.json {
		w.printCheck(c)
	}
}

func (w *doctorWatch) close() {
	if w.bar != nil {
		w.bar.close()
	}
}
