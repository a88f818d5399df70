package cli

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"evolab/agent"
	"evolab/host"
)

// Main runs the command line of this process with more games than the lab's, and
// ends the process.
func Main(more ...agent.Game) {
	host.Warden()
	os.Exit(runProcess(app{games: append(agent.Games(), more...)}))
}

// runProcess runs the command line of this process. Its context ends at the first
// Ctrl-C, or when the terminal is closed, unless that is ignored, as nohup has it. A
// second one then ends the program at once.
func runProcess(a app) int {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	defer stop()
	context.AfterFunc(ctx, stop)
	a.in, a.out, a.err = os.Stdin, os.Stdout, os.Stderr
	return run(ctx, os.Args[1:], a)
}

// Run runs one command with more games than the lab's, and returns the exit code.
func Run(ctx context.Context, args []string, in io.Reader, out, messages io.Writer, more ...agent.Game) int {
	return run(ctx, args, app{in: in, out: out, err: messages, games: append(agent.Games(), more...)})
}
