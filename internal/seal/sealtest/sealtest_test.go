package sealtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evolab/internal/seal"
)

// Each removal and each random damage of a small sealed folder is named.
func TestEachDamage(t *testing.T) {
	folder := t.TempDir()
	w, err := seal.Open(seal.In(folder), seal.Key{})
	if err == nil {
		err = w.Replace("state.json", []byte("{\n  \"a\": 12\n}\n"))
	}
	lines := []byte("{\"winner\":\"a\"}\n{\"winner\":\"b\"}\n")
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "lines"), lines, 0o644)
	}
	if err == nil {
		err = w.Write(seal.Added("lines", 0, lines))
	}
	if err == nil {
		err = w.Finish()
	}
	if err != nil {
		t.Fatal(err)
	}
	EachDamage(t, folder, 300, func() string {
		r, err := seal.Inspect(seal.In(folder), seal.Demand{Sealed: true})
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, c := range r.Changes {
			list = append(list, c.String())
		}
		return strings.Join(list, "; ")
	})
	Unseal(t, folder)
	Intact(t, seal.In(folder), "without a seal")
}
