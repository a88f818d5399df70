// Package compact holds the endings of Checkers with up to four pieces in the form of shipped
// programs. It needs the standard library and the rules alone, as they do. In a program that is
// translated, a package that ship/bundle writes stands in for this one.
package compact

import (
	"bytes"
	_ "embed"
	"sync"

	"evolab/search/checkers"
)

//go:embed checkers-4.txt
var text string

//go:embed checkers-5.txt
var estimator []byte

// Checkers is the endings.
var Checkers = sync.OnceValue(func() *checkers.Compact {
	e := checkers.Unpack(Packed())
	return &e
})

// Packed is their text.
func Packed() checkers.Packed {
	p, err := checkers.ParsePacked(text)
	if err != nil {
		panic(err) // a test reads it
	}
	return p
}

// Estimator estimates positions with a piece more.
var Estimator = sync.OnceValue(func() *checkers.Estimator {
	e := checkers.NewEstimator(EstimatorText())
	e.Unpack()
	return &e
})

// EstimatorText is its text.
func EstimatorText() []byte { return bytes.TrimSuffix(estimator, []byte("\n")) }
