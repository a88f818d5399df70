package report

import "fmt"

// Tuned is what was tuned.
func (r *Run) Tuned() string {
	n := len(r.Features)
	plural := "s"
	if n == 1 {
		plural = ""
	}
	if r.Asked.Tunes() {
		return fmt.Sprintf("%d parameter%s of the program %s", n, plural, r.Asked.Agent)
	}
	return fmt.Sprintf("%d weight%s of an evaluation that looks %s", n, plural, r.Asked.Player.Look().Ahead())
}

// Beginning says what generation 0 is.
func (r *Run) Beginning() string {
	switch {
	case r.Asked.Tunes():
		return before + "random ones in the parameters' ranges, and the program with its start values is what is validated there."
	case !r.Asked.Evolves():
		return fmt.Sprintf("Generation 0 is the start weights (%s), before anything was learned; each generation after it is a round of learning.", r.Asked.Start)
	}
	individuals := "random ones around the start weights"
	if r.Asked.Start == "random" {
		individuals = "random directions"
	}
	return fmt.Sprintf("%s%s, and the start weights (%s) are what is validated there.", before, individuals, r.Asked.Start)
}

const before = "Generation 0 is the start, before any selection: its individuals are "
