// Package ablation measures what each feature is worth to an evaluation: an
// agent plays against itself without one of its features, or shapes of patterns, at a time.
//
// Read ablation.go (the matches), then feature.go (which features take part).
package ablation
