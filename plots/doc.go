// Package plots draws the figures of a report: learning curve, win rates,
// weights, claims and heat maps, from plain data, with the same bytes for the
// same data.
//
// Read figure.go (what a figure is, and saving it) and layout.go (its measures),
// then learning.go, winrates.go, weights.go, claims.go, truth.go, heatmap.go and
// overlay.go (one figure each); style.go holds fonts, colours and the bare panel,
// manylines.go curves of which only some are named, key.go and endlabels.go the
// two ways of naming a line, heatscale.go the colours of shares, band.go shaded
// intervals, check.go the checks of the data.
package plots
