// Package report writes a report about runs: one HTML file that needs nothing else,
// or Markdown with its figures for people who write their own.
//
// Read run.go (the data of a run), weights.go, board.go, replay.go and ablation.go
// (parts of it), page.go (one run), overlay.go (several) and markdown.go. The
// templates are page.html, page.css, page.js and page.md.
package report
