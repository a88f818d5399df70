package experiment

import (
	"errors"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/internal/config"
)

// Whatever a file says, it is an experiment that its YAML repeats, or problems.
func FuzzParse(f *testing.F) {
	for _, file := range []string{"../ga.yaml", "../quick.yaml", "../truth.yaml"} {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, "seed=7")
	}
	for _, override := range []string{"objective=rubric", "opponents=[{agent: greedy, share: 1}]", "fitness.rounds=6", "player={nodes: 3, phases: 2}"} {
		f.Add([]byte("rubric: usc-2023"), override)
	}
	f.Fuzz(func(t *testing.T, data []byte, override string) {
		c, err := Parse("fuzz.yaml", data, []string{override})
		var bad *config.Error
		if errors.As(err, &bad) {
			return
		}
		if err != nil {
			t.Fatalf("%T: %v", err, err)
		}
		text, err := c.YAML()
		if err != nil {
			t.Fatal(err)
		}
		back, err := Parse("other.yaml", text, nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if diff := cmp.Diff(c, back); diff != "" {
			t.Fatal(diff)
		}
	})
}
