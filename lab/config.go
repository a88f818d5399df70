package lab

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"evolab/experiments"
	"evolab/experiments/experiment"
	"evolab/internal/config"
)

func configCommand(a *app) *cobra.Command {
	var name string
	var schema, keys bool
	c := &cobra.Command{
		Use: "config [CONFIG [key.path=value ...]]", Short: "A commented default config; or a config with everything filled in",
		Long: "Without CONFIG, print a commented experiment in which every key has its default. With CONFIG, print it with all\n" +
			"defaults and overrides filled in, as a run would record it.",
		Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := a.configText(name, schema, keys, args)
			if err == nil {
				_, err = a.out.Write(text)
			}
			return err
		},
	}
	c.Flags().StringVar(&name, "example", "ga", "which example to print (a wrong name lists them)")
	c.Flags().BoolVar(&schema, "schema", false, "print the JSON Schema for editors")
	c.Flags().BoolVar(&keys, "keys", false, "list the keys, one per line")
	return c
}

func (a *app) configText(name string, schema, keys bool, args []string) ([]byte, error) {
	switch {
	case schema:
		return experiment.Schema()
	case keys:
		var text []byte
		for _, k := range config.Keys[experiment.File]() {
			text = fmt.Appendf(text, "%-30s %s %s\n", k.Path, k.Doc, k.Summary())
		}
		return text, nil
	case len(args) > 0:
		return a.fullConfig(args[0], args[1:])
	}
	text, err := experiments.Commented(name)
	return text, badInput(err, "evolve config prints the one that explains every key")
}

// fullConfig is a config with all defaults and overrides.
func (a *app) fullConfig(path string, overrides []string) ([]byte, error) {
	text, err := readConfig(path)
	if err != nil {
		return nil, err
	}
	c := a.newConfig()
	if err := experiment.ParseInto(c, path, text, overrides, experiment.CheckNames); err != nil {
		return nil, misread(path, err, keysHint, experimentKind)
	}
	return c.YAML()
}

const keysHint = "evolve config explains every key"

// readConfig returns the text of a config: a file, or an example that comes with
// the program.
func readConfig(path string) ([]byte, error) {
	if isExample(path) {
		return experiments.Commented(path)
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, noConfig(path)
	}
	return config.Read(path)
}

// isExample reports whether path is the name of an example, and of no file here.
func isExample(path string) bool {
	if info, err := os.Stat(path); err == nil && !info.IsDir() || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	return slices.Contains(experiments.Names(), path)
}

// noConfig is the error of a path where there is no file.
func noConfig(path string) error {
	names := experiments.Names()
	base := strings.TrimSuffix(filepath.Base(path), ".yaml")
	switch {
	case slices.Contains(names, base):
		return badInput(fmt.Errorf("evolve: there is no file %s", path), "the example that comes with the program is called "+base)
	case base != path:
		return badInput(fmt.Errorf("evolve: there is no file %s", path), "evolve config > mine.yaml writes one, in which every key is explained")
	}
	return badInput(fmt.Errorf("evolve: %w", config.Refuse("there is no file and no example", path, names)), "evolve config --example NAME prints an example")
}
