package plots

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// Style is how figures are drawn. Letters and lines keep their size in print
// whatever the figure's size; the zero value suits a report on A4 paper.
type Style struct {
	Width       float64 // centimetres; 0: 16, the text width of A4 paper
	Height      float64 // centimetres; 0: what the figure needs
	DotsPerInch int     // of PNG files; 0: 200, enough for print
	NoTitle     bool    // papers have captions instead
}

// ErrStyle is the error of a figure that cannot be drawn in a style.
var ErrStyle = errors.New("the figure does not fit")

// What a style may ask for.
const (
	MinWidth, MaxWidth   = 10, 100 // centimetres
	MinHeight, MaxHeight = 5, 100
	MinDots, MaxDots     = 50, 1200
	mostDots             = 100_000_000 // of a whole picture
)

// dots is the resolution of PNG files, per inch.
func (s Style) dots() int {
	if s.DotsPerInch == 0 {
		return 200
	}
	return s.DotsPerInch
}

// layout is the measures of a figure in a style.
type layout struct {
	width, height vg.Length
	title         string // in as many lines as it needs
}

// lay wraps texts to the width and finds the figure's height.
func (f *Figure) lay(s Style) (layout, error) {
	l := layout{width: 16 * vg.Centimeter}
	if s.Width > 0 {
		l.width = vg.Length(s.Width) * vg.Centimeter
	}
	head := 2*border - gap
	if !s.NoTitle {
		l.title = inLines(titleStyle(), f.title, l.width-2*border)
		head += titleStyle().Height(l.title) + gap
	}
	if len(f.key) > 0 {
		head += keyHeight(f.key, l.width-2*border) + gap
	}
	high, count := f.panelHeight, vg.Length(len(f.panels))
	for _, p := range f.panels {
		if p.fit(l.width) {
			high = f.panelHeight + f.slantHeight
		}
	}
	l.height = head + (high+gap)*count
	if s.Height == 0 {
		return l, nil
	}
	l.height = vg.Length(s.Height) * vg.Centimeter
	const shortestPanel = 3 * vg.Centimeter // at which axes are legible
	if least := head + (shortestPanel+gap)*count; l.height < least {
		return l, fmt.Errorf("%w: %q needs a height of at least %.0f cm", ErrStyle, f.title, math.Ceil(float64(least/vg.Centimeter)))
	}
	return l, nil
}

// Fits is ErrStyle where the figure cannot be drawn in the style.
func Fits(f *Figure, s Style) error {
	l, err := f.lay(s)
	if err != nil {
		return fmt.Errorf("plots: %w", err)
	}
	if x, y := l.width.Dots(float64(s.dots())), l.height.Dots(float64(s.dots())); x*y > mostDots {
		return fmt.Errorf("plots: %w: a picture of %.0f x %.0f dots (allowed: %s in all)", ErrStyle, x, y, Thousands(mostDots))
	}
	return nil
}

// fit wraps the texts of the panel to a width and reports whether the names below
// it are slanted.
func (p *panel) fit(width vg.Length) bool {
	free := width - 2*border - p.right - 30
	p.plot.Title.Text = inLines(p.plot.Title.TextStyle, p.plot.Title.Text, free)
	p.plot.X.Label.Text = inLines(p.plot.X.Label.TextStyle, p.plot.X.Label.Text, free)
	return p.columns != nil && nameTicks(p.plot, p.columns, width)
}

// inLines wraps a text into lines of at most the given width.
func inLines(style text.Style, words string, width vg.Length) string {
	var lines []string
	for _, word := range strings.Fields(words) {
		if n := len(lines); n > 0 && style.Width(lines[n-1]+" "+word) <= width {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return strings.Join(lines, "\n")
}
