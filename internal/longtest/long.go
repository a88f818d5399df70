// Package longtest has the flag -long of all tests: it adds checks that take too long to
// run after each change.
//
//	go test ./game/littlego -long
package longtest

import "flag"

var long = flag.Bool("long", false, "also run the checks that take long; each package's tests say which")

// Enabled reports whether tests shall take long.
func Enabled() bool { return *long }
