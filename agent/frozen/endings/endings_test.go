package endings

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"evolab/internal/longtest"
	"evolab/search/checkers/retrograde"
)

var update = flag.Bool("update", false, "make the file anew")

// The file is what its rules make, as a whole with -long; each value is checked by the
// values after the moves where three pieces are left, or four with -long.
func TestEmbedded(t *testing.T) {
	o := retrograde.Options{Pieces: Embedded, Workers: runtime.GOMAXPROCS(0)}
	if longtest.Enabled() || *update {
		data, err := retrograde.Make(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile("checkers-4.bin", data, 0o644); err != nil {
				t.Fatal(err)
			}
			embedded = data
		}
		if string(data) != string(embedded) {
			t.Error("checkers-4.bin is not what evolve solve --endings 4 makes (-update writes it)")
		}
	} else {
		o.Pieces--
	}
	if e := Checkers(); e.Pieces() != Embedded {
		t.Errorf("%d pieces", e.Pieces())
	}
	positions, err := retrograde.Check(context.Background(), Checkers(), o)
	if err != nil {
		t.Error(err)
	}
	t.Logf("%d positions", positions)
}

// Endings that nobody has made are missing, and others than those that are wanted are
// refused, with the file's name and what is expected.
func TestRead(t *testing.T) {
	if e, err := Open(3); err != nil || e.Pieces() != Embedded {
		t.Errorf("%v, %v", e, err)
	}
	path := filepath.Join(t.TempDir(), "endings.bin")
	if _, err := read(path); !errors.Is(err, ErrMissing) {
		t.Errorf("missing: %v", err)
	}
	for _, x := range []struct {
		name string
		data []byte
		says string
	}{
		{"another file", []byte("PK"), "the first line"},
		{"cut off", embedded[:len(embedded)/2], "cut off"},
		{"of four pieces", embedded, "up to 4 (expected: 5)"},
	} {
		if err := os.WriteFile(path, x.data, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := read(path); err == nil || !strings.Contains(err.Error(), x.says) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", x.name, err)
		}
	}
}
