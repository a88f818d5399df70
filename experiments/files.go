package experiments

import (
	"embed"
	"fmt"
	"strings"
)

// commented are the experiments that explain themselves.
//
//go:embed ga.yaml quick.yaml checkers.yaml halma.yaml konane.yaml konane18.yaml tictactoe.yaml coevolution.yaml compare.yaml noise.yaml sweep.yaml
var commented embed.FS

// Commented returns one of the project's experiments as it is written: "ga" is
// the default and explains every key.
func Commented(name string) ([]byte, error) {
	text, err := commented.ReadFile(name + ".yaml")
	if err != nil {
		entries, _ := commented.ReadDir(".")
		var names []string
		for _, e := range entries {
			names = append(names, strings.TrimSuffix(e.Name(), ".yaml"))
		}
		return nil, fmt.Errorf("experiments: there is no experiment %q (allowed: %s)", name, strings.Join(names, ", "))
	}
	return text, nil
}
