package class

import (
	"testing"

	"evolab/arena"
	"evolab/course"
)

// Of void games the sentence says why, and what helps.
func TestWhyOpen(t *testing.T) {
	const hint = "; the same command with --resume --jobs 1, on a machine that does nothing else, plays again, or staff set the points (--overrides)"
	void := arena.Line{Reason: arena.Void, Detail: "killed after 18.3 s"}
	for want, m := range map[string]*Mark{
		"2 of 3 games are void, the first one: killed after 18.3 s" + hint:                                     {missed: 2, lines: []arena.Line{{Reason: arena.Normal}, void, {Reason: arena.Void, Detail: "no more files"}}},
		"1 of 3 games is void, the first one: killed after 18.3 s" + hint + "; 1 of 3 games is not played yet": {missed: 2, lines: []arena.Line{void, {Reason: arena.Normal}}},
		"3 of 3 games are not played yet":                                                                      {missed: 3},
	} {
		m.Submission = &Submission{}
		m.Submission.Verdict = course.Correct
		c := &Class{jobs: make([]arena.Job, 3)}
		if got := c.judge(m); got.Verdict != course.Incomplete || got.Text != want {
			t.Errorf("%s: %s\nwant %s", got.Verdict, got.Text, want)
		}
	}
}
