package bundle

import (
	"fmt"

	"evolab/features"
)

// Order is what is to be shipped.
type Order struct {
	Game, Lang string
	Weights    features.Weights
	Numbers    features.Numbers // of the weights
	Features   []features.Feature
	// Variant is the board's size, where the game has several; "" is the usual
	// one.
	Variant string
	// Book adds the file of proven openings, where the game has one.
	Book bool
	// Made says which program made it, From where the weights come from.
	Made, From string
}

// File is a file to be handed in.
type File struct {
	Name    string
	Content []byte
}

// MaxBytes is more than any source may have.
const MaxBytes = 1 << 20

// Files makes all files, the program's source first.
func Files(o *Order) ([]File, error) {
	t, err := find(o.Game, o.Lang)
	if err != nil {
		return nil, err
	}
	text, err := o.source(&t, "Run", t.names[o.Lang])
	if err != nil {
		return nil, err
	}
	files := []File{{t.names[o.Lang], []byte(text)}}
	if t.calibrate {
		name := "calibrate" + extensions[o.Lang]
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
		files = append(files, File{t.bookName, []byte(t.book())})
	}
	return append(files, File{"README.txt", []byte(o.readme(&t))}), nil
}
