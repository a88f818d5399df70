package host

import "testing"

// A link of a program's folder may lead to what is in the folder, and nowhere else,
// whatever other links are on its way.
func TestLinkStays(t *testing.T) {
	for _, c := range []struct {
		name, to string
		stays    bool
	}{
		{"weights", "weights.txt", true},
		{"weights", "./data/weights.txt", true},
		{"data/weights", "../weights.txt", true},
		{"data/old/weights", "../../weights.txt", true},
		{"here", ".", true},
		{"data/all", "..", true},
		{"weights", "/etc/passwd", false},
		{"weights", "..", false},
		{"weights", "../neighbour/weights.txt", false},
		{"data/weights", "../../neighbour/weights.txt", false},
		{"weights", "here/../neighbour/weights.txt", false}, // "here" may lead to the folder itself
		{"data/weights", "../here/../neighbour", false},
	} {
		if got := LinkStays(c.name, c.to); got != c.stays {
			t.Errorf("%s -> %s: %v, want %v", c.name, c.to, got, c.stays)
		}
	}
}
