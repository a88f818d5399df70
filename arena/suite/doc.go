// Package suite makes and reads suites: positions with proven values in which the
// move matters, because at most half of the legal moves keep the value. Training
// and reporting never share a position, nor a mirror image, whatever the seeds.
//
// Read class.go (which part a position belongs to), make.go (how positions are
// found), text.go (the file) and check.go (its check by the rules).
package suite
