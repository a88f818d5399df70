package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"
)

// screen shows a text that changes: on a terminal in place, as often as people
// can follow; elsewhere it is silent. It may be used by one goroutine at a time.
type screen struct {
	out   io.Writer
	live  bool
	lines int // of what is shown
	next  time.Time
}

// redrawEvery is the time between two pictures.
const redrawEvery = 500 * time.Millisecond

func newScreen(w io.Writer) *screen { return &screen{out: w, live: isTerminal(w)} }

// due tells whether it is time for the next picture.
func (s *screen) due() bool { return s.live && time.Now().After(s.next) }

// show replaces the picture; what does not fit onto the terminal is cut off.
func (s *screen) show(text string) {
	width, height := s.size()
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	lines = lines[:min(len(lines), height-1)]
	var b strings.Builder
	b.WriteString(s.back())
	for _, line := range lines {
		b.WriteString(ansi.Truncate(line, width, "~") + "\n")
	}
	fmt.Fprint(s.out, b.String())
	s.lines = len(lines)
	s.next = time.Now().Add(redrawEvery)
}

// clear takes the picture away.
func (s *screen) clear() {
	fmt.Fprint(s.out, s.back())
	s.lines = 0
}

// back goes to where the picture begins.
func (s *screen) back() string {
	if s.lines == 0 {
		return ""
	}
	return ansi.CursorUp(s.lines) + "\r" + ansi.EraseScreenBelow
}

// size is the terminal's, or a usual one.
func (s *screen) size() (width, height int) {
	if f, ok := s.out.(*os.File); ok {
		if w, h, err := term.GetSize(int(f.Fd())); err == nil && w > 0 && h > 1 {
			return w, h
		}
	}
	return 80, 24
}
