// Package sealtest damages sealed folders at random, for the tests of those who write
// them.
package sealtest

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"evolab/internal/files"
	"evolab/internal/seal"
)

// Intact fails if anything in a place looks like damage.
func Intact(t testing.TB, p seal.Place, when string) {
	t.Helper()
	if r, err := seal.Inspect(p, seal.Demand{}); err != nil || len(r.Changes) > 0 {
		t.Errorf("%s: %v, %v", when, r.Changes, err)
	}
}

// Unseal makes a folder one of an earlier version.
func Unseal(t testing.TB, folder string) {
	t.Helper()
	var err error
	for _, name := range []string{seal.File, seal.ManifestFile, seal.LockFile} {
		err = errors.Join(err, files.Remove(filepath.Join(folder, name)))
	}
	marks := regexp.MustCompile(`# seal: .*\n|,\n *"seal": "[^"]*"`)
	for _, name := range []string{"config.yaml", "environment.json", "class.json"} {
		text, e := os.ReadFile(filepath.Join(folder, name))
		if e == nil {
			err = errors.Join(err, os.WriteFile(filepath.Join(folder, name), marks.ReplaceAll(text, nil), 0o644))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Kill leaves a folder as a kill would: its seal is not closed.
func Kill(t testing.TB, folder string) {
	t.Helper()
	w, err := seal.Open(seal.In(folder), seal.Key{})
	if err == nil {
		err = w.Write(seal.Replaced(seal.LockFile, nil))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Contents are the texts of the files below a folder.
func Contents(t testing.TB, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		name, _ := filepath.Rel(folder, path)
		data, err := os.ReadFile(path)
		all[filepath.ToSlash(name)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// EachDamage removes each file of a folder in turn, and then damages it at random that
// many times. After each of these, named has to name the file.
func EachDamage(t testing.TB, folder string, times int, named func() string) {
	t.Helper()
	good := Contents(t, folder)
	var names []string
	for name := range good {
		names = append(names, name)
	}
	slices.Sort(names)
	if got := named(); got != "" {
		t.Fatalf("undamaged: %s", got)
	}
	silent := 0
	try := func(name, how string) {
		t.Helper()
		if got := named(); !strings.Contains(got, name) {
			silent++
			t.Errorf("%s %s: %q", name, how, got)
		}
		if err := os.WriteFile(filepath.Join(folder, filepath.FromSlash(name)), []byte(good[name]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range names {
		if err := os.Remove(filepath.Join(folder, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
		try(name, "removed")
	}
	r := rand.New(rand.NewPCG(1, uint64(times)))
	for range times {
		name := names[r.IntN(len(names))]
		bad, how := Damage(r, good[name])
		if err := os.WriteFile(filepath.Join(folder, filepath.FromSlash(name)), []byte(bad), 0o644); err != nil {
			t.Fatal(err)
		}
		try(name, how)
	}
	t.Logf("%d files removed and %d damages: %d silent", len(names), times, silent)
}

// Damage changes a text at random: a bit, a cut, lines that are swapped, repeated,
// removed or moved, a digit, an addition.
func Damage(r *rand.Rand, text string) (bad, how string) {
	lines := strings.SplitAfter(text, "\n")
	for {
		i, j := r.IntN(len(lines)), r.IntN(len(lines))
		switch r.IntN(8) {
		case 0:
			if b := []byte(text); len(b) > 0 {
				b[r.IntN(len(b))] ^= 1 << r.IntN(8)
				bad, how = string(b), "with another bit"
			}
		case 1:
			bad, how = text[:r.IntN(len(text)+1)], "cut off"
		case 2:
			swapped := slices.Clone(lines)
			swapped[i], swapped[j] = swapped[j], swapped[i]
			bad, how = strings.Join(swapped, ""), "with swapped lines"
		case 3:
			bad, how = strings.Join(slices.Delete(slices.Clone(lines), i, i+1), ""), "without a line"
		case 4:
			bad, how = strings.Join(slices.Insert(slices.Clone(lines), i, lines[j]), ""), "with a line twice"
		case 5:
			if b := []byte(text); len(b) > 0 {
				for at := r.IntN(len(b)); at < len(b); at++ {
					if '0' <= b[at] && b[at] <= '9' {
						b[at] = '0' + (b[at]-'0'+1+byte(r.IntN(9)))%10
						break
					}
				}
				bad, how = string(b), "with another digit"
			}
		case 6:
			bad, how = text+"x", "with an addition"
		case 7:
			bad, how = strings.Replace(text, `"winner":"`, `"winner":"not `, 1), "with another winner"
		}
		if bad != text {
			return bad, how
		}
	}
}
