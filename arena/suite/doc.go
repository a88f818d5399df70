// Package suite makes and reads suites: positions with proven values in which
// it matters what is played, because at most half of the legal moves keep the
// value. What is trained on and what is reported never have a position in
// common, nor one that is another's mirror image, whatever the seeds.
//
// Read class.go (which part a position belongs to), make.go (how positions are
// found) and text.go (the file).
package suite
