package term

import (
	"bytes"
	"testing"

	"evolab/internal/untrusted"
)

// However a text is cut into pieces, it is shown the same.
func TestUntrustedInPieces(t *testing.T) {
	const text = "é囲\x1b[1m\u009b\x9b\r\n\r囲"
	for size := 1; size <= len(text); size++ {
		var out bytes.Buffer
		u := screened{out: &out}
		for at := 0; at < len(text); at += size {
			if n, err := u.Write([]byte(text[at:min(at+size, len(text))])); err != nil || n != min(size, len(text)-at) {
				t.Fatal(n, err)
			}
		}
		if err := u.flush(); err != nil || out.String() != untrusted.Text(text) {
			t.Errorf("in pieces of %d: %q, want %q, %v", size, out.String(), untrusted.Text(text), err)
		}
	}
}

// Only what evolab itself wants a terminal to do is sent to it.
func TestControlIsOurOwn(t *testing.T) {
	var out bytes.Buffer
	f := NewOutput(&out, &out)
	if _, err := f.Write([]byte("\x1b[2Kfoo")); err != nil {
		t.Fatal(err)
	}
	f.Control("\r\x1b[2K")
	if err := f.Flush(); err != nil || out.String() != `\u001b[2Kfoo`+"\r\x1b[2K" {
		t.Errorf("%q, %v", out.String(), err)
	}
}
