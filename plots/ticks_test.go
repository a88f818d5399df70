package plots

import (
	"strings"
	"testing"

	"gonum.org/v1/plot"
)

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		ticks     plot.Ticker
		low, high float64
		want      string
	}{
		{roundTicks{0}, -.5, .5, "0"},
		{roundTicks{0}, 0, 7, "0 1 2 3 4 5 6 7"},
		{roundTicks{0}, 0, 44, "0 10 20 30 40"},
		{roundTicks{0}, 2440, 109800, "50,000 100,000"},
		{roundTicks{0}, 0, 403200, "0 100,000 200,000 300,000 400,000"},
		{roundTicks{0}, 0, 80000, "0 20,000 40,000 60,000 80,000"},
		{roundTicks{3}, -.41, .56, "-0.4 -0.2 0.0 0.2 0.4"},
		{roundTicks{3}, -.02, .03, "-0.02 -0.01 0.00 0.01 0.02 0.03"},
		{evenTicks(4, 100, 0), 0, 1, "0 25 50 75 100"},
	} {
		var got []string
		for _, tick := range c.ticks.Ticks(c.low, c.high) {
			got = append(got, tick.Label)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v to %v: %q, want %q", c.low, c.high, got, c.want)
		}
	}
}

func TestCountText(t *testing.T) {
	for n, want := range map[float64]string{0: "0", .0024: "0.0024", .75: "0.75", 1.47: "1.5", 12: "12", 1234.4: "1,234", 128064: "128,064"} {
		if got := CountText(n); got != want {
			t.Errorf("%v is written %q, want %q", n, got, want)
		}
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 109800: "109,800", -123: "-123", -1234567: "-1,234,567"} {
		if got := Thousands(n); got != want {
			t.Errorf("%d is written %q, want %q", n, got, want)
		}
	}
}
