package load_test

import (
	"strings"
	"testing"

	"evolab/ship/load"
)

// A constant says beside its value what it is in a slow language, or under which
// name it can be set.
func TestDirectives(t *testing.T) {
	const source = `package x

import "time"

// Look says how often.
//
//ship:native 256
const Look = 512 //ship:slow 8

const (
	//ship:slow 25 * time.Millisecond
	//ship:warming 30 * time.Millisecond
	Reserve = 5 * time.Millisecond // half of it is more
	Other   = 7
	Rows    = 18 //ship:set rows
	Square  = Rows * Rows
)
`
	for name, c := range map[string]struct {
		slow, warming, native bool
		set                   map[string]int64
		want                  string
	}{
		"as in Go":       {false, false, false, nil, "Look 512, Reserve 5000000, Other 7, Rows 18, Square 324"},
		"slow":           {true, false, false, nil, "Look 8, Reserve 25000000, Other 7, Rows 18, Square 324"},
		"warming":        {false, true, false, nil, "Look 512, Reserve 30000000, Other 7, Rows 18, Square 324"},
		"native":         {false, false, true, nil, "Look 256, Reserve 5000000, Other 7, Rows 18, Square 324"},
		"set":            {false, false, false, map[string]int64{"rows": 8}, "Look 512, Reserve 5000000, Other 7, Rows 8, Square 64"},
		"set to nothing": {true, false, false, map[string]int64{"rows": 0}, "Look 8, Reserve 25000000, Other 7, Rows 0, Square 0"},
	} {
		t.Run(name, func(t *testing.T) {
			o := load.Options{Sources: tree(map[string]string{"x/x.go": source}), Slow: c.slow, Warming: c.warming, Native: c.native, Set: c.set}
			p, err := load.Load(o, "evolab/x")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, name := range []string{"Look", "Reserve", "Other", "Rows", "Square"} {
				got = append(got, name+" "+constant(p, "evolab/x", name))
			}
			if text := strings.Join(got, ", "); text != c.want {
				t.Errorf("%s\nexpected: %s", text, c.want)
			}
		})
	}
}

// No directive is without effect, whatever the options are.
func TestBadDirectives(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"const A = 1 //ship:fast 3", `x/x.go:2:13: //ship:fast 3: "slow VALUE", "warming VALUE", "native VALUE" or "set NAME" is expected`},
		{"const A = 1 //ship:slow", "an expression is expected"},
		{"const A = 1 //ship:slow 3 +", "an expression is expected"},
		{"var a = 1 //ship:slow 3", "x/x.go:2:11: //ship:slow 3 belongs to no constant"},
		{"//ship:slow 3\nfunc f() {}", "x/x.go:2:1: //ship:slow 3 belongs to no constant"},
		{"//ship:slow 3\nconst (\n\tA = 1\n\tB = 2\n)", "belongs to no constant"},
		{"const A, B = 1, 2 //ship:slow 3", "a constant with a value of its own is expected"},
		{"const (\n\tA = iota\n\tB //ship:slow 3\n)", "a constant with a value of its own is expected"},
		{"const A = 1", "no constant has the directive //ship:set rows"},
	} {
		o := load.Options{Sources: tree(map[string]string{"x/x.go": "package x\n" + c.source}), Set: map[string]int64{"rows": 8}}
		if _, err := load.Load(o, "evolab/x"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\ngives %v\nexpected: ...%s...", c.source, err, c.want)
		}
	}
}
