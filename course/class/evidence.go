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
	Sessions []Session `json:"sessions,omitempty"`
	Players  []Player  `json:"players,omitempty"` // by worker, those of this machine first
}

// Session is what one machine graded in one go.
type Session struct {
	Machine int `json:"machine"` // its index
	From    int `json:"from"`    // the first line of the journal of games that it wrote, from 1
}

// Machine is one that graded, with the tools that it used.
type Machine struct {
	Evolab      string   `json:"evolab"` // version and commit
	System      string   `json:"system"`
	Processor   string   `json:"processor,omitempty"` // "" if the system does not say
	Confinement string   `json:"confinement"`         // of programs
	Tools       []string `json:"tools"`               // compilers and interpreters, with versions
}

// String describes the machine without its tools.
func (m Machine) String() string {
	text := "evolab " + m.Evolab + "; " + m.System
	if m.Processor != "" {
		text += ", " + m.Processor
	}
	return text
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

// openEvidence adds this machine to what the results folder says.
func (c *Class) openEvidence() error {
	if err := c.loadEvidence(); err != nil {
		return err
	}
	return c.addEvidence(c.here())
}

// noteTools adds the tools that a submission was compiled or run with, before its games.
func (c *Class) noteTools(ctx context.Context, s *Submission) error {
	if s.tools == nil || c.tools[[2]string{s.tools.Compile, s.tools.Run}] {
		return nil
	}
	empty, lock, err := host.TempDir("versions")
	if err != nil {
		return err
	}
	defer func() {
		_ = host.Remove(empty) // after an error the next command removes it
		_ = lock.Close()
	}()
	list, err := s.tools.Versions(ctx, empty)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		list = append(list, s.tools.Name+", which did not say its version")
	}
	me := c.here()
	for _, v := range list {
		me.Tools = append(me.Tools, untrusted.Line(v, 2*maxName))
	}
	if c.tools == nil {
		c.tools = map[[2]string]bool{}
	}
	c.tools[[2]string{s.tools.Compile, s.tools.Run}] = true
	return c.addEvidence(me)
}

// addEvidence enters this machine, which writes the journal from here on.
func (c *Class) addEvidence(me Machine) error {
	c.Evidence.begin(c.Evidence.add(me), c.journal.lines)
	return c.writeEvidence()
}

func (c *Class) writeEvidence() error {
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
	data, err := files.Read(filepath.Join(c.Out, evidenceFile), maxTable)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = files.DecodeJSON(data, &c.Evidence)
	}
	return err
}

// add enters a machine, or its tools if it is there already, and returns its index. One
// that used none has only summed up what others have graded: its index is -1.
func (e *Evidence) add(me Machine) (at int) {
	at = slices.IndexFunc(e.Machines, func(m Machine) bool {
		return m.Evolab == me.Evolab && m.System == me.System && m.Processor == me.Processor && m.Confinement == me.Confinement
	})
	if at < 0 {
		if len(me.Tools) == 0 && len(e.Machines) > 0 {
			return -1
		}
		at, e.Machines = len(e.Machines), append(e.Machines, Machine{me.Evolab, me.System, me.Processor, me.Confinement, []string{}})
	}
	m := &e.Machines[at]
	m.Tools = append(m.Tools, me.Tools...)
	slices.Sort(m.Tools)
	m.Tools = slices.Compact(m.Tools)
	return at
}

// begin notes that a machine writes the journal after so many lines. A session without
// games is replaced by the next one.
func (e *Evidence) begin(machine, lines int) {
	if machine < 0 {
		return
	}
	if n := len(e.Sessions); n > 0 && e.Sessions[n-1].From == lines+1 {
		e.Sessions = e.Sessions[:n-1]
	}
	if n := len(e.Sessions); n == 0 || e.Sessions[n-1].Machine != machine {
		e.Sessions = append(e.Sessions, Session{machine, lines + 1})
	}
}
