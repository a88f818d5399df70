// Package sums keeps checksums of the files in a folder, so that damage is found
// with file and line: a bit that a disk has turned, a line that is gone, a figure
// that somebody has edited. They do not detect forgery: whoever changes a file
// can also change its checksums.
//
// They are in checksums.jsonl, which only grows (note.go). A line is about one
// file. Of a file that is replaced as a whole, it is written before the file: until
// that has its name, the checksums of the contents before it still hold, and so do
// those of all earlier contents. Of a file that grows, it is written after the
// lines are on the disk: what no checksum covers has not been finished, and is no
// damage. What is cut off a growing file is first cut off its checksums. So a
// process can be killed at any moment.
//
// ledger.go reads the checksums, check.go compares. Files without checksums, such
// as those of earlier versions, are not checked.
package sums
