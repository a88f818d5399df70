package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/spf13/cobra"

	"evolab/agent"
	"evolab/host"
)

// confineFlags are the settings of commands that run programs.
type confineFlags struct {
	grants  host.Grants
	require string
	once    sync.Once
	err     error
}

func (f *confineFlags) add(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.grants.Mounts, "mount", nil, "a folder that programs may read (on Linux they see only their own, interpreters and libraries); may be repeated")
	c.Flags().StringArrayVar(&f.grants.Env, "pass-env", nil, "a variable of the environment that programs get, as NAME or NAME=VALUE; may be repeated")
	addRequire(c, &f.require)
}

func addRequire(c *cobra.Command, require *string) {
	c.Flags().StringVar(require, "require-confinement", "", "refuse to run programs that are held less firmly: full, isolated, limits or none (evolve doctor --system)")
}

// programs says once how programs are held, before the first one runs, and
// refuses to go on if that is not firm enough.
func (f *confineFlags) programs(a *app) agent.Programs {
	return agent.Programs{Grants: f.grants, Opening: func() error {
		f.once.Do(func() {
			if f.err = required(f.require); f.err == nil {
				fmt.Fprintf(a.err, "programs are confined at level %v\n", host.Confined())
			}
		})
		return f.err
	}}
}

// required fails below a level; "" is none.
func required(name string) error {
	if name == "" {
		return nil
	}
	level, err := host.ParseLevel(name)
	if err != nil {
		return badInput(err, "evolve doctor --system lists what this machine can enforce")
	}
	var weak *host.Weak
	if err = host.Require(level); errors.As(err, &weak) {
		return &exitError{exitFailed, err, "evolve doctor --system tells how to get more"}
	}
	return err
}

// doctorSystem prints what this machine can enforce, row by row.
func (a *app) doctorSystem(require string) error {
	has := host.Confined()
	if a.json() {
		if err := json.NewEncoder(a.out).Encode(map[string]any{"level": has.Level.String(), "detail": has.Detail, "rows": has.Rows}); err != nil {
			return err
		}
		return required(require)
	}
	fmt.Fprintf(a.out, "programs are confined at level %v\n", has)
	for _, r := range has.Rows {
		word := "ok"
		if !r.Holds {
			word = "missing"
		}
		fmt.Fprintf(a.out, "%-8s %s: %s\n", word, r.What, r.By)
		if r.How != "" {
			fmt.Fprintf(a.out, "%-8s   to get it: %s\n", "", r.How)
		}
	}
	return required(require)
}
