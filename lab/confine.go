package lab

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"sync"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/host"
)

// confineFlags are the settings of commands that run programs.
type confineFlags struct {
	grants  host.Grants
	require string
	least   string // what is required if the flag says nothing; "" is no level
	once    sync.Once
	err     error
}

func (f *confineFlags) add(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.grants.Mounts, "mount", nil, "a folder that programs may read (on Linux they see only their own, interpreters and libraries); may be repeated")
	c.Flags().StringArrayVar(&f.grants.Env, "pass-env", nil, "an environment variable to pass to programs, as NAME or NAME=VALUE; may be repeated")
	f.addRequire(c)
}

func (f *confineFlags) addRequire(c *cobra.Command) {
	usage := "refuse to run programs confined below this level: full, isolated, limits or none (evolve doctor --system)"
	if f.least != "" {
		usage += " (default " + f.least + ")"
	}
	const name = "require-confinement"
	c.Flags().StringVar(&f.require, name, "", usage)
	flag := c.Flags().Lookup(name)
	flag.Value = wordValue{flag.Value, name, host.Levels()}
}

// programs announces how firmly programs are confined before the first one runs, and
// refuses all of them if that is not firm enough.
func (f *confineFlags) programs(a *app) agent.Programs {
	return agent.Programs{Grants: f.grants, Opening: func() error { return f.opening(a) }}
}

// opening is called before each program.
func (f *confineFlags) opening(a *app) error {
	f.once.Do(func() {
		if f.err = f.mounted(); f.err == nil {
			f.err = f.required(a)
		}
		if f.err == nil {
			a.remark("programs are confined at level %v\n%s\n", a.confined(), agent.WaitNote())
		}
	})
	return f.err
}

// level is the lowest level that is acceptable; "" is no level.
func (f *confineFlags) level() string { return cmp.Or(f.require, f.least) }

// mounted fails if a folder that programs may read is not there.
func (f *confineFlags) mounted() error {
	for _, dir := range f.grants.Mounts {
		info, err := os.Stat(dir)
		if err == nil && !info.IsDir() {
			err = fmt.Errorf("%q is a file", dir)
		}
		if err != nil {
			return badInput(fmt.Errorf("--mount: %w", err), "name a folder that is there")
		}
	}
	return nil
}

// required fails if this machine confines programs less firmly than required.
func (f *confineFlags) required(a *app) error {
	name := f.level()
	if name == "" {
		return nil
	}
	level, err := host.ParseLevel(name)
	if err != nil {
		return badInput(err, "evolve doctor --system lists what this machine can enforce")
	}
	has := a.confined()
	if has.Level >= level {
		return nil
	}
	hint := "evolve doctor --system tells how to get more"
	if f.require == "" {
		hint += fmt.Sprintf("; --require-confinement %s runs them all the same", has.Level)
	}
	return &exitError{exitFailed, &host.WeakError{Has: has, Wanted: level}, hint}
}

func (a *app) confined() host.Confinement {
	if a.confinement != nil {
		return *a.confinement
	}
	return host.Confined()
}

// doctorSystem prints what this machine can enforce, row by row.
func (a *app) doctorSystem(f *confineFlags) error {
	has := a.confined()
	if a.json() {
		if err := json.NewEncoder(a.out).Encode(map[string]any{"level": has.Level.String(), "detail": has.Detail, "rows": has.Guarantees}); err != nil {
			return err
		}
		return f.required(a)
	}
	fmt.Fprintf(a.out, "programs are confined at level %v\n", has)
	for _, r := range has.Guarantees {
		word := "ok"
		if !r.Holds {
			word = "missing"
		}
		fmt.Fprintf(a.out, "%-8s %s: %s\n", word, r.What, r.By)
		if r.How != "" {
			fmt.Fprintf(a.out, "%-8s   to get it: %s\n", "", r.How)
		}
	}
	return f.required(a)
}
