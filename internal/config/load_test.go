package config_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/internal/config"
)

func TestNameComesFromTheFile(t *testing.T) {
	for file, want := range map[string]string{
		"runs/My first_try.yaml":            "my-first-try",
		"quick.yml":                         "quick",
		"ÄÖ.yaml":                           "unnamed",
		"":                                  "unnamed",
		"..":                                "unnamed",
		strings.Repeat("a", 39) + "-b.yaml": strings.Repeat("a", 39),
	} {
		c, err := parseLab(file, []byte("seed: 2"), nil)
		if err != nil {
			t.Fatal(err)
		}
		if c.Name != want {
			t.Errorf("%q: name %q, want %q", file, c.Name, want)
		}
	}
}

func TestYAMLParsesBack(t *testing.T) {
	c := parse(t, "seed: 18446744073709551615\nga: {sigma: 0.1234567890123456789, sigma_end: 1e-300}",
		`start="no.json"`, "opponents=[{agent: 'exec:dir=a b,cmd=./p \"#\" : x'}, {agent: ä, share: 12345.678}, {agent: 'null'}]",
		"player.features=['7', yes, '~', '0x1F_', '-']", "variant='1:30'", "selection.lower_bound=-0.0")
	text, err := config.YAML(c)
	if err != nil {
		t.Fatal(err)
	}
	back, err := parseLab("other.yaml", text, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if diff := cmp.Diff(c, back); diff != "" {
		t.Error(diff)
	}
	for _, k := range config.Keys[lab]() {
		leaf := k.Path[strings.LastIndexByte(k.Path, '.')+1:]
		if !strings.Contains(string(text), leaf+":") {
			t.Errorf("%s is not written:\n%s", k.Path, text)
		}
	}
}

func TestBadFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/*.bad.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			_, err := config.Load(file, nil, differing)
			if err == nil {
				t.Fatal("no problem")
			}
			golden(t, strings.TrimSuffix(file, ".bad.yaml")+".err", err.Error())
		})
	}
}
