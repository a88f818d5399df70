package plots

import (
	"bytes"
	"fmt"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// dotsPerInch is enough for print.
const dotsPerInch = 200

// encode returns the bytes of a figure in the format of a file extension.
func encode(f *Figure, extension string) ([]byte, error) {
	w, h := f.size()
	var c vg.CanvasWriterTo
	switch extension {
	case ".svg":
		c = vgsvg.New(w, h)
	case ".png":
		c = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(dotsPerInch))}
	case ".pdf":
		undatedPDF()
		c = vgpdf.New(w, h)
	default:
		return nil, fmt.Errorf("format %q (allowed: .svg, .png, .pdf)", extension)
	}
	f.draw(draw.NewCanvas(c, w, h))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, err
	}
	if extension == ".svg" {
		return withFallbackFonts(b.Bytes()), nil
	}
	return b.Bytes(), nil
}

// withFallbackFonts names fonts of the same widths for readers of the SVG file
// that lack the one it was laid out with.
func withFallbackFonts(svg []byte) []byte {
	return bytes.ReplaceAll(svg, []byte("font-family:Liberation Sans;"),
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
}

// undatedPDF makes PDF files depend on the figure alone. The library under
// vgpdf takes the clock and the order of its maps unless its defaults, which
// are for the whole process, say otherwise.
var undatedPDF = sync.OnceFunc(func() {
	fixed := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	fpdf.SetDefaultCreationDate(fixed)
	fpdf.SetDefaultModificationDate(fixed)
	fpdf.SetDefaultCatalogSort(true)
})
