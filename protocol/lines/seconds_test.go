package lines

import (
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestSeconds(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"300": 300 * time.Second, "100.0": 100 * time.Second, "299.93": 299930 * time.Millisecond, "0.01": 10 * time.Millisecond,
		".5": time.Second / 2, "5.": 5 * time.Second, "1e2": 100 * time.Second, "1e-2": 10 * time.Millisecond, "+3": 3 * time.Second,
		"9.999999999": 9999999999, "6.6000000000000005": 6600 * time.Millisecond, "1." + strings.Repeat("0", 60): time.Second,
		"0.000000001": 1, "1e-12": LeastSeconds,
		"1e6": MostSeconds, "1000001": MostSeconds, "1e99": MostSeconds, "1e999": MostSeconds, strings.Repeat("9", 400): MostSeconds,
	} {
		if got, ok := Seconds([]byte(text)); !ok || got != want {
			t.Errorf("%.40s: %v, %v, want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{
		"", "0", "0.0", "-0.0", "1e-999", "-1", "-1e999", "nan", "NaN", "inf", "-inf", "0x10", "1_0", "1,5", "1 0", "e", ".", "--1", "soon", "\x00\xff",
	} {
		if got, ok := Seconds([]byte(text)); ok || got != LeastSeconds {
			t.Errorf("%q: %v, %v", text, got, ok)
		}
	}
}

func FuzzSeconds(f *testing.F) {
	for _, text := range []string{"300.0", "1e999", "-1", "nan", "1e-999", "0"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		left, ok := Seconds(text)
		if left < LeastSeconds || left > MostSeconds {
			t.Fatalf("%q: %v", text, left)
		}
		if seconds, err := strconv.ParseFloat(string(text), 64); err == nil && seconds <= 0 && ok {
			t.Fatalf("%q is ok", text)
		}
	})
}
