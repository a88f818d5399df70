package term

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func fakeConsole(width int) (*Console, *fakeTerminal) {
	f := &fakeTerminal{width: width}
	c := NewConsole(f)
	c.size = func() (int, int) { return f.width, 24 }
	return c, f
}

func TestTheFakeTerminalWraps(t *testing.T) {
	f := &fakeTerminal{width: 4}
	fmt.Fprint(f, "abcd\nefghij\n日本語\ne\u0301x")
	if got, want := f.rows(), []string{"abcd", "efgh", "ij", "日本", "語", "e\u0301x"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	f.resize(3)
	if got, want := f.rows()[:5], []string{"abc", "d", "efg", "hij", "日"}; !slices.Equal(got[:4], want[:4]) {
		t.Errorf("narrower %q, want %q", got, want)
	}
}

// However the terminal is resized between two draws, the line of progress is
// there once, in one row, below the lines that stay.
func TestNoCopiesOfTheProgressLine(t *testing.T) {
	for _, cuts := range []bool{false, true} {
		c, f := fakeConsole(80)
		f.cuts = cuts
		began := time.Now()
		p := count{text: "generation 3 of 60, 将棋 e\u0301 and a long name", unit: "game", total: 120_000, began: began}
		var kept []string
		for i, width := range []int{80, 60, 60, 40, 100, 100, 25, 80, 24, 60} {
			f.resize(width)
			p.done += 1204
			c.Show([]string{p.line(width-1, began.Add(time.Duration(i+1)*time.Second))})
			rows := f.rows()
			if got := rows[len(rows)-1]; !strings.Contains(got, fmt.Sprint(p.done)) || strings.Count(strings.Join(rows, "\n"), "/120000") != 1 {
				t.Errorf("cuts %v, width %d: the progress is not there once:\n%s", cuts, width, strings.Join(rows, "\n"))
			}
			if i%3 == 2 {
				kept = append(kept, fmt.Sprintf("row %d", i))
				fmt.Fprintln(c, kept[len(kept)-1])
			}
			if rows := f.rows(); !slices.Equal(rows[:len(rows)-1], kept) {
				t.Errorf("cuts %v, width %d: above the progress %q, want %q", cuts, width, rows[:len(rows)-1], kept)
			}
		}
		c.Show(nil)
		if rows := f.rows(); !slices.Equal(rows, kept) {
			t.Errorf("cuts %v: at the end %q, want %q", cuts, rows, kept)
		}
	}
}

// A picture of several lines is cut to the terminal in both directions; control
// characters in it do nothing.
func TestAPictureIsCut(t *testing.T) {
	c, f := fakeConsole(10)
	picture := append([]string{strings.Repeat("x", 50), "日本語日本語", "a\tb\x1b[2Jc"}, make([]string, 30)...)
	c.Show(picture)
	if got, want := f.rows()[:3], []string{"xxxxxxxx…", "日本語日…", "a b [2Jc"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if n := len(f.lines); n != 23 {
		t.Errorf("%d lines on a terminal of 24", n)
	}
	c.Show([]string{"one", "two"})
	fmt.Fprintln(c, "text")
	if got, want := f.rows(), []string{"text", "one", "two"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A question waits for its answer in its line, without a picture.
func TestNoPictureBehindAQuestion(t *testing.T) {
	c, f := fakeConsole(40)
	c.Show([]string{"working"})
	fmt.Fprint(c, "sure? ")
	c.Show([]string{"working on"})
	if got, want := f.rows(), []string{"sure?"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	fmt.Fprintln(c, "yes")
	if got, want := f.rows(), []string{"sure? yes", "working on"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	c.Close()
	c.Show([]string{"a command that was left behind"})
	if got, want := f.rows(), []string{"sure? yes"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Where nobody watches, a console is the stream below it.
func TestNothingIsDrawnIntoFiles(t *testing.T) {
	var out bytes.Buffer
	c := NewConsole(&out)
	fmt.Fprintln(c, "one")
	c.Show([]string{"working"})
	c.Close()
	if got := out.String(); got != "one\n" {
		t.Errorf("%q", got)
	}
}
