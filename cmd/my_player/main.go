// Command my_player is the agent that is handed in: it plays one ply of
// Little-Go, Checkers or Halma by the course's files. It reads input.txt in the working
// directory, writes a legal move to output.txt at once, and replaces it by
// better ones as it finds them. The file my_player_ply.txt carries the ply
// count, which input.txt lacks, to the next ply.
//
// Read run.go (one ply), files.go (reading and replacing files), think.go (the
// search) and timed.go (the games whose input tells the time).
//
// The exit code is 0, or 2 when input.txt is missing or malformed: then the
// reason is on standard error, and the answer is PASS, which is always legal.
// It is 1 when something else failed, such as writing output.txt. Warnings go
// to standard error too.
//
// Besides the standard library the command links nothing but the game, its
// features and frozen weights, the search and the file protocol.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"time"
)

// Exit codes.
const (
	done     = 0
	failed   = 1
	badInput = 2
)

func main() {
	budget, code := parseFlags(os.Args[1:], os.Stderr)
	if budget > 0 {
		code = run(".", budget, os.Stderr)
	}
	os.Exit(code)
}

// parseFlags returns the CPU time for the ply, or 0 and the exit code.
func parseFlags(args []string, stderr io.Writer) (time.Duration, int) {
	const longest = 3600
	flags := flag.NewFlagSet("my_player", flag.ContinueOnError)
	flags.SetOutput(stderr)
	seconds := flags.Float64("time", 2, "CPU `seconds` for the ply, of the whole process")
	if err := flags.Parse(args); err == flag.ErrHelp {
		return 0, done
	} else if err != nil {
		return 0, badInput
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "my_player: unexpected argument %q (expected: only -time)\n", flags.Arg(0))
		return 0, badInput
	}
	if !(*seconds >= 0.001 && *seconds <= longest) {
		fmt.Fprintf(stderr, "my_player: -time %v (allowed: 0.001..%d)\n", *seconds, longest)
		return 0, badInput
	}
	return time.Duration(*seconds * float64(time.Second)), done
}
