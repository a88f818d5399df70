package lab

import (
	"evolab/search/littlego/proof"
	"fmt"
	"time"
)

// stages shows work with several parts, each in its own bar.
type stages struct {
	*app
	of  string // begins each description; may be empty
	bar *bar
}

// Begin ends the last part and begins one of total units; 0: unknown.
func (s *stages) Begin(what string, total int, unit string) {
	s.end()
	s.bar = newBar(s.err, total, unit)
	if s.of != "" {
		what = s.of + ": " + what
	}
	s.bar.describe(what)
}

// Add counts units of the current part.
func (s *stages) Add(n int) { s.bar.add(n) }

func (s *stages) end() {
	if s.bar != nil {
		s.bar.close()
	}
}

// busy shows on a terminal what is being done, until done is called.
func (a *app) busy(what string) (done func()) {
	b := newBar(a.err, 0, "")
	b.describe(what)
	return b.close
}

// reportProof shows the progress of a proof.
func (b *bar) reportProof() func(proof.Progress) {
	return func(p proof.Progress) {
		line := fmt.Sprintf("%s: %.3g M nodes, %d positions proven, %.1f %%", p.Spent.Round(time.Second), float64(p.Nodes)/1e6, p.Proven, 100*p.Done)
		if left := p.Left(); left > 0 {
			line += fmt.Sprintf(", about %s left", left.Round(time.Second))
		}
		if b.live() {
			b.describe(line)
			return
		}
		b.keep("evolve: " + line)
	}
}
