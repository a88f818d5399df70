package cage

import (
	"errors"
	"os"
)

// Groups are the control groups of a supervisor.
type Groups struct {
	groups  *groups
	entries []*os.File // the files to enter those of version 1
	kills   int64      // seen so far
}

// NewGroups makes control groups below this process's own. It fails if none of them
// can count CPU time.
func NewGroups(b Bounds) (*Groups, error) {
	made, err := newGroups(b)
	if err != nil {
		return nil, err
	}
	g := &Groups{groups: made}
	for _, path := range made.tasks() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, errors.Join(err, g.Close())
		}
		g.entries = append(g.entries, f)
	}
	return g, nil
}

// Bound sets the limits of the groups.
func (g *Groups) Bound(b Bounds) {
	if g != nil {
		g.groups.bound(b)
	}
}

// MemoryCounted reports whether the kernel bounds all memory of a program, of
// whatever kind.
func (g *Groups) MemoryCounted() bool { return g != nil && g.groups.memory }

// Kill kills everything in the groups at once. It returns false if the kernel cannot.
func (g *Groups) Kill() bool {
	return g != nil && g.groups.unified != "" && write(g.groups.unified, "cgroup.kill", "1")
}

func (g *Groups) String() string {
	if g == nil {
		return "none"
	}
	return g.groups.String()
}

// Close removes the groups. Nothing may run in them any more.
func (g *Groups) Close() error {
	if g == nil {
		return nil
	}
	var err error
	for _, f := range g.entries {
		err = errors.Join(err, f.Close())
	}
	g.groups.remove()
	return err
}
