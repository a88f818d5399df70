package plots

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// A picture has the size, the dots and the title that are asked for.
func TestStyle(t *testing.T) {
	for _, c := range []struct {
		style         Style
		width, height int // dots; 0: whatever the figure needs
	}{
		{Style{}, 1260, 0},
		{Style{DotsPerInch: 300}, 1890, 0},
		{Style{Width: 10}, 787, 0},
		{Style{Width: 10, Height: 8, DotsPerInch: 100}, 394, 315},
		{Style{Width: 25.4, Height: 20, NoTitle: true}, 2000, 1575},
	} {
		for _, name := range []string{"heatmap", "overlay"} {
			data, err := encode(figures(t)[name], ".png", c.style)
			if err != nil {
				t.Fatalf("%s %+v: %v", name, c.style, err)
			}
			p, err := png.DecodeConfig(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(float64(p.Width-c.width)) > 1 || c.height > 0 && math.Abs(float64(p.Height-c.height)) > 1 {
				t.Errorf("%s %+v: %d x %d dots, want %d x %d", name, c.style, p.Width, p.Height, c.width, c.height)
			}
		}
	}
}

func TestStyleRefused(t *testing.T) {
	f := figures(t)["claims"]
	for want, s := range map[string]Style{
		`"Little-Go, genetic algorithm, seed 7" needs a height of at least 9 cm`: {Height: 5},
		"a picture of 39370 x 39370 dots (allowed: 100,000,000 in all)":          {Width: 100, Height: 100, DotsPerInch: 1000},
	} {
		if err := Fits(f, s); !errors.Is(err, ErrStyle) || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", s, err, want)
		}
	}
}

// texts draws a figure and returns its words with their places.
func texts(t *testing.T, f *Figure, s Style) []*recorder.FillString {
	t.Helper()
	l, err := f.lay(s)
	if err != nil {
		t.Fatal(err)
	}
	var r recorder.Canvas
	f.draw(draw.NewCanvas(&r, l.width, l.height), l)
	var list []*recorder.FillString
	for _, a := range r.Actions {
		if text, ok := a.(*recorder.FillString); ok {
			if strings.TrimSpace(text.String) != "" {
				list = append(list, text)
			}
			if end := text.Point.X + sans(text.Size).Width(text.String); text.Size > 12 && end > l.width {
				t.Errorf("%q ends at %.0f of %.0f", text.String, end, l.width)
			}
		}
	}
	return list
}

// The title is left out where it is not wanted, and broken where it is too long.
func TestTitle(t *testing.T) {
	data := sampleCurve(20)
	data.Title = strings.Repeat("a long title of many words ", 4)
	f, err := LearningCurve(data)
	if err != nil {
		t.Fatal(err)
	}
	titles := func(s Style) (n int) {
		for _, text := range texts(t, f, s) {
			if text.Size > 12 {
				n++
			}
		}
		return n
	}
	if got := []int{titles(Style{}), titles(Style{Width: 10}), titles(Style{NoTitle: true})}; got[0] < 2 || got[1] <= got[0] || got[2] != 0 {
		t.Errorf("lines of the title: %v", got)
	}
}

// The generations of the upper panel of claims stand above those of the lower.
func TestPanelsLineUp(t *testing.T) {
	for _, s := range []Style{{}, {Width: 10}, {Width: 24, Height: 30}} {
		places := map[string][]vg.Length{}
		for _, text := range texts(t, figures(t)["claims"], s) {
			places[text.String] = append(places[text.String], text.Point.X)
		}
		for _, generation := range []string{"10", "20", "40"} {
			if x := places[generation]; len(x) != 2 || math.Abs(float64(x[0]-x[1])) > .01 {
				t.Errorf("%+v: generation %s is written at %v", s, generation, x)
			}
		}
	}
}

// SVG files say to a screen reader what they show.
func TestSVGIsDescribed(t *testing.T) {
	for name, f := range figures(t) {
		f.title += ` <&">`
		data, err := SVG(f)
		if err != nil {
			t.Fatal(err)
		}
		var svg struct {
			Role  string `xml:"role,attr"`
			Title string `xml:"title"`
			Desc  string `xml:"desc"`
		}
		if err := xml.Unmarshal(data, &svg); err != nil {
			t.Fatal(err)
		}
		if svg.Title != f.Title() || svg.Desc != f.About() || svg.Role != "img" {
			t.Errorf("%s: %+v", name, svg)
		}
		if words := strings.Fields(svg.Desc); len(words) < 10 || !strings.ContainsAny(svg.Desc, "0123456789") {
			t.Errorf("%s is described by %q", name, svg.Desc)
		}
	}
}

// A larger share is darker, so that grey print keeps the order, and every
// number can be read.
func TestHeatInGrey(t *testing.T) {
	last := 2.0
	for percent := range 101 {
		c := heat(float64(percent) / 100)
		if l := luminance(c); l >= last {
			t.Errorf("%d %% is as light as %d %%: %.3f, %.3f", percent, percent-1, l, last)
		} else {
			last = l
		}
		if ratio := contrast(inkOn(c), c); ratio < 4.5 {
			t.Errorf("%d %%: a contrast of %.1f", percent, ratio)
		}
	}
	if span := luminance(heat(0)) - luminance(heat(1)); span < .8 {
		t.Errorf("0 and 100 %% differ by %.2f", span)
	}
}
