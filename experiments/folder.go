package experiments

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"evolab/files"
)

// The files of a run's folder.
const (
	ConfigFile   = "config.yaml"
	MetricsFile  = "metrics.jsonl"
	TimingFile   = "timing.jsonl"
	ChampionFile = "champion.json"
	PlotsFolder  = "plots"
)

// newFolder makes the folder <date-time>-<name> below root and returns its
// name. Runs that begin in the same second get a number.
func newFolder(root, name string, now time.Time) (string, error) {
	if err := os.MkdirAll(root, 0o755); err != nil {
		return "", fmt.Errorf("experiments: %w", err)
	}
	base := now.Format("2006-01-02-150405") + "-" + name
	for n := 1; ; n++ {
		folder := base
		if n > 1 {
			folder = fmt.Sprintf("%s-%d", base, n)
		}
		err := os.Mkdir(filepath.Join(root, folder), 0o755)
		if err == nil {
			return folder, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", fmt.Errorf("experiments: %w", err)
		}
	}
}

// writeConfig records what is about to be run: the resolved config, and in
// comments the overrides and the versions.
func writeConfig(folder string, c *Config, overrides []string) error {
	body, err := c.YAML()
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# The resolved config of this run.\n# overrides: %s\n", strings.Join(quoted(overrides), " "))
	for _, line := range versions() {
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

// versions names the program and the modules that it was built from.
func versions() []string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return []string{runtime.Version()}
	}
	revision := "unknown"
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			revision = s.Value
		}
	}
	lines := []string{
		fmt.Sprintf("evolab %s, revision %s", info.Main.Version, revision),
		fmt.Sprintf("%s %s/%s, %d cores", info.GoVersion, runtime.GOOS, runtime.GOARCH, runtime.NumCPU()),
	}
	for _, m := range info.Deps {
		if m.Path == "github.com/MaxHalford/eaopt" || m.Path == "gonum.org/v1/gonum" {
			lines = append(lines, m.Path+" "+m.Version)
		}
	}
	return lines
}
