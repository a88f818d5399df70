// Package report writes what a run came to: one HTML file that needs nothing
// else, or Markdown with its figures for people who write their own.
//
// Read run.go (what is read of a run), weights.go, board.go and replay.go (what
// is made of it), page.go (one run), overlay.go (several) and markdown.go. The
// looks are in page.html, page.css and page.js.
package report
