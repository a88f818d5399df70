// Package shiptest is what the tests of the translator's stages share.
//
// Read lowered.go (a source as a program of package ir), text.go (such a program
// in words), then examples.go (sources beside what they become).
package shiptest
