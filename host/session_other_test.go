//go:build unix && !linux

package host

// delaysKnown is false: only Linux reports waits for a core, so only its tests starve a
// program.
func delaysKnown() bool { return false }

func sitDown() {}

func become() {}
