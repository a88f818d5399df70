package class

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"evolab/host"
	"evolab/internal/files"
	"evolab/internal/provenance"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
)

// evidenceFile says by what a class was graded, for disputes.
const evidenceFile = "evidence.json"

// Evidence is by what a class was graded: what a second opinion has to repeat.
type Evidence struct {
	Schema   int       `json:"schema"`
	Machines []Machine `json:"machines"` // several if the class was graded in parts
}

// Machine is one that graded, with the tools that it used.
type Machine struct {
	Evolab      string   `json:"evolab"` // version and commit
	System      string   `json:"system"`
	Processor   string   `json:"processor,omitempty"` // "" if the system does not say
	Confinement string   `json:"confinement"`         // of programs
	Tools       []string `json:"tools"`               // compilers and interpreters, with versions
}

// here is this machine, without its tools.
func (c *Class) here() Machine {
	return Machine{
		Evolab: provenance.Program(), System: runtime.GOOS + "/" + runtime.GOARCH + ", " + quantity.Of(runtime.NumCPU(), "core"),
		Processor: processor(), Confinement: c.Confinement, Tools: []string{},
	}
}

// processor is what Linux calls the processor; "" elsewhere.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if key, value, _ := strings.Cut(line, ":"); strings.TrimSpace(key) == "model name" {
			return untrusted.Line(strings.TrimSpace(value), maxName)
		}
	}
	return ""
}

// collectEvidence adds this machine and the tools that it has used to what the results
// folder says.
func (c *Class) collectEvidence(ctx context.Context) error {
	me := c.here()
	empty, lock, err := host.TempDir("versions")
	if err != nil {
		return err
	}
	defer func() {
		_ = host.Remove(empty) // after an error the next command removes it
		_ = lock.Close()
	}()
	seen := map[[2]string]bool{}
	for _, s := range c.Submissions {
		if s.tools == nil || seen[[2]string{s.tools.Compile, s.tools.Run}] {
			continue
		}
		seen[[2]string{s.tools.Compile, s.tools.Run}] = true
		list, err := s.tools.Versions(ctx, empty)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			me.Tools = append(me.Tools, s.tools.Name+", which did not say its version")
		}
		for _, v := range list {
			me.Tools = append(me.Tools, untrusted.Line(v, 2*maxName))
		}
	}
	if err := c.loadEvidence(); err != nil {
		return err
	}
	c.Evidence.add(me)
	data, err := json.MarshalIndent(&c.Evidence, "", "  ")
	if err != nil {
		return err
	}
	c.write(evidenceFile, append(data, '\n'))
	return c.flush()
}

// loadEvidence reads what the results folder says; nothing in an earlier version's.
func (c *Class) loadEvidence() error {
	c.Evidence = Evidence{Schema: 1}
	if n, err := c.seal.Covered(evidenceFile); err != nil || n == 0 {
		return err
	}
	data, err := os.ReadFile(filepath.Join(c.Out, evidenceFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = files.DecodeJSON(data, &c.Evidence)
	}
	return err
}

// add enters a machine, or its tools if it is there already. One that used none has only
// summed up what others have graded.
func (e *Evidence) add(me Machine) {
	at := slices.IndexFunc(e.Machines, func(m Machine) bool {
		return m.Evolab == me.Evolab && m.System == me.System && m.Processor == me.Processor && m.Confinement == me.Confinement
	})
	if at < 0 {
		if len(me.Tools) == 0 && len(e.Machines) > 0 {
			return
		}
		at, e.Machines = len(e.Machines), append(e.Machines, Machine{me.Evolab, me.System, me.Processor, me.Confinement, []string{}})
	}
	m := &e.Machines[at]
	m.Tools = append(m.Tools, me.Tools...)
	slices.Sort(m.Tools)
	m.Tools = slices.Compact(m.Tools)
}
