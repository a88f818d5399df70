package plots

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"slices"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"

	"evolab/internal/untrusted"
)

// encode returns the bytes of a figure in the format of a file extension.
func encode(f *Figure, extension string, s Style) ([]byte, error) {
	l, err := f.lay(s)
	if err != nil {
		return nil, err
	}
	w, h := l.width, l.height
	var c vg.CanvasWriterTo
	switch extension {
	case ".svg":
		c = vgsvg.New(w, h)
	case ".png":
		c = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(s.dots()))}
	case ".pdf":
		undatedPDF()
		c = vgpdf.New(w, h)
	default:
		return nil, fmt.Errorf("format %q (allowed: .svg, .png, .pdf)", extension)
	}
	f.draw(draw.NewCanvas(c, w, h), l)
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, err
	}
	if extension == ".svg" {
		// Readers that lack the font of the layout need one with the same widths.
		fonts := []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;")
		svg := f.described(bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans;"), fonts))
		return []byte(untrusted.Text(string(svg))), nil // names are other people's texts
	}
	return b.Bytes(), nil
}

// described puts title and description where screen readers look for them,
// which the library cannot.
func (f *Figure) described(svg []byte) []byte {
	var text bytes.Buffer
	text.WriteString(`<svg role="img"`)
	open := bytes.Index(svg, []byte("<svg"))
	end := open + bytes.IndexByte(svg[open:], '>') + 1
	text.Write(svg[open+len("<svg") : end])
	for _, part := range [][2]string{{"title", f.title}, {"desc", f.about}} {
		fmt.Fprintf(&text, "\n<%s>", part[0])
		_ = xml.EscapeText(&text, []byte(part[1])) // a buffer takes everything
		fmt.Fprintf(&text, "</%s>", part[0])
	}
	return slices.Concat(svg[:open], text.Bytes(), svg[end:])
}

// undatedPDF makes PDF files depend on the figure alone. The library that vgpdf
// writes them with uses the clock and the order of its maps unless its process-wide
// defaults say otherwise.
var undatedPDF = sync.OnceFunc(func() {
	fixed := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	fpdf.SetDefaultCreationDate(fixed)
	fpdf.SetDefaultModificationDate(fixed)
	fpdf.SetDefaultCatalogSort(true)
})
