// Package program is what the shipped programs of the games below it have in
// common. They are translated into other languages, so they keep to the plain
// subset of Go; each one is the main package of a program, without its name.
package program

import (
	"strconv"
	"time"

	"evolab/agent/frozen"
	"evolab/features"
	"evolab/game"
	"evolab/search/decide"
	"evolab/ship/player"
	"evolab/ship/player/probe"
	"evolab/ship/player/program/self"
	"evolab/ship/player/system"
)

// Probe is the argument with which a program answers probes instead of playing.
const Probe = "probe"

// Probes answers the probes of standard input. It returns the exit code.
func Probes[S comparable, P game.Position[S], K decide.Knower[S]](start *S, set features.Set[S], knows K) int {
	eval, err := frozen.Evaluation(set)
	if err != nil {
		return player.Failed
	}
	system.Print(probe.Answer[S, P](start, &eval, knows, system.Input()))
	return player.Done
}

// Budget is the CPU time for a ply that the arguments give, as in -time 0.5, 0
// without arguments; ok is false when they are something else.
func Budget() (budget time.Duration, ok bool) {
	if system.Argument(1) == "" {
		return 0, true
	}
	const longest = 3600
	seconds, err := strconv.ParseFloat(system.Argument(2), 64)
	if err != nil || system.Argument(1) != "-time" || !(seconds >= 0.001 && seconds <= longest) {
		Warn("unexpected arguments (expected: none, or -time and the CPU seconds for the ply, 0.001 to 3600)")
		return 0, false
	}
	return time.Duration(seconds * 1e9), true
}

// Warn writes a message to standard error, after the program's name.
func Warn(text string) { system.Warn(self.Name + ": " + text) }

// Say writes what is to be said to standard error.
func Say(notes []string) {
	for i := range notes {
		Warn(notes[i])
	}
}

// Run plays a ply in the current folder, or answers probes. It returns the exit
// code.
func Run(play func(dir string) (int, []string), rehearse func(text []byte) []byte) int {
	if system.Argument(1) == Probe {
		system.Print(rehearse(system.Input()))
		return player.Done
	}
	code, notes := play(".")
	Say(notes)
	return code
}
