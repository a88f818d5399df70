package cage

import (
	"errors"
	"os"
)

// Groups are the control groups of a supervisor.
type Groups struct {
	groups  *groups
	entries []*os.File // of version 1, open
	kills   int64      // seen so far
}

// NewGroups makes control groups below this process's own; an error says that
// none can be made that count CPU time.
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

// Bound sets what may be taken at a time.
func (g *Groups) Bound(b Bounds) {
	if g != nil {
		g.groups.bound(b)
	}
}

// MemoryCounted reports whether the kernel bounds the memory of a program as a
// whole, whatever kind it is of.
func (g *Groups) MemoryCounted() bool { return g != nil && g.groups.memory }

// died reports whether more processes than before have died for want of memory.
func (g *Groups) died() bool {
	now := g.groups.kills()
	more := now > g.kills
	g.kills = now
	return more
}

// Kill ends what is in the groups, at once, if the kernel can.
func (g *Groups) Kill() bool { return g != nil && g.groups.kill() }

func (g *Groups) String() string {
	if g == nil {
		return "none"
	}
	return g.groups.String()
}

// Close removes the groups; nothing runs in them any more.
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
