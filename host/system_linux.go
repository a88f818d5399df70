package host

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"evolab/host/cage"
)

// Confined returns how programs are confined on this machine; it runs one to find
// out.
func Confined() Confinement {
	f := strongest()
	if f.way == nil {
		return Confinement{None, "no program can be run: " + errors.Join(f.why...).Error(), nil}
	}
	c := Confinement{Isolated, f.way.words() + "; CPU time " + f.counting(), f.rows()}
	switch {
	case !f.way.kind.Spaces:
		c.Level = Limited
	case f.way.kind.Other && f.held.Groups != "":
		c.Level = Full
	}
	return c
}

// words says what confines a program.
func (w *way) words() string {
	who := "the lab's user"
	if w.kind.Other {
		who = "a user of its own"
	}
	if w.kind.Spaces {
		return "namespaces, " + who
	}
	text := "no namespaces, " + who
	if cage.Landlock() > 0 {
		return text + ", landlock"
	}
	return text + ": a program can write what the user can"
}

func (f *found) counting() string {
	switch {
	case f.held.Groups != "":
		return "by " + f.held.Groups
	case f.held.Clock:
		return "by a perf event"
	}
	return "by sampling /proc, which misses short processes"
}

const (
	askForSpaces = "allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0, user.max_user_namespaces above 0), or run as root outside of a container, or in one with --privileged"
	askForGroups = "systemd-run --user --scope -p Delegate=yes evolve ..., or run as root"
)

func (f *found) rows() []Row {
	w, h := f.way, f.held
	const withSignals = 6 // the first version of landlock that keeps signals inside
	because := "not allowed here"
	if len(f.why) > 0 {
		because = lastLine(f.why[0].Error())
	}
	files, network, signals, who := "landlock", "seccomp", "landlock", fmt.Sprintf("the lab's user, %d", os.Geteuid())
	if w.kind.Spaces {
		files, network, signals, who = "mounts", "an empty network namespace", "namespaces", "the lab's user, in a user namespace of its own"
	} else if w.kind.Other {
		signals = "another user"
	}
	return []Row{
		row("namespaces of its own (processes, files, network, IPC, names, groups)", w.kind.Spaces, "the kernel", because, askForSpaces),
		row("files: its own folder, interpreters and libraries, nothing else", w.kind.Spaces || h.Landlock > 0, files, "neither namespaces nor landlock", askForSpaces),
		row("another user than the lab's", w.kind.Other, fmt.Sprintf("user %d", h.UID), who, "a range in /etc/subuid and /etc/subgid with newuidmap (package uidmap), or run as root"),
		row("no network, no sockets of others", true, network, "", ""),
		row("system calls filtered, no new privileges", true, "seccomp", "", ""),
		row("signals stay inside", w.kind.Spaces || w.kind.Other || h.Landlock >= withSignals, signals, "neither namespaces nor landlock 6", "Linux 6.12 with landlock, or "+askForSpaces),
		row("CPU time of all processes counted", h.Groups != "" || h.Clock, strings.TrimPrefix(f.counting(), "by "), "sampling /proc, which misses short processes", "sysctl kernel.perf_event_paranoid=2, or "+askForGroups),
		row("control groups", h.Groups != "", h.Groups, "none can be made below this process's own", askForGroups),
		row("memory bounded by the kernel", h.Memory, h.Groups, "sampling /proc; memory that this misses is forbidden", askForGroups),
		row("disk bounded by the kernel", w.kind.Spaces, "tmpfs", "checks of the scratch folder", askForSpaces),
		row("waits for a core do not count as the program's time", delaysKnown(), "schedstat", "this kernel does not report them: a program that exceeds its wall time has a void game", ""),
	}
}

func row(what string, holds bool, by, instead, how string) Row {
	if holds {
		return Row{What: what, Holds: true, By: by}
	}
	return Row{What: what, By: instead, How: how}
}
