package search

import (
	"testing"
	"time"
)

// Short searches have small tables, and none is larger than asked for.
func TestTableBits(t *testing.T) {
	for _, c := range []struct {
		limits Limits
		want   uint
	}{
		{Limits{}, 26},
		{Limits{Nodes: 100}, 10},
		{Limits{Nodes: 100_000}, 18},
		{Limits{Nodes: 100_000, Time: time.Hour}, 18},
		{Limits{Time: time.Second}, 24},
		{Limits{Time: time.Hour}, 26},
		{Limits{Time: time.Hour, TableMB: 64}, 23},
		{Limits{Time: time.Hour, TableMB: 100}, 23},
		{Limits{Nodes: 100_000, TableMB: 64}, 18},
		{Limits{TableMB: 4096}, 26},
	} {
		if got := c.limits.TableBits(26); got != c.want {
			t.Errorf("%+v: %d bits, want %d", c.limits, got, c.want)
		}
	}
}
