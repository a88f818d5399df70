// Command my_player is the agent that is handed in: it plays one ply of
// Little-Go, Checkers or Halma by the course's files in the working directory.
// Package player says how, and which files it keeps beside them.
//
// The exit code is 0, or 2 when input.txt is missing or malformed: then the
// reason is on standard error, and the answer to what is not an input of
// another game is PASS, always legal in Little-Go. It is 1 when something else
// failed, such as writing output.txt. Warnings go to standard error too.
//
// Besides the standard library the command links nothing but the games, their
// features and frozen weights, the search and the file protocols.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"evolab/ship/player"
)

func main() {
	// The process is short, and a collection would take CPU time on all cores.
	debug.SetGCPercent(-1)
	budget, code := parseFlags(os.Args[1:], os.Stderr)
	if budget > 0 {
		var notes []string
		code, notes = player.Answer(".", budget)
		for _, note := range notes {
			fmt.Fprintln(os.Stderr, self()+":", note)
		}
	}
	os.Exit(code)
}

// self is the name under which the program was started: a copy that is handed in
// may have another one.
func self() string { return strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") }

// parseFlags returns the CPU time for a ply of Little-Go, or 0 and the exit
// code.
func parseFlags(args []string, stderr io.Writer) (time.Duration, int) {
	const longest = 3600
	flags := flag.NewFlagSet(self(), flag.ContinueOnError)
	flags.SetOutput(stderr)
	seconds := flags.Float64("time", 2, "CPU `seconds` for a ply of Little-Go, of the whole process; the other games' input.txt tells the time")
	if err := flags.Parse(args); err == flag.ErrHelp {
		return 0, player.Done
	} else if err != nil {
		return 0, player.BadInput
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "%s: unexpected argument %q (expected: only -time)\n", self(), flags.Arg(0))
		return 0, player.BadInput
	}
	if !(*seconds >= 0.001 && *seconds <= longest) {
		fmt.Fprintf(stderr, "%s: -time %v (allowed: 0.001..%d)\n", self(), *seconds, longest)
		return 0, player.BadInput
	}
	return time.Duration(*seconds * float64(time.Second)), player.Done
}
