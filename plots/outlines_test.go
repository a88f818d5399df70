package plots

import (
	"regexp"
	"strings"
	"testing"
)

// Words are drawn as shapes; those that need other letters, joined ones or another
// direction are left to the reader's fonts.
func TestWordsAsOutlines(t *testing.T) {
	for title, shapes := range map[string]bool{
		"Little-Go, seed 7":  true,
		`<&"'> 100 %`:        true,
		"Größe, π, Привет":   true,
		"囲碁":                 false,
		"שלום":               false,
		"a\u202eb":           false,
		"a\u0301":            false,
		"win \U0001F3C6":     false,
		"mixed 囲碁 and latin": false,
	} {
		data := sampleCurve(2)
		data.Title = title
		f, err := LearningCurve(data)
		if err != nil {
			t.Fatal(err)
		}
		svg, err := SVG(f)
		if err != nil {
			t.Fatal(err)
		}
		text := regexp.MustCompile(`(?s)<text .*</text>`).FindString(string(svg))
		if (text == "") != shapes {
			t.Errorf("%q: shapes: %t, want %t: %s", title, text == "", shapes, text)
		}
		if text != "" && !strings.Contains(text, "sans-serif") {
			t.Errorf("%q has no other font: %s", title, text)
		}
	}
}

// The letters are as far apart as the layout measures them: the last one ends where the
// text does.
func TestOutlinesAreAsWideAsMeasured(t *testing.T) {
	o := newOutlines()
	for _, words := range []string{"AVAVAV", "fitness (0 to 1)", "To, Ty, we"} {
		x, err := o.write(&strings.Builder{}, words)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := float64(x)/float64(o.em)*10, float64(sans(10).Width(words)); got < want-.01 || got > want+.01 {
			t.Errorf("%q is %.3f wide, measured %.3f", words, got, want)
		}
	}
}
