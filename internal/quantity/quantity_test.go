package quantity

import (
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		n         float64
		noun, one string
	}{
		{1, "game", "1 game"},
		{0, "game", "0 games"},
		{2, "random ply", "2 random plies"},
		{3, "match", "3 matches"},
		{2, "day", "2 days"},
		{2, "box", "2 boxes"},
		{.5, "minute", "0.5 minutes"},
		{1, "loss", "1 loss"},
		{2, "loss", "2 losses"},
	} {
		if got := Of(c.n, c.noun); got != c.one {
			t.Errorf("Of(%v, %q) = %q, want %q", c.n, c.noun, got, c.one)
		}
	}
	if Verb(1, "does", "do") != "does" || Verb(2, "does", "do") != "do" {
		t.Error("the verb does not follow the number")
	}
}

func TestNumbersHaveNoExponent(t *testing.T) {
	for _, c := range []struct {
		x             float64
		plain, digits string // three of them
	}{
		{0, "0", "0"},
		{2345.6, "2345.6", "2346"},
		{2300, "2300", "2300"},
		{999.6, "999.6", "1000"},
		{9.996, "9.996", "10"},
		{1.2, "1.2", "1.2"},
		{-.0123456, "-0.0123456", "-0.0123"},
		{.00001, "0.00001", "0.00001"},
		{1e6, "1000000", "1000000"},
		{123456789, "123456789", "123456789"},
		{1e20, "100000000000000000000", "100000000000000000000"},
		{1e300, "1e+300", "1e+300"},
		{1.23456e-12, "1.23456e-12", "1.23e-12"},
		{math.Inf(1), "+Inf", "+Inf"},
	} {
		if got := Plain(c.x); got != c.plain {
			t.Errorf("Plain(%v) = %q (expected: %q)", c.x, got, c.plain)
		}
		if got := Digits(c.x, 3); got != c.digits {
			t.Errorf("Digits(%v, 3) = %q (expected: %q)", c.x, got, c.digits)
		}
	}
}

// A verb such as %.3g writes 2345 as 2.35e+03.
func TestNoVerbWritesExponents(t *testing.T) {
	rounding := regexp.MustCompile(`"[^"\n]*%[-+ #0-9]*\.[0-9*]+g[^"\n]*"`)
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(filepath.Dir(path), "test") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, found := range rounding.FindAll(text, -1) {
			t.Errorf("%s: %s (expected: %%s and quantity.Digits)", path, found)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
