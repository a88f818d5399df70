package lab

import (
	"io"
	"os"
	"regexp"
	"testing"

	"github.com/spf13/cobra"
)

// retired are words for what docs/glossary.md has another word for.
var retired = regexp.MustCompile(`(?i)\b(training claims|claimed best|last validation|exams?|measured by the truth|truth as a yardstick|real strength)\b`)

func TestOneWordForOneThing(t *testing.T) {
	check := func(where, text string) {
		for _, word := range retired.FindAllString(text, -1) {
			t.Errorf("%s says %q (see docs/glossary.md)", where, word)
		}
	}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		check(c.CommandPath(), c.Short+c.Long+c.Example+c.Flags().FlagUsages())
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(newRoot(&app{out: io.Discard, err: io.Discard}))
	for _, file := range []string{"../README.md", "../docs/glossary.md", "../experiments/report/page.html", "../experiments/report/page.md", "../experiments/ga.yaml"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		check(file, string(text))
	}
}
