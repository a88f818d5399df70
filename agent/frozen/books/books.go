// Package books holds the proven openings that `evolve solve --book` writes. An
// agent that is handed in reads the same file from its folder.
package books

import (
	_ "embed"
	"sync"

	"evolab/search/littlego"
)

//go:embed littlego-book.txt
var littlegoText string

// LittlegoText is the file's text, for agents that are handed in.
func LittlegoText() string { return littlegoText }

// Littlego is Black's book for Little-Go.
var Littlego = sync.OnceValue(func() littlego.Book {
	b, err := littlego.OpenBook(littlegoText)
	if err != nil {
		panic(err) // a test reads all of it
	}
	return b
})
