package lab

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evolab/internal/config"
	"evolab/internal/files"
)

// bind adds a flag for each key of a struct with the tags of package config.
func bind(c *cobra.Command, settings any) {
	for _, f := range config.Flags(settings) {
		flag := c.Flags().VarPF(f, f.Name, "", f.Usage)
		if f.Type() == "bool" {
			flag.NoOptDefVal = "true"
		}
		if f.OneOf != nil {
			completeFlag(c, f.Name, cobra.FixedCompletions(f.OneOf, cobra.ShellCompDirectiveNoFileComp))
		}
	}
}

// workerFlags say how many cores a command uses.
type workerFlags struct {
	Workers int `key:"workers" doc:"games at a time" range:"0..4096" allowed:"1..4096, or 0 for one per core"`
}

// seedFlags are those of a command in which an agent plays.
type seedFlags struct {
	Seed uint64 `key:"seed" doc:"seed of the agent" default:"1"`
}

// wordValue is the value of a flag for one of a few words that are known when the
// program runs.
type wordValue struct {
	pflag.Value
	name  string
	words []string
}

func (v wordValue) Set(text string) error {
	if !slices.Contains(v.words, text) {
		return config.Refuse("--"+v.name, text, v.words)
	}
	return v.Value.Set(text)
}

// oneOf adds a flag for one of a few words that no tag can list; the first is the
// default.
func oneOf(c *cobra.Command, value *string, name, usage string, words ...string) {
	c.Flags().StringVar(value, name, words[0], usage)
	f := c.Flags().Lookup(name)
	f.Value = wordValue{f.Value, name, words}
	completeFlag(c, name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// formats adds --format; without words it chooses between text and JSON.
func (a *app) formats(c *cobra.Command, words ...string) {
	if words == nil {
		words = []string{"text", "json"}
	}
	last := len(words) - 1
	var format string
	oneOf(c, &format, "format", strings.Join(words[:last], ", ")+" or "+words[last], words...)
	c.PreRun = func(*cobra.Command, []string) { a.format = format } // only the command that runs sets it
}

func addKeep(c *cobra.Command, keep *bool) {
	c.Flags().BoolVar(keep, "keep", false, "keep the scratch folders of programs, and print their paths")
}

// flagError words the errors of flags: a value that is refused says so itself, and an
// unknown flag may be similar to a known one.
func flagError(c *cobra.Command, err error) error {
	var refused *config.Refused
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var value *pflag.InvalidValueError
	var syntax *pflag.InvalidSyntaxError
	switch {
	case errors.As(err, &refused):
		return refused
	case errors.As(err, &unknown):
		return unknownFlag(c, unknown)
	case errors.As(err, &bare) && bare.GetSpecifiedShortnames() != "":
		return fmt.Errorf("-%s needs a value", bare.GetSpecifiedShortnames())
	case errors.As(err, &bare):
		return fmt.Errorf("--%s needs a value", bare.GetSpecifiedName())
	case errors.As(err, &value):
		return fmt.Errorf("--%s %q: %w", value.GetFlag().Name, value.GetValue(), value.Unwrap())
	case errors.As(err, &syntax):
		return fmt.Errorf("%s is no flag", syntax.GetSpecifiedFlag())
	}
	return err
}

// refuseIdle refuses flags that were given but have no effect; where says when they do.
func refuseIdle(c *cobra.Command, where string, names ...string) error {
	for _, name := range names {
		if c.Flags().Changed(name) {
			return badInput(fmt.Errorf("--%s would do nothing (it counts %s)", name, where), "leave it out")
		}
	}
	return nil
}

// outFile checks, before the work begins, that a flag's file can be written. A
// flag that was not given is fine.
func outFile(c *cobra.Command, name string) error {
	path, err := outPath(c, name)
	if err != nil || path == "" {
		return err
	}
	return creatable("--"+name, path)
}

// outFolder does the same for a folder, which may not exist yet.
func outFolder(c *cobra.Command, name string) error {
	path, err := outPath(c, name)
	if err != nil || path == "" {
		return err
	}
	return folderFits("--"+name, path)
}

// folderFits checks that a folder is there or can be made: no part of its path is
// a file.
func folderFits(what, path string) error {
	for dir := path; ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		switch {
		case err == nil && !info.IsDir():
			return badInput(fmt.Errorf("%s %q: %q is a file", what, path, dir), "name a folder")
		case err == nil || dir == filepath.Dir(dir):
			return nil
		}
	}
}

// outPath refuses an empty name, which was perhaps a variable of the shell.
func outPath(c *cobra.Command, name string) (string, error) {
	flag := c.Flags().Lookup(name)
	path := flag.Value.String()
	if flag.Changed && path == "" {
		return "", badInput(fmt.Errorf("--%s is empty", name), "give it a name, or leave it out")
	}
	return path, nil
}

// creatable checks, before the work begins, that a file can be written.
func creatable(flag, path string) error {
	file, stream, err := files.Destination(path)
	switch {
	case errors.Is(err, syscall.EISDIR):
		return badInput(fmt.Errorf("%s %q is a folder", flag, path), "name a file")
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return badInput(fmt.Errorf("%s: %w", flag, err), "the folder has to exist")
	case err != nil:
		return badInput(fmt.Errorf("%s: %w", flag, err), "name a file, or a pipe or a device such as /dev/stdout")
	case stream:
		return nil
	}
	probe, err := os.CreateTemp(filepath.Dir(file), ".evolve-*")
	switch {
	case err == nil:
		return errors.Join(probe.Close(), os.Remove(probe.Name()))
	case isUnwritable(err):
		return badInput(fmt.Errorf("%s %q: no file can be made in its folder", flag, path), "name a file in a folder that can be written to")
	}
	return nil // such as a full disk: writing says so
}

// isUnwritable reports whether nothing can be made at a place that the user named.
func isUnwritable(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}
