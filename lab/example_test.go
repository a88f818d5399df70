package lab_test

import (
	"evolab/agent/nim"
	"evolab/lab"
)

// A main function is this one line: "go run . games" then lists nim, too.
func ExampleMain() {
	lab.Main(nim.Game())
}
