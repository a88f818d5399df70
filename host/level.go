package host

import (
	"fmt"
	"strings"
)

// Level is how firmly programs are held.
type Level int

// The levels, the weakest first. Each holds what those before it do.
const (
	// None bounds the wall time, and ends the program's process group where there is one.
	None Level = iota
	// Limits are of resources: the program is otherwise what any program of the user is.
	Limited
	// Isolated has namespaces of its own, a filter of system calls, and sees no
	// files but its own and what it needs to run.
	Isolated
	// Full is Isolated, with another user than the lab's and CPU time counted by
	// control groups.
	Full
)

var levelNames = []string{"none", "limits", "isolated", "full"}

func (l Level) String() string { return levelNames[l] }

// ParseLevel reads a level's name.
func ParseLevel(name string) (Level, error) {
	for i, n := range levelNames {
		if n == name {
			return Level(i), nil
		}
	}
	return None, fmt.Errorf("host: level of confinement %q (allowed: %s)", name, strings.Join(levelNames, ", "))
}

// Confinement is how programs are held on this machine.
type Confinement struct {
	Level Level
	// Detail says by what, for people.
	Detail string
	Rows   []Row
}

func (c Confinement) String() string { return c.Level.String() + " (" + c.Detail + ")" }

// Row is one thing that a machine can enforce or not.
type Row struct {
	What  string `json:"what"`
	Holds bool   `json:"holds"`
	By    string `json:"by"`            // what enforces it, or why nothing does
	How   string `json:"how,omitempty"` // to get it
}

// Weak is the error of a machine that cannot hold programs as firmly as was asked.
type Weak struct {
	Has    Confinement
	Wanted Level
}

func (w *Weak) Error() string {
	return fmt.Sprintf("host: programs can be confined at level %v here, not %s", w.Has, w.Wanted)
}

// Require fails unless programs are held at the level or above.
func Require(l Level) error {
	if has := Confined(); has.Level < l {
		return &Weak{has, l}
	}
	return nil
}
