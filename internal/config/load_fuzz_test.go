package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"evolab/internal/config"
)

// checkParse parses and checks what holds for every input.
func checkParse(t *testing.T, data []byte, override string) {
	t.Helper()
	c, err := parseLab("fuzz.yaml", data, []string{override})
	if err != nil {
		checkProblems(t, err)
		return
	}
	text, err := config.YAML(c)
	if err != nil {
		t.Fatal(err)
	}
	back, err := parseLab("other.yaml", text, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if diff := cmp.Diff(c, back); diff != "" {
		t.Fatal(diff)
	}
}

func checkProblems(t *testing.T, err error) {
	t.Helper()
	var bad *config.Error
	if !errors.As(err, &bad) || len(bad.Problems) == 0 {
		t.Fatalf("%T without problems", err)
	}
	for _, p := range bad.Problems {
		if p.Line < 1 || p.Column < 1 || p.Source == "" || p.Message == "" {
			t.Fatalf("incomplete: %#v", p)
		}
		if strings.ContainsAny(p.String(), "\x00\x1b\r") || !utf8.ValidString(p.String()) {
			t.Fatalf("not fit for a terminal: %q", p)
		}
		if strings.Count(p.Excerpt, "\n") > 1 || strings.Contains(p.Message+p.Key+p.Allowed, "\n") {
			t.Fatalf("too many lines: %q", p)
		}
	}
}

func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.bad.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range append(files, "../../experiments/ga.yaml", "../../experiments/quick.yaml") {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, "seed=7")
	}
	for _, override := range []string{"ga.sigma=.3", "opponents=[{agent: greedy, share: 1}]", "opponents.0.share=.3", "x", "seed=\n---\n", "variant="} {
		f.Add([]byte("name: a"), override)
	}
	f.Fuzz(func(t *testing.T, data []byte, override string) { checkParse(t, data, override) })
}

func TestHostileTextsEndSoon(t *testing.T) {
	for name, text := range map[string]string{
		"zeros":        strings.Repeat("\x00", config.MaxBytes),
		"too long":     strings.Repeat("#", config.MaxBytes+1),
		"lists":        strings.Repeat("[", config.MaxBytes),
		"sections":     strings.Repeat("{", config.MaxBytes),
		"dashes":       strings.Repeat("- ", config.MaxBytes/2),
		"questions":    strings.Repeat("? ", config.MaxBytes/2),
		"lines":        strings.Repeat("\n", config.MaxBytes-1) + "]",
		"same key":     strings.Repeat("a: 1\n", config.MaxBytes/5),
		"long key":     strings.Repeat("a", config.MaxBytes-3) + ": 1",
		"items":        "opponents: [" + strings.Repeat("1,", config.MaxBytes/2-8) + "]",
		"comments":     strings.Repeat("#\n", config.MaxBytes/2),
		"anchors":      strings.Repeat("- &a *a\n", config.MaxBytes/8),
		"documents":    strings.Repeat("---\n", config.MaxBytes/4),
		"open quote":   `name: "` + strings.Repeat("a\n", config.MaxBytes/2-4),
		"byte marks":   strings.Repeat("\uFEFF", config.MaxBytes/3),
		"UTF-16":       "\xff\xfen\x00",
		"digits":       "seed: " + strings.Repeat("9", config.MaxBytes-6),
		"block scalar": "name: |\n" + strings.Repeat(" a\n", config.MaxBytes/3-4),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			_, err := parseLab("hostile.yaml", []byte(text), nil)
			if err == nil {
				t.Fatal("no problem")
			}
			_ = err.Error()
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("%v", took)
			}
		})
	}
}
