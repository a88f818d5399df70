package positions

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// magic is the first line of a file.
const magic = "evolab positions 1"

// Header is what a file says before its records.
type Header struct {
	Game, Variant string
	// Scale is the score that makes a win e times as likely as a loss. 0: it is
	// unknown, and only the results count.
	Scale float64
	Size  int // bytes of a record
}

// text is the header as it stands in a file: lines of a word and a value, the
// last one empty.
func (h Header) text() string {
	return fmt.Sprintf("%s\ngame %s\nvariant %s\nscale %s\nrecord %d\n\n", magic, h.Game, h.Variant, strconv.FormatFloat(h.Scale, 'g', -1, 64), h.Size)
}

// maxHeader is more than a header needs, in bytes.
const maxHeader = 1024

// parseHeader reads the header that data begins with, and returns its length.
func parseHeader(data []byte) (Header, int, error) {
	text := string(data[:min(len(data), maxHeader)])
	if !strings.HasPrefix(text, magic+"\n") {
		return Header{}, 0, fmt.Errorf("not a file of positions (expected: its first line to be %q)", magic)
	}
	end := strings.Index(text, "\n\n")
	if end < 0 {
		return Header{}, 0, errors.New("a header without an end (expected: an empty line)")
	}
	h := Header{Size: -1}
	for _, line := range strings.Split(text[:end], "\n")[1:] {
		if err := h.set(line); err != nil {
			return Header{}, 0, err
		}
	}
	if h.Game == "" || h.Size < 0 {
		return Header{}, 0, errors.New("a header without game or record")
	}
	return h, end + 2, nil
}

// set reads a line of a header.
func (h *Header) set(line string) error {
	word, value, _ := strings.Cut(line, " ")
	var err error
	switch word {
	case "game":
		h.Game = value
	case "variant":
		h.Variant = value
	case "scale":
		if h.Scale, err = strconv.ParseFloat(value, 64); err == nil && !(h.Scale >= 0 && h.Scale < math.MaxInt32) {
			err = errors.New("out of range")
		}
	case "record":
		if h.Size, err = strconv.Atoi(value); err == nil && h.Size < extra {
			err = errors.New("out of range")
		}
	default:
		err = errors.New("no such line")
	}
	if err != nil {
		return fmt.Errorf("header line %q: %w (expected: game, variant, scale and record)", line, err)
	}
	return nil
}
