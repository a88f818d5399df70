//go:build unix && !linux

package host

// Only Linux tells, and is made to starve a program in tests.
func delaysKnown() bool { return false }

func sitDown() {}

func become() {}
