package host

import (
	"fmt"
	"slices"

	"evolab/internal/config"
)

// Level is how firmly programs are confined.
type Level int

// The levels, the weakest first. Each includes those before it.
const (
	// None limits the wall time, and kills the program's process group if the system
	// has such groups.
	None Level = iota
	// Limited bounds resources. On Linux it adds a system call filter and, if there is, landlock;
	// otherwise the program can do what any program of the user can.
	Limited
	// Isolated adds namespaces: the program sees no files but its own and what it
	// needs to run.
	Isolated
	// Full adds another user than the lab's, and control groups that count CPU time.
	Full
)

var levelNames = []string{"none", "limits", "isolated", "full"}

func (l Level) String() string { return levelNames[l] }

// Levels are the names of the levels, the weakest first.
func Levels() []string { return slices.Clone(levelNames) }

// ParseLevel reads a level's name.
func ParseLevel(name string) (Level, error) {
	for i, n := range levelNames {
		if n == name {
			return Level(i), nil
		}
	}
	return None, config.Refuse("level of confinement", name, levelNames)
}

// Confinement is how programs are confined on this machine.
type Confinement struct {
	Level Level
	// Detail says what confines programs, for people to read.
	Detail     string
	Guarantees []Guarantee
}

func (c Confinement) String() string { return c.Level.String() + " (" + c.Detail + ")" }

// Guarantee is something that this machine can enforce or not.
type Guarantee struct {
	What  string `json:"what"`
	Holds bool   `json:"holds"`
	By    string `json:"by"`            // what enforces it, or why nothing does
	How   string `json:"how,omitempty"` // how to get it
}

// WeakError is the error of a machine that cannot confine programs as firmly as asked.
type WeakError struct {
	Has    Confinement
	Wanted Level
}

func (w *WeakError) Error() string {
	return fmt.Sprintf("programs can be confined at level %v here, not %s", w.Has, w.Wanted)
}

// Require fails unless programs are confined at this level or a higher one.
func Require(l Level) error {
	if has := Confined(); has.Level < l {
		return &WeakError{has, l}
	}
	return nil
}
