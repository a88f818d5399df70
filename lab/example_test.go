package lab_test

import (
	"context"
	"os"
	"strings"

	"evolab/agent/nimtest"
	"evolab/lab"
)

// A main function is this one line: "go run . games" then lists nim, too.
func ExampleMain() {
	lab.Main(nimtest.Game())
}

// The legal moves with 2 counters left, for side b.
func ExampleRun() {
	lab.Run(context.Background(), []string{"legal", "--game", "nim", "--position", "2 b"}, strings.NewReader(""), os.Stdout, os.Stderr, nimtest.Game())
	// Output: 1  2
}
