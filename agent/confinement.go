package agent

import (
	"sync"

	"evolab/host"
)

// VoidReplays is how often a game is played again that ended void.
const VoidReplays = host.VoidRetries

// Confinement is the level at which the programs among some agents are confined,
// "" if there are none.
func Confinement(specs ...string) string {
	for _, text := range specs {
		if spec, err := ParseSpec(text); err == nil && spec.IsProgram() {
			return confined()
		}
	}
	return ""
}

// confined is measured once: the level does not change while a process runs.
var confined = sync.OnceValue(func() string { return host.Confined().Level.String() })
