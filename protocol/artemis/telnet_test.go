package artemis

import (
	"strings"
	"testing"
)

// What telnet programs send besides the text is taken out, wherever it is cut.
func TestTelnet(t *testing.T) {
	for sent, want := range map[string]string{
		"12\r\n":                         "12\r\n",
		"\xff\xfd\x01\xff\xfb\x1f12\r\n": "12\r\n",
		"1\xff\xf12\n":                   "12\n", // no operation
		"\xff\xfa\x1f\x00\x50\x00\x18\xff\xf07\n": "7\n",
		"\xff\xfa\x1f\xff\xff\xff\xf07\n":         "7\n", // 255 as a value
		"a\xff\xffb":                              "a\xffb",
		"\xff\xfa never ends":                     "",
	} {
		for size := 1; size <= len(sent); size++ {
			var telnet Telnet
			var got strings.Builder
			for rest := []byte(sent); len(rest) > 0; {
				n := min(size, len(rest))
				text, err := telnet.Strip(rest[:n])
				if err != nil {
					t.Fatal(err)
				}
				got.Write(text)
				rest = rest[n:]
			}
			if got.String() != want {
				t.Errorf("%q in chunks of %d: %q, want %q", sent, size, got.String(), want)
			}
		}
	}
	var telnet Telnet
	if _, err := telnet.Strip([]byte("\xff\xfa" + strings.Repeat("x", MaxLine))); err != ErrLine {
		t.Errorf("a command without an end: %v", err)
	}
}

// Bytes without telnet's escape come through as they are; nothing grows.
func FuzzTelnet(f *testing.F) {
	f.Add([]byte("\xff\xfd\x01me\r\n"), byte(3))
	f.Fuzz(func(t *testing.T, data []byte, cut byte) {
		sent := string(data)
		n := int(cut) % (len(data) + 1)
		var telnet Telnet
		text, err := telnet.Strip(data[:n])
		got := string(text)
		if err == nil {
			text, err = telnet.Strip(data[n:])
			got += string(text)
		}
		if len(got) > len(sent) || err == nil && !strings.Contains(sent, "\xff") && got != sent {
			t.Fatalf("%q: %q, %v", sent, got, err)
		}
	})
}
