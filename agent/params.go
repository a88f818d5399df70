package agent

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// settings reads a spec's parameters and keeps the first error.
type settings struct {
	spec Spec
	err  error
}

func (s *settings) text(key, fallback string) string {
	for _, p := range s.spec.Params {
		if p.Key == key {
			return p.Value
		}
	}
	return fallback
}

func (s *settings) number(key string, fallback, low, high int) int {
	text := s.text(key, "")
	if text == "" {
		return fallback
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		s.fail(key, text, fmt.Sprintf("%d..%d", low, high))
		return fallback
	}
	return n
}

func (s *settings) seconds(key, of string) time.Duration {
	text := s.text(key, "")
	if text == "" {
		return 0
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || f <= 0 || f > 1e6 {
		s.fail(key, text, "seconds of "+of+", above 0")
		return 0
	}
	return max(1, time.Duration(f*float64(time.Second)))
}

func (s *settings) choice(key string, allowed ...string) string {
	text := s.text(key, allowed[0])
	if slices.Contains(allowed, text) {
		return text
	}
	s.fail(key, text, strings.Join(allowed, ", "))
	return allowed[0]
}

// switched is a choice between two values: whether it is the first.
func (s *settings) switched(key, yes, no string, usual bool) bool {
	if usual {
		return s.choice(key, yes, no) == yes
	}
	return s.choice(key, no, yes) == yes
}

func (s *settings) fail(key, text, allowed string) {
	if s.err == nil {
		s.err = fmt.Errorf("agent: %q: %s is %q (allowed: %s)", s.spec, key, text, allowed)
	}
}
