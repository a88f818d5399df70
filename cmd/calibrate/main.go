// Command calibrate measures how fast the shipped agent's search is on this
// machine and writes that to calibration.txt in the working directory, where
// my_player looks for it. It takes a few seconds of CPU time and is run once
// before any game; without it my_player plays all the same.
//
// The exit code is 0, 1 if the file cannot be written, or 2 for bad arguments.
//
// Read main.go, then measure.go.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"evolab/agent"
	"evolab/protocol/calibration"
	"evolab/ship/player"
)

// Exit codes.
const (
	done     = 0
	failed   = 1
	badInput = 2
)

func main() {
	debug.SetGCPercent(-1) // as in my_player
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("calibrate", flag.ContinueOnError)
	flags.SetOutput(stderr)
	seconds := flags.Float64("time", 2.5, "CPU `seconds` for all games together")
	if err := flags.Parse(args); err == flag.ErrHelp {
		return done
	} else if err != nil {
		return badInput
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "calibrate: unexpected argument %q (expected: only -time)\n", flags.Arg(0))
		return badInput
	}
	if !(*seconds >= 0.05 && *seconds <= 60) {
		fmt.Fprintf(stderr, "calibrate: -time %v (allowed: 0.05..60)\n", *seconds)
		return badInput
	}
	speeds, err := measure(agent.Games(), time.Duration(*seconds*float64(time.Second)))
	if err == nil {
		err = player.ReplaceFile(calibration.Name, speeds.Append(nil))
	}
	if err != nil {
		fmt.Fprintf(stderr, "calibrate: %s: %v\n", calibration.Name, err)
		return failed
	}
	for _, speed := range speeds.All() {
		fmt.Fprintf(stdout, "%-9s %9d nodes per second of CPU time\n", speed.Game, speed.Nodes)
	}
	return done
}
