package config

import (
	"math"
	"reflect"
	"strings"
	"testing"
)

// The core schema of YAML 1.2, with what YAML 1.1 or yaml.v3 reads otherwise.
func TestPlainScalars(t *testing.T) {
	for text, want := range map[string]any{
		"": nil, "~": nil, "null": nil, "NULL": nil, "nUll": "nUll",
		"true": true, "True": true, "FALSE": false, "tRUE": "tRUE",
		"yes": "yes", "no": "no", "on": "on", "off": "off", "y": "y",
		"0": int64(0), "-0": int64(0), "+12": int64(12), "010": int64(10), "008": int64(8), "-007": int64(-7),
		"0o10": int64(8), "0o18": "0o18", "-0o10": "-0o10", "0O10": "0O10",
		"0x1F": int64(31), "0x1_F": "0x1_F", "-0x1F": "-0x1F", "0b11": "0b11", "1_000": "1_000",
		"9223372036854775808": uint64(1 << 63), "18446744073709551616": float64(1 << 64), "0xFFFFFFFFFFFFFFFF": uint64(math.MaxUint64),
		"1.": 1.0, ".5": .5, "-.5e1": -5.0, "1e3": 1000.0, "010.5": 10.5, "1e999": math.Inf(1), "-1e999": math.Inf(-1),
		".": ".", "e1": "e1", "1e": "1e", "1_0.5": "1_0.5", "0x1p4": "0x1p4", "Infinity": "Infinity", "inf": "inf", "nan": "nan",
		".inf": math.Inf(1), "-.INF": math.Inf(-1), "+.Inf": math.Inf(1), ".iNF": ".iNF",
		"1:30": "1:30", "190:20:30": "190:20:30", "2024-01-01": "2024-01-01", "<<": "<<", "=": "=",
	} {
		if got := plainScalar(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %#v, want %#v", text, got, want)
		}
	}
	if f, ok := plainScalar(".NaN").(float64); !ok || !math.IsNaN(f) {
		t.Errorf(".NaN: %v", f)
	}
}

func TestMeant(t *testing.T) {
	for text, want := range map[string]string{
		"1_000": "1000", "-1_0.5": "-10.5", "0b101": "5", "-0x1F": "-31", "0x1_0": "16",
		"1:30": "90", "-1:00:00": "-3600", "+1:30": "90", "many": "", "2024-01-01": "", "1:75": "", "": "", "_": "", "0b": "",
	} {
		if got := meant(text, numberKind); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if got := meant(text, textKind); got != "" {
			t.Errorf("%q as a text: %q", text, got)
		}
	}
	for text, want := range map[string]string{"yes": "true", "Off": "false", "n": "false", "maybe": "", "1": ""} {
		if got := meant(text, boolKind); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

type scalarTags struct {
	Seed  uint64  `key:"seed" default:"1"`
	Depth int     `key:"depth" default:"1"`
	Rate  float64 `key:"rate" default:"1"`
	Keep  bool    `key:"keep" default:"false"`
	Name  string  `key:"title" default:"x"`
}

// A file, an override, a flag and a setting of an agent read the same number.
func TestNumbersAreTheSameEverywhere(t *testing.T) {
	for text, want := range map[string]int{"010": 10, "008": 8, "0o10": 8, "0x10": 16, "+7": 7, "1e1": 10} {
		file, err := Parse[scalarTags]("x.yaml", []byte("%YAML 1.2\n---\ndepth: "+text+"\nseed: "+text+"\nrate: "+text+"\ntitle: \""+text+"\""), nil)
		if err != nil || file.Depth != want || file.Seed != uint64(want) || file.Rate != float64(want) || file.Name != text {
			t.Errorf("file, %s: %+v, %v", text, file, err)
		}
		over, err := Parse[scalarTags]("x.yaml", []byte("depth: 3"), []string{"depth=" + text, "seed=" + text, "rate=" + text})
		if err != nil || over.Depth != want || over.Seed != uint64(want) || over.Rate != float64(want) {
			t.Errorf("override, %s: %+v, %v", text, over, err)
		}
		var flags, line scalarTags
		for _, f := range Flags(&flags)[:3] {
			if err := f.Set(text); err != nil {
				t.Error(err)
			}
		}
		if flags.Depth != want || flags.Seed != uint64(want) || flags.Rate != float64(want) {
			t.Errorf("flags, %s: %+v", text, flags)
		}
		if err := Apply(&line, []Setting{{"depth", text}, {"seed", text}, {"title", text}}); err != nil || line.Depth != want || line.Seed != uint64(want) || line.Name != text {
			t.Errorf("settings, %s: %+v, %v", text, line, err)
		}
	}
}

// What means one thing to YAML 1.1 and another to 1.2 is an error that says so.
func TestOldScalars(t *testing.T) {
	for line, want := range map[string]string{
		"depth: 1_000":                         `depth: text "1_000" where a whole number belongs, did you mean 1000?`,
		"seed: 0b101":                          `seed: text "0b101" where a whole number belongs, did you mean 5?`,
		"seed: '010'":                          `seed: text "010" where a whole number belongs, did you mean 10?`,
		"seed: '+5'":                           `seed: text "+5" where a whole number belongs, did you mean 5?`,
		"depth: '1e3'":                         `depth: text "1e3" where a whole number belongs, did you mean 1e3?`,
		"rate: '.50'":                          `rate: text ".50" where a number belongs, did you mean .50?`,
		"rate: 1:30":                           `rate: text "1:30" where a number belongs, did you mean 90?`,
		"keep: yes":                            `keep: text "yes" where true or false belongs, did you mean true?`,
		"keep: Off":                            `keep: text "Off" where true or false belongs, did you mean false?`,
		"title: 010":                           `title: number 010 where a text belongs; put it in quotes`,
		"title: 2024-01-01":                    "",
		"title: yes":                           "",
		"title: 1:30":                          "",
		"%YAML 1.1\n---\nseed: 1":              `x.yaml:1:7: the text says that it is YAML 1.1 (allowed: %YAML 1.2, or no such line)`,
		"# old\n\n%YAML 1.3 # x\n---\nseed: 1": `x.yaml:3:7: the text says that it is YAML 1.3`,
		"# new\n%YAML 1.2 # x\n---\nseed: 1":   "",
		"%YAML 1.2\nseed: 1":                   "not YAML: ",
	} {
		_, err := Parse[scalarTags]("x.yaml", []byte(line), nil)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}

func TestTopKeys(t *testing.T) {
	for text, want := range map[string]string{
		"%YAML 1.2\n---\nsweep: {}\nga: {sigma: 1}": "sweep ga", "\ufeff{\"moves\": [], \"winner\": 1}": "moves winner",
		"": "", "[1]": "", "{": "", "word": "", "a: 1\n---\nb: 2": "a",
	} {
		if got := strings.Join(TopKeys([]byte(text)), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
