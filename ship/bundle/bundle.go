package bundle

import (
	"errors"
	"fmt"

	"evolab/features"
)

// Order says what to ship.
type Order struct {
	Game, Lang string
	Weights    features.Weights
	Numbers    features.Numbers // of the weights
	Features   []features.Feature
	// Variant is the board's size in a game that has several; "" is the usual one.
	Variant string
	// Depth and EndgameDepth are how far the program looks ahead in the two phases of
	// its weights; 0: as far as the clock allows.
	Depth, EndgameDepth int
	// Book adds the file of openings, if the game has one.
	Book bool
	// Made names the program that ships, From the source of the weights.
	Made, From string
}

// File is a file to hand in.
type File struct {
	Name    string
	Content []byte
}

// MaxBytes is the size that no source may exceed.
const MaxBytes = 1 << 20

// ErrSize means that a source is larger than MaxBytes.
var ErrSize = errors.New("ship: the program would be too large")

// Files returns all files, the program's source first.
func Files(o *Order) ([]File, error) {
	t, err := find(o.Game, o.Lang)
	if err != nil {
		return nil, err
	}
	name := t.program(o.Lang)
	text, err := o.source(&t, "Run", name)
	if err != nil {
		return nil, err
	}
	files := []File{{name, []byte(text)}}
	if name := t.second(o.Lang); name != "" {
		text, err := o.source(&t, "Calibrate", name)
		if err != nil {
			return nil, err
		}
		files = append(files, File{name, []byte(text)})
	}
	if o.Book {
		if t.book == nil {
			return nil, fmt.Errorf("%w: %s", ErrBook, o.Game)
		}
		files = append(files, File{t.Book, []byte(t.book())})
	}
	for _, f := range files {
		if len(f.Content) > MaxBytes {
			return nil, fmt.Errorf("%w: %s has %d bytes (allowed: %d); take patterns of fewer cells, or fewer phases", ErrSize, f.Name, len(f.Content), MaxBytes)
		}
	}
	return append(files, File{"README.txt", []byte(o.readme(&t))}), nil
}
