package lab

import "testing"

func TestLongHeadlinesTakeTwoLines(t *testing.T) {
	for headline, want := range map[string]string{
		"start weights 19 % -> champion 92 % of the mix; beats hand 70.5 % [68.7, 72.3]":     "start weights 19 % -> champion 92 % of the mix; beats hand 70.5 % [68.7, 72.3]",
		"start weights 20 % -> champion 83 % of the mix; even with hand 54.2 % [50.0, 58.5]": "start weights 20 % -> champion 83 % of the mix;\neven with hand 54.2 % [50.0, 58.5]",
	} {
		if got := folded(headline); got != want {
			t.Errorf("%q becomes %q, want %q", headline, got, want)
		}
	}
}
