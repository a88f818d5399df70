package term

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/rivo/uniseg"
)

// fakeTerminal keeps what a terminal shows. Lines that are too long are wrapped,
// and wrapped again when the width changes, as most terminals do; others cut
// them off then.
type fakeTerminal struct {
	width  int
	cuts   bool       // instead of wrapping again
	lines  [][]string // cells of each line, however many rows it takes
	line   int        // the cursor's
	column int        // in that line; past the width it is in a later row
	filled bool       // the last column was just written: the row has not wrapped yet
}

var sequence = regexp.MustCompile(`^\x1b\[(\d*)([AJ])`)

func (f *fakeTerminal) Write(p []byte) (int, error) {
	for text := string(p); text != ""; {
		if m := sequence.FindStringSubmatch(text); m != nil {
			f.control(m[2], m[1])
			text = text[len(m[0]):]
			continue
		}
		var cluster string
		cluster, text, _, _ = uniseg.FirstGraphemeClusterInString(text, -1)
		f.put(cluster)
	}
	return len(p), nil
}

// put shows one cluster, or obeys it.
func (f *fakeTerminal) put(cluster string) {
	for len(f.lines) <= f.line {
		f.lines = append(f.lines, nil)
	}
	switch cluster {
	case "\r":
		f.home()
		return
	case "\n", "\r\n": // the driver adds the \r
		f.home()
		f.down()
		return
	}
	n := ansi.StringWidth(cluster)
	if room := f.width - f.column%f.width; n > room {
		f.column += room
	}
	line := &f.lines[f.line]
	for len(*line) < f.column+n {
		*line = append(*line, " ")
	}
	(*line)[f.column] = cluster
	for i := 1; i < n; i++ {
		(*line)[f.column+i] = ""
	}
	f.column += n
	f.filled = f.column%f.width == 0
}

// home goes to the beginning of the row.
func (f *fakeTerminal) home() {
	if f.filled {
		f.column--
	}
	f.column -= f.column % f.width
	f.filled = false
}

func (f *fakeTerminal) down() {
	if f.column+f.width < len(f.lines[f.line]) {
		f.column += f.width
		return
	}
	f.line++
	f.column = 0
}

func (f *fakeTerminal) control(what, number string) {
	if what == "J" { // everything from the cursor on
		f.lines = f.lines[:f.line+1]
		f.lines[f.line] = f.lines[f.line][:min(len(f.lines[f.line]), f.column)]
		return
	}
	n, _ := strconv.Atoi(number) // none is 1
	for range max(n, 1) {
		if f.column >= f.width {
			f.column -= f.width
		} else if f.line > 0 {
			f.line--
			rows := max(1, (len(f.lines[f.line])+f.width-1)/f.width)
			f.column += (rows - 1) * f.width
		}
	}
}

// resize changes the width.
func (f *fakeTerminal) resize(width int) {
	f.width = width
	for i, line := range f.lines {
		if f.cuts && len(line) > width {
			f.lines[i] = line[:width]
		}
	}
}

// rows is what is seen.
func (f *fakeTerminal) rows() []string {
	var rows []string
	for _, line := range f.lines {
		for len(line) > f.width {
			rows = append(rows, strings.Join(line[:f.width], ""))
			line = line[f.width:]
		}
		rows = append(rows, strings.TrimRight(strings.Join(line, ""), " "))
	}
	for len(rows) > 0 && rows[len(rows)-1] == "" {
		rows = rows[:len(rows)-1]
	}
	return rows
}
