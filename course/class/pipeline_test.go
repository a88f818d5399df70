//go:build unix

package class

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"evolab/arena"
	"evolab/course"
)

// Who is examined plays while somebody else's source is still being compiled, and who
// cannot play is left out.
func TestGamesBeginAfterTheirExamination(t *testing.T) {
	t.Parallel()
	o := options(t, "", t.TempDir())
	c := classOf(t, o, "slow", "quick", "broken", "ready")
	var mu sync.Mutex
	var order []string
	note := func(what string) {
		mu.Lock()
		defer mu.Unlock()
		order = append(order, what)
	}
	played := make(chan struct{})
	c.Workers, c.Progress = 2, &follower{}
	c.Pool = stopping{arena.Cores{Workers: 2}, 4, func() { note("4 games"); close(played) }}
	c.Expect = func(left, all int, _ time.Duration) {
		if left > 2 || all != 6 {
			t.Errorf("%d of %d games are left once all are examined", left, all)
		}
	}
	err := c.play(t.Context(), c.Submissions[:3], func(ctx context.Context, s *Submission) error {
		switch s.Name {
		case "slow":
			select {
			case <-played: // it is compiled for as long as others have games
			case <-time.After(time.Minute):
				t.Error("the others wait for it")
			}
		case "broken":
			s.nothing = true
			s.refuse(course.SyntaxError, "line 1")
		}
		note(s.Name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if slices.Index(order, "4 games") > slices.Index(order, "slow") || len(order) != 4 {
		t.Errorf("%q: the games of others come first", order)
	}
	for _, m := range c.marks() {
		if want := map[bool]int{true: 2}[m.Name != "broken"]; len(m.Records) != want {
			t.Errorf("%s has played %d games, want %d", m.Name, len(m.Records), want)
		}
	}
}

// An error of the machine ends the games as well.
func TestAnExaminationThatFailsEndsTheGames(t *testing.T) {
	t.Parallel()
	o := options(t, "", t.TempDir())
	c := classOf(t, o, "greedy")
	c.Pool, c.Progress = o.Pool, &follower{}
	full := errors.New("the disk is full")
	if err := c.play(t.Context(), c.Submissions, func(context.Context, *Submission) error { return full }); !errors.Is(err, full) {
		t.Errorf("%v, want %v", err, full)
	}
}
