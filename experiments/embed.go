// Package experiments holds the experiments and suites that come with the program.
// The YAML files explain themselves: begin with ga.yaml.
//
// Package experiment reads them, train runs them, record writes and reads a run's
// folder, notebook finds and compares runs, sweep runs an experiment with many
// settings, and report shows runs on a page.
package experiments

import (
	"embed"
	"fmt"
	"strings"
)

// Suites holds the folder suites, a file for each game's variant and part.
//
//go:embed suites/*.txt
var Suites embed.FS

// commented are the experiments that explain themselves.
//
//go:embed ga.yaml cma.yaml quick.yaml checkers.yaml halma.yaml konane.yaml konane18.yaml tictactoe.yaml coevolution.yaml compare.yaml noise.yaml sweep.yaml td.yaml tictactoe-q.yaml
var commented embed.FS

// Commented returns the text of one of the project's experiments: "ga" is the
// default and explains every key.
func Commented(name string) ([]byte, error) {
	text, err := commented.ReadFile(name + ".yaml")
	if err != nil {
		return nil, fmt.Errorf("experiments: there is no experiment %q (allowed: %s)", name, strings.Join(Names(), ", "))
	}
	return text, nil
}

// Names lists the experiments that Commented knows.
func Names() []string {
	entries, _ := commented.ReadDir(".")
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".yaml")
	}
	return names
}
