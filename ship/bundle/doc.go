// Package bundle makes what is handed in: the source of a game's program with
// its weights inside, and a README that says where it goes.
//
// Read targets.go (what each game's course wants), bundle.go (the files), then
// overlay.go (the weights as Go), source.go (the translation), head.go and
// readme.go (the words around it).
package bundle
