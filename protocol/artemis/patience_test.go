package artemis

import (
	"testing"
	"time"
)

// What a client waits for decides how long it waits.
func TestSilence(t *testing.T) {
	const clock, game = 3 * time.Minute, 7 * time.Minute
	c := NewClient(Account{User: 1, Opponent: 2}, start(t, "4x4"))
	for _, step := range []struct {
		line  string
		wait  time.Duration
		known bool
	}{
		{"?Username:", 0, false},
		{"?Password:", 0, false},
		{"?Opponent:", 0, true},
		{"hello", 0, false},
		{"Game:1", game, true},
		{"Color:BLACK", 0, false},
		{"Removed:[1:2]", game, true},
		{"?Remove:", game, true},
		{"Error: what?", 0, false},
	} {
		e, err := c.Receive(step.line)
		if err != nil {
			t.Fatal(err)
		}
		if wait, known := c.Silence(&e, clock); wait != step.wait || known != step.known {
			t.Errorf("after %q: %v, %v (expected: %v, %v)", step.line, wait, known, step.wait, step.known)
		}
	}
	c = NewClient(Account{}, lostBoard(t))
	if e, err := c.Receive("?Move(1000):"); err != nil || e.Kind != Stuck {
		t.Fatalf("%+v, %v", e, err)
	} else if wait, known := c.Silence(&e, clock); wait != endSilence || !known {
		t.Errorf("without a move: %v, %v", wait, known)
	}
}

func TestShown(t *testing.T) {
	for text, want := range map[string]string{
		"Error: no": "Error: no", "bad password 77!": "bad password (hidden)!", "77": "(hidden)", "77,77": "(hidden),(hidden)",
		"password77x": "password(hidden)x", "7777": "7777", "the clock is 1770": "the clock is 1770",
		`Error: "[77:8]:[6:77]" is no legal move`: `Error: "[77:8]:[6:77]" is no legal move`,
		"[77": "[(hidden)", "[77]": "[(hidden)]", "[77:": "[(hidden):", "[1:77": "[1:(hidden)", "[:77]": "[:(hidden)]", "[777:77]": "[777:(hidden)]",
		"\x1b[31m\u00e9\n": "?[31m???", "": "",
	} {
		if got := Shown(text, "77"); got != want {
			t.Errorf("%q is shown as %q (expected: %q)", text, got, want)
		}
	}
	for secret, want := range map[Password]string{
		"":       "user 4 and 123456: unknown [4:4]",
		"4":      "user (hidden) and 123456: unknown [4:4]",
		"know":   "user 4 and 123456: unknown [4:4]",
		"user":   "(hidden) 4 and 123456: unknown [4:4]",
		"123456": "user 4 and (hidden): unknown [4:4]",
		"unknow": "user 4 and 123456: (hidden)n [4:4]", // long ones are hidden anywhere
		" 4":     "user(hidden) and 123456: unknown [4:4]",
	} {
		if got := Shown("user 4 and 123456: unknown [4:4]", secret); got != want {
			t.Errorf("with the password %q: %q (expected: %q)", string(secret), got, want)
		}
	}
	if got := Shown("x", ""); got != "x" {
		t.Errorf("without a password: %q", got)
	}
}
