package checkers

import (
	"bytes"
	"crypto/sha256"
	"strings"
	"testing"
)

// drawn is a file in which all positions with two pieces are drawn.
func drawn(t *testing.T) []byte {
	t.Helper()
	return Append(nil, 2, func(c Class) []byte {
		packed, err := Pack(make([]int8, c.Size()))
		if err != nil {
			t.Fatal(err)
		}
		return packed
	})
}

// sealed is a file's text with the checksum that fits.
func sealed(text []byte) []byte {
	sum := sha256.Sum256(text)
	return append(bytes.Clone(text), sum[:]...)
}

func TestParse(t *testing.T) {
	good := drawn(t)
	e, err := Parse(good)
	if err != nil || e.Pieces() != 2 || len(e.Sum()) != 64 {
		t.Fatalf("%+v, %v", e, err)
	}
	body := good[:len(good)-sha256.Size]
	flipped := bytes.Clone(good)
	flipped[len(flipped)/2] ^= 1
	for _, x := range []struct {
		name string
		data []byte
		says string
	}{
		{"nothing", nil, "the first line"},
		{"a newer one", []byte(kind + "2 pieces=4\n"), "a newer evolab"},
		{"another file", []byte("PK\x03\x04 and more"), "the first line"},
		{"only its name", []byte(magic), "cut off"},
		{"cut off", good[:len(good)-1], "checksum"},
		{"longer", append(bytes.Clone(good), 0), "checksum"},
		{"a wrong bit", flipped, "checksum"},
		{"nine pieces", sealed(bytes.Replace(body, []byte(magic+"2"), []byte(magic+"9"), 1)), "allowed: 2..5"},
		{"no number", sealed(bytes.Replace(body, []byte(magic+"2"), []byte(magic+"x"), 1)), "allowed: 2..5"},
		{"classes of three", sealed(bytes.Replace(body, []byte(magic+"2"), []byte(magic+"3"), 1)), "its classes are"},
		{"another class", sealed(bytes.Replace(body, []byte("0 men 1 kings"), []byte("0 men 2 kings"), 1)), "line 2"},
		{"a length below 0", sealed(bytes.Replace(body, []byte("kings, "), []byte("kings, -"), 1)), "line 2"},
		{"bytes too many", sealed(append(bytes.Clone(body), 0)), "goes on after the last class"},
	} {
		t.Run(x.name, func(t *testing.T) {
			_, err := Parse(x.data)
			if err == nil || !strings.Contains(err.Error(), x.says) {
				t.Errorf("%v, want something about %q", err, x.says)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(magic + "2\n\n"))
	f.Add(sealed([]byte(magic + "2\n0 men 1 kings : 0 men 1 kings, 7 bytes\n\n")))
	f.Fuzz(func(t *testing.T, data []byte) {
		if e, err := Parse(data); err == nil && (e.Pieces() < 2 || e.Pieces() > Most) {
			t.Errorf("%d pieces", e.Pieces())
		}
	})
}
