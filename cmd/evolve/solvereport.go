package main

import (
	"fmt"
	"time"

	"evolab/search/littlego/proof"
)

// reportProof shows how far a proof is.
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
