package term

import (
	"fmt"
	"io"
	"time"
)

// Progress shows work of several parts, each with its own bar.
type Progress struct {
	Out    io.Writer
	Prefix string // begins each description; may be empty
	bar    *Bar   // of the current part; nil before the first
}

// Begin ends the last part and begins one of total units; 0: unknown.
func (p *Progress) Begin(what string, total int, unit string) {
	p.End()
	p.bar = NewBar(p.Out, total, unit)
	if p.Prefix != "" {
		what = p.Prefix + ": " + what
	}
	p.bar.Describe(what)
}

// Add counts units of the current part.
func (p *Progress) Add(n int) { p.bar.Add(n) }

// Left is part of progress.Estimated.
func (p *Progress) Left(d time.Duration) { p.bar.Expect(d) }

// Note prints a line above the bar.
func (p *Progress) Note(text string) {
	if p.bar == nil {
		fmt.Fprintln(p.Out, text)
		return
	}
	p.bar.Keep(text)
}

// End ends the current part, if there is one.
func (p *Progress) End() {
	if p.bar != nil {
		p.bar.Close()
	}
}
