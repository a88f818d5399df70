package plots

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot"

	"evolab/internal/untrusted"
)

// outlines replaces the texts of an SVG file by the shapes of their letters, so that a
// figure looks the same on a machine without its font. A font within the file would not do:
// programs other than browsers ignore it, and the pages of evolve serve forbid it. The
// file holds each letter once.
type outlines struct {
	font   *sfnt.Font
	em     fixed.Int26_6 // at this size, lengths are the font's own whole units
	buffer sfnt.Buffer

	seen    map[sfnt.GlyphIndex]bool
	letters bytes.Buffer // as paths, in the order in which they are first used
}

func newOutlines() *outlines {
	f := plot.DefaultTextHandler.Cache().Lookup(sans(10).Font, 10).Face
	return &outlines{font: f, em: fixed.Int26_6(f.UnitsPerEm()), seen: map[sfnt.GlyphIndex]bool{}}
}

// svgText is a text as vgsvg writes it.
var svgText = regexp.MustCompile(`<text x="([^"]+)" y="([^"]+)" transform="scale\(1, -1\)"\s+style="font-family:Liberation Sans;[^"]*font-size:([\d.]+)px(?:;fill:([^";]+))?">([^<]*)</text>`)

// replace returns the file with shapes for texts. A text that has other letters than the
// font, or whose letters do not simply follow each other, is left to the fonts of the reader.
func (o *outlines) replace(svg []byte) ([]byte, error) {
	var b bytes.Buffer
	end := 0
	for _, m := range svgText.FindAllSubmatchIndex(svg, -1) {
		part := func(i int) string { return string(svg[max(m[2*i], 0):max(m[2*i+1], 0)]) }
		b.Write(svg[end:m[0]])
		end = m[1]
		words := html.UnescapeString(part(5))
		if !o.has(words) {
			b.WriteString(strings.Replace(part(0), "Liberation Sans;", "Liberation Sans,Arial,Helvetica,sans-serif;", 1))
			continue
		}
		size, err := strconv.ParseFloat(part(3), 64)
		if err != nil {
			return nil, fmt.Errorf("size of a text: %w", err)
		}
		fmt.Fprintf(&b, `<g transform="scale(1, -1) translate(%s, %s) scale(%v)"`, part(1), part(2), size/float64(o.em))
		if colour := part(4); colour != "" {
			fmt.Fprintf(&b, ` fill=%q`, colour)
		}
		b.WriteString(` aria-label="`)
		_ = xml.EscapeText(&b, []byte(words)) // a buffer takes everything
		b.WriteString(`">`)
		if _, err := o.write(&b, words); err != nil {
			return nil, fmt.Errorf("outlines of %q: %w", words, err)
		}
		b.WriteString("</g>")
	}
	b.Write(svg[end:])
	return b.Bytes(), nil
}

// has reports whether a text can be drawn letter by letter from the left.
func (o *outlines) has(words string) bool {
	return !strings.ContainsFunc(words, func(r rune) bool {
		index, err := o.font.GlyphIndex(&o.buffer, r)
		return err != nil || index == 0 || untrusted.Obeyed(r) || !unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Common)
	})
}

// write places the letters of a text and returns where it ends: as far apart as the
// layout has measured them (font.Face.Width).
func (o *outlines) write(w io.Writer, words string) (x fixed.Int26_6, err error) {
	last := sfnt.GlyphIndex(0)
	for _, r := range words {
		letter, err := o.font.GlyphIndex(&o.buffer, r)
		if err != nil {
			return 0, err
		}
		switch kern, err := o.font.Kern(&o.buffer, last, letter, o.em, font.HintingNone); {
		case last == 0 || errors.Is(err, sfnt.ErrNotFound):
		case err != nil:
			return 0, err
		default:
			x += kern
		}
		shape, err := o.shape(letter)
		if err != nil {
			return 0, err
		}
		if shape {
			fmt.Fprintf(w, `<use xlink:href="#letter%d" x="%d"/>`, letter, x)
		}
		advance, err := o.font.GlyphAdvance(&o.buffer, letter, o.em, font.HintingNone)
		if err != nil {
			return 0, err
		}
		x, last = x+advance, letter
	}
	return x, nil
}

// shape adds a letter to those of the file, and reports whether it has a shape: a blank
// has none.
func (o *outlines) shape(letter sfnt.GlyphIndex) (bool, error) {
	segments, err := o.font.LoadGlyph(&o.buffer, letter, o.em, nil)
	if err != nil || len(segments) == 0 || o.seen[letter] {
		return len(segments) > 0, err
	}
	o.seen[letter] = true
	fmt.Fprintf(&o.letters, `<path id="letter%d" d="`, letter)
	for _, s := range segments {
		verb, points := "MLQC"[s.Op], []int{1, 1, 2, 3}[s.Op]
		o.letters.WriteByte(verb)
		for i, p := range s.Args[:points] {
			if i > 0 {
				o.letters.WriteByte(' ')
			}
			fmt.Fprintf(&o.letters, "%d %d", p.X, p.Y)
		}
	}
	o.letters.WriteString("\"/>\n")
	return true, nil
}
