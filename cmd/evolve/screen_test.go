package main

import (
	"bytes"
	"strings"
	"testing"
)

// A picture is drawn over the one before, and cut to the terminal.
func TestScreenDrawsInPlace(t *testing.T) {
	var out bytes.Buffer
	s := &screen{out: &out, live: true}
	if !s.due() {
		t.Error("the first picture is not due")
	}
	s.show("one\ntwo\n")
	if got := out.String(); got != "one\ntwo\n" {
		t.Errorf("first picture %q", got)
	}
	if s.due() {
		t.Error("the next one is due at once")
	}
	out.Reset()
	s.show(strings.Repeat("x", 200) + strings.Repeat("\nline", 50))
	const back = "\x1b[2A\r\x1b[J"
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if want := back + strings.Repeat("x", 79) + "~"; lines[0] != want || len(lines) != 23 {
		t.Errorf("%d lines, the first %q, want %q", len(lines), lines[0], want)
	}
	out.Reset()
	s.clear()
	s.clear()
	if got := out.String(); got != "\x1b[23A\r\x1b[J" {
		t.Errorf("cleared with %q", got)
	}
}

// Where nobody watches, nothing is drawn.
func TestScreenIsSilentInFiles(t *testing.T) {
	var out bytes.Buffer
	s := newScreen(&out)
	if s.due() {
		t.Error("a picture is due")
	}
	if s.clear(); out.Len() > 0 {
		t.Errorf("%q", out.String())
	}
}
