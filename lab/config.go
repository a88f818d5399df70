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

	"evolab/arena/tournament"
	"evolab/experiments"
	"evolab/experiments/experiment"
	"evolab/internal/config"
)

type configFlags struct {
	example, search string
	schema, keys    bool
}

func configCommand(a *app) *cobra.Command {
	var f configFlags
	c := &cobra.Command{
		Use: "config [CONFIG [key.path=value ...] | KEY]", Short: "A commented default config; a config with everything filled in; what a key means",
		Long: "Without an argument, print a commented experiment in which every key has its default. With CONFIG (an experiment, a sweep\n" +
			"or a tournament), print it with all defaults and overrides filled in, as a run would record it. With KEY, explain that key:\n" +
			"its type, range and default, where it belongs, and an example.",
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error { return a.config(c, &f, args) },
	}
	a.formats(c)
	c.Flags().StringVar(&f.example, "example", "ga", "which example to print (a wrong name lists them)")
	c.Flags().BoolVar(&f.schema, "schema", false, "print the JSON Schema for editors")
	c.Flags().BoolVar(&f.keys, "keys", false, "list all keys")
	c.Flags().StringVar(&f.search, "search", "", "list the keys that have these words in their names or descriptions")
	return c
}

func (a *app) config(c *cobra.Command, f *configFlags, args []string) error {
	switch {
	case c.Flags().Changed("search"):
		return a.searchKeys(strings.Join(append([]string{f.search}, args...), " "))
	case f.keys:
		return a.printKeys(keyTable())
	case len(args) == 1 && !f.schema && !isConfig(args[0]) && mayBeKey(args[0]):
		return a.explainKey(args[0])
	case len(args) > 1 && !f.schema && !isConfig(args[0]) && len(keysNamed(args[0])) > 0:
		return badInput(fmt.Errorf("%s is a key, and only a CONFIG has overrides after it", args[0]), "evolve config "+args[0]+" explains the key; evolve config quick seed=3 shows a config with an override")
	case a.json():
		return badInput(errors.New("--format json would do nothing (it counts with KEY, --search and --keys)"), "a config is YAML")
	}
	if len(args) == 1 && isExample(args[0]) && len(keysNamed(args[0])) > 0 {
		a.remark("note: this is the example %s; for the keys of that section: evolve config --search %[1]s.\n", args[0])
	}
	text, err := a.configText(f, args)
	if err == nil {
		_, err = a.out.Write(text)
	}
	return err
}

func (a *app) configText(f *configFlags, args []string) ([]byte, error) {
	switch {
	case f.schema:
		return experiment.Schema()
	case len(args) > 0:
		return a.fullConfig(args[0], args[1:])
	}
	text, err := experiments.Commented(f.example)
	return text, badInput(err, "evolve config prints the one that explains every key")
}

// fullConfig is a config with all defaults and overrides.
func (a *app) fullConfig(path string, overrides []string) ([]byte, error) {
	text, err := readConfig(path)
	if err != nil {
		return nil, err
	}
	switch kindOf(path) {
	case tournamentKind:
		c, err := tournament.Parse(a.games, path, text, overrides)
		if err != nil {
			return nil, badInput(err, keysHint(err))
		}
		return config.YAML(c)
	case sweepKind:
		f, err := experiment.ParseFile(a.newConfig(), path, text, overrides, experiment.CheckNames)
		if err != nil {
			return nil, badInput(err, keysHint(err))
		}
		return config.YAML(f)
	}
	c := a.newConfig()
	if err := experiment.ParseInto(c, path, text, overrides, experiment.CheckNames); err != nil {
		return nil, misread(path, err, keysHint(err), experimentKind)
	}
	return c.YAML()
}

// readConfig returns the text of a config: a file, or an example that comes with
// the program.
func readConfig(path string) ([]byte, error) {
	if isExample(path) {
		return experiments.Commented(path)
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, noConfig(path)
	}
	text, err := config.ReadArgument(path)
	return text, badInput(err, "evolve config > mine.yaml writes such a file")
}

// isExample reports whether path is the name of an example, and of no file here.
func isExample(path string) bool {
	if info, err := os.Stat(path); err == nil && !info.IsDir() || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	return slices.Contains(experiments.Names(), path)
}

// isConfig reports whether path is a file or an example.
func isConfig(path string) bool {
	_, err := os.Stat(path)
	return err == nil || isExample(path)
}

// noConfig is the error of a path where there is no file.
func noConfig(path string) error {
	if path == "" {
		return badInput(errors.New("CONFIG is empty"), "name a file or an example; evolve config --example NAME prints one")
	}
	names := experiments.Names()
	base := strings.TrimSuffix(filepath.Base(path), ".yaml")
	near := config.DidYouMean(path, filesBeside(path, ".yaml"))
	switch {
	case slices.Contains(names, base):
		return badInput(fmt.Errorf("there is no file %s", path), "the example that comes with the program is called "+base)
	case base != path || near != "":
		return badInput(fmt.Errorf("there is no file %s%s", path, near), "evolve config > mine.yaml writes one, in which every key is explained")
	}
	return badInput(config.Refuse("there is no file and no example", path, names), "evolve config --example NAME prints an example")
}
