package experiments

import (
	"fmt"
	"path/filepath"
	"strings"

	"evolab/files"
	"evolab/provenance"
)

// The files of a run's folder.
const (
	ConfigFile   = "config.yaml"
	MetricsFile  = "metrics.jsonl"
	TimingFile   = "timing.jsonl"
	ChampionFile = "champion.json"
	PlotsFolder  = "plots"
)

// writeConfig records what is about to be run: the resolved config, and in
// comments the overrides and the versions.
func writeConfig(folder string, c *Config, overrides []string) error {
	body, err := c.YAML()
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# The resolved config of this run.\n# overrides: %s\n", strings.Join(quoted(overrides), " "))
	for _, line := range provenance.Versions() {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	b.Write(body)
	return files.Replace(filepath.Join(folder, ConfigFile), []byte(b.String()))
}

func quoted(list []string) []string {
	q := make([]string, len(list))
	for i, s := range list {
		q[i] = fmt.Sprintf("%q", s)
	}
	if len(q) == 0 {
		return []string{"none"}
	}
	return q
}
