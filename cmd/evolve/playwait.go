package main

import (
	"fmt"

	"github.com/charmbracelet/x/ansi"
)

// waiting shows a text on a terminal until the function that it returns is
// called.
func (s *playSession) waiting(text string) func() {
	f, ok := s.out.(*flusher)
	if !ok || !isTerminal(f) {
		return func() {}
	}
	fmt.Fprint(f, text)
	f.Flush()
	return func() { f.control("\r" + ansi.EraseEntireLine) }
}
