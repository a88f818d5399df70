// Package experiments holds the experiments and suites that come with the program.
// The YAML files explain themselves: begin with ga.yaml.
//
// Package experiment reads them, train runs them, run writes, reads, finds and
// compares runs, sweep runs an experiment with many settings, and report shows runs
// on a page.
package experiments

import (
	"embed"
	"slices"
	"strings"

	"evolab/internal/config"
)

// Suites holds the folder suites, a file for each game's variant and part.
//
//go:embed suites/*.txt
var Suites embed.FS

//go:embed *.yaml
var commented embed.FS

// needsCheckout is the one experiment whose program is only in a checkout.
const needsCheckout = "byo"

// Names lists the project's experiments, sweeps and tournaments that need nothing
// but the program.
func Names() []string {
	entries, _ := commented.ReadDir(".")
	var names []string
	for _, e := range entries {
		if name := strings.TrimSuffix(e.Name(), ".yaml"); name != needsCheckout {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Commented returns the text of one of them: "ga" is the default experiment and
// explains every key.
func Commented(name string) ([]byte, error) {
	text, err := commented.ReadFile(name + ".yaml")
	if err != nil {
		return nil, config.Refuse("there is no experiment", name, Names())
	}
	return text, nil
}
