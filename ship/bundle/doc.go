// Package bundle makes the files to hand in: the source of a game's program with
// its weights inside, and a README that says how to use it.
//
// Read targets.go (what each game's course wants), bundle.go (the files),
// overlay.go (the weights as Go), source.go (the translation), then head.go and
// readme.go (the head of the source and the README).
package bundle
