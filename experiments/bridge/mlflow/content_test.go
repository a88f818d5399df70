package mlflow

import (
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	n := newNames()
	for _, test := range []struct{ name, want string }{
		{"weight/stones", "weight/stones"},
		{"weight/stones (opening)", "weight/stones _opening_"},
		{"weight/stones>=2 & edge<=0", "weight/stones__2 _ edge__0"},
		{"weight/stones<=2 & edge>=0", "weight/stones__2 _ edge__0-2"},
		{"weight/stones>=2 & edge<=0", "weight/stones__2 _ edge__0"}, // the same name again
		{"a//b", "a/_/b"},
		{"../x", "_/x"},
		{"/etc", "_/etc"},
		{"", "_"},
		{"naïve\n", "na_ve_"},
		{strings.Repeat("x", 300), strings.Repeat("x", maxName)},
		{strings.Repeat("x", 301), strings.Repeat("x", maxName) + "-2"},
	} {
		if got := n.of(test.name); got != test.want {
			t.Errorf("%q is called %q, want %q", test.name, got, test.want)
		}
	}
}

// Whatever the name, MLflow takes it, and no two are the same.
func FuzzNames(f *testing.F) {
	f.Add("a//b", "a/./b")
	f.Fuzz(func(t *testing.T, a, b string) {
		n := newNames()
		x, y := n.of(a), n.of(b)
		if (x == y) != (a == b) {
			t.Errorf("%q and %q are called %q and %q", a, b, x, y)
		}
		for _, name := range []string{x, y} {
			for part := range strings.SplitSeq(name, "/") {
				if part == "" || part == "." || part == ".." {
					t.Errorf("%q resolves to another name", name)
				}
			}
			if !nameForm.MatchString(name) {
				t.Errorf("%q is not allowed", name)
			}
		}
	})
}
