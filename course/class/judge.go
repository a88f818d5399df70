package class

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"evolab/arena"
	"evolab/course"
	"evolab/course/rubric"
	"evolab/game"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
)

// judge derives the verdict on a submission. If it may be of somebody else, staff have to
// decide, and the verdict on the program waits.
func (c *Class) judge(m *Mark) course.Cause {
	cause := c.judgeProgram(m)
	if m.Doubt == "" || m.Override != nil || cause.Verdict == course.Incomplete || cause.Verdict == course.NoTool {
		return cause
	}
	return course.Cause{Verdict: course.Unidentified, Text: join(m.Doubt, "but for that, the verdict is "+string(cause.Verdict), cause.Text)}
}

// judgeProgram derives the verdict from what was handed in and from what its compiler said,
// else from how it lost games by its own doing.
func (c *Class) judgeProgram(m *Mark) course.Cause {
	before := course.Cause{Verdict: m.Submission.Verdict, Text: m.Problem, Source: m.source}
	switch {
	case !m.Playable():
		return before
	case m.missed > 0:
		return course.Cause{Verdict: course.Incomplete, Text: join(before.Text, c.whyOpen(m))}
	}
	fault := c.fault(m)
	if before.Verdict == course.WrongName {
		if fault.Verdict != course.Correct {
			before.Text = join(before.Text, string(fault.Verdict)+": "+fault.Text)
		}
		return before
	}
	fault.Text = join(fault.Text, before.Text)
	return fault
}

// whyOpen says which games have no result, and what helps: what takes a core now may take
// it again.
func (c *Class) whyOpen(m *Mark) string {
	voids, why := 0, ""
	for i := range m.lines {
		if l := &m.lines[i]; l.Void() {
			if voids == 0 {
				why = untrusted.OneLine(l.Detail)
			}
			voids++
		}
	}
	var text string
	all := quantity.Of(len(c.jobs), "game")
	if voids > 0 {
		text = fmt.Sprintf("%d of %s %s void, the first one: %s; the same command with --resume --jobs 1, on a machine that does nothing else, plays again, or staff set the points (--overrides)",
			voids, all, quantity.Verb(voids, "is", "are"), why)
	}
	if open := m.missed - voids; open > 0 {
		text = join(text, fmt.Sprintf("%d of %s %s not played yet", open, all, quantity.Verb(open, "is", "are")))
	}
	return text
}

// join puts a semicolon between texts that are not empty.
func join(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(t string) bool { return t == "" }), "; ")
}

// failing is a cause by which a submission lost games.
type failing struct {
	course.Cause
	example int    // the first such game, an index of lines
	sides   [2]int // how many it lost so, by its side
}

func (f *failing) games() int { return f.sides[0] + f.sides[1] }

// failings are the causes by which a submission lost games by its own doing, the most
// frequent first. Forfeited games have the cause of the trials.
func (c *Class) failings(m *Mark) []*failing {
	var list []*failing
	for i := range m.lines {
		l := &m.lines[i]
		if !m.hasLost(l) {
			continue
		}
		me := rubric.Side(&m.Jobs[i])
		cause := m.causeOf(l, me)
		if cause == nil {
			continue
		}
		at := slices.IndexFunc(list, func(f *failing) bool { return f.Verdict == cause.Verdict })
		if at < 0 {
			at, list = len(list), append(list, &failing{Cause: *cause, example: i})
		}
		list[at].sides[me]++
	}
	for _, side := range m.forfeits {
		if at := slices.IndexFunc(list, func(f *failing) bool { return f.Verdict == course.TimeLimit || f.Verdict == course.WallLimit }); at >= 0 {
			list[at].sides[side]++
		}
	}
	slices.SortStableFunc(list, func(a, b *failing) int { return b.games() - a.games() })
	return list
}

// causeOf is the cause of a game that the submission lost by its own doing, with what is
// known of it besides; nil for others.
func (m *Mark) causeOf(l *arena.Line, me game.Side) *course.Cause {
	cause := course.CauseOfLoss(l.Reason, l.Detail, l.Stderr[me])
	switch {
	case cause == nil:
	case cause.Verdict == course.TimeLimit && l.Rules.GameTime > 0:
		cause.Text += fmt.Sprintf(" (what was left of its %g s for the game)", l.Rules.GameTime)
	case cause.Verdict == course.NoOutput && m.Exam != nil && m.Exam.Printed != "":
		cause.Text += fmt.Sprintf("; in its examination it printed %q, which belongs in output.txt", m.Exam.Printed)
	case m.Exam != nil: // games do not keep what is printed
		cause = cause.ForWant(m.Exam.Unopened)
	}
	return cause
}

// fault is the verdict on a submission that has played: Correct if it never lost by its
// own doing. Its sentence has the first game that was lost so, and says in how many.
func (c *Class) fault(m *Mark) course.Cause {
	list := c.failings(m)
	if len(list) == 0 {
		return c.overspent(m)
	}
	f := list[0]
	l := &m.lines[f.example]
	me := rubric.Side(&m.Jobs[f.example])
	text, verdict := f.Text, f.Verdict
	if f.Verdict == course.IllegalMove {
		rule := &course.Cause{Verdict: f.Verdict, Text: brokenRule(c.finalBoard(l), l)}
		text = rule.ForWant(course.Unopened(l.Stderr[me])).Text
	}
	text += fmt.Sprintf(", at its move %d (ply %d) of game %d against %s", len(l.Moves)/2+1, len(l.Moves)+1, l.Game+1, [2]string{l.Second, l.First}[me])
	played := m.playedBySide()
	sides := c.Grading.Game.Info().Sides
	switch all := played[0] + played[1]; {
	case m.oneSided(f, played):
		text += fmt.Sprintf("; in %d of %s as %s, and in none of %d as %s", f.games(), quantity.Of(played[me], "game"), sides[me], played[me.Other()], sides[me.Other()])
		verdict = f.Verdict.As(me, sides)
	case all > 1:
		text += fmt.Sprintf("; in %d of %s", f.games(), quantity.Of(all, "game"))
	}
	if f.Verdict == course.TimeLimit {
		text, verdict = c.aboutTime(m, text, verdict)
	}
	for _, other := range list[1:] {
		text += fmt.Sprintf("; %s in %d", other.Verdict, other.games())
	}
	if n := len(m.forfeits); n > 0 {
		text += "; " + forfeitNote(n)
	}
	return course.Cause{Verdict: verdict, Text: text}
}

// playedBySide counts the games of each side, with those that are forfeited.
func (m *Mark) playedBySide() (n [2]int) {
	for i := range m.lines {
		n[rubric.Side(&m.Jobs[i])]++
	}
	for _, side := range m.forfeits {
		n[side]++
	}
	return n
}

// oneSided reports whether a submission fails as one side only: in at least two games and
// half of those of the side, and in none of as many of the other. Fewer may be chance.
func (m *Mark) oneSided(f *failing, played [2]int) bool {
	const least = 2
	me := game.First
	if f.sides[game.First] == 0 {
		me = game.Second
	}
	n := f.sides[me]
	return f.sides[me.Other()] == 0 && n >= least && 2*n >= played[me] && played[me.Other()] >= least
}

// aboutTime adds to a verdict on time how much the program needs, where that is known: it
// may be slightly over a limit, or use its time before it begins to play.
func (c *Class) aboutTime(m *Mark, text string, v course.Verdict) (string, course.Verdict) {
	limit := c.Grading.Rubric.Move.Seconds()
	e := m.Exam
	if e == nil || limit == 0 {
		return text, v
	}
	const slightly = 1.25
	if e.Longest > limit && e.Longest <= slightly*limit {
		text += "; a move took " + course.Exceeded(e.Longest, limit)
	}
	const most = .5 // of the limit
	if e.Forced > most*limit && v == course.TimeLimit {
		text += fmt.Sprintf("; it uses %.2f s of the %g s for a move even where only one move is legal: that is its start", e.Forced, limit)
		v = course.SlowStart
	}
	return text, v
}

// overspent is the verdict on a submission without a fault in a game: Correct, unless a
// stage took more CPU time than it allows.
func (c *Class) overspent(m *Mark) course.Cause {
	for i := range m.Report.Stages {
		if s := &m.Report.Stages[i]; s.Over() {
			return course.Cause{Verdict: course.TimeLimit, Text: fmt.Sprintf("all games of %s took %.1f s of CPU, more than the %g s allowed: a grader gives no points for it", s.Name, s.Used, s.Allowed)}
		}
	}
	return course.Cause{Verdict: course.Correct}
}

// Count is how many submissions have a verdict.
type Count struct {
	course.Verdict
	N int
}

// Counts counts the verdicts of marks: those on programs that play by the rules first, then
// the most frequent ones.
func Counts(marks []*Mark) []Count {
	var list []Count
	for _, m := range marks {
		at := slices.IndexFunc(list, func(n Count) bool { return n.Verdict == m.Cause.Verdict })
		if at < 0 {
			at, list = len(list), append(list, Count{m.Cause.Verdict, 0})
		}
		list[at].N++
	}
	slices.SortFunc(list, func(a, b Count) int {
		if fine := (b.Verdict == course.Correct); fine != (a.Verdict == course.Correct) {
			if fine {
				return 1
			}
			return -1
		}
		return cmp.Or(b.N-a.N, strings.Compare(string(a.Verdict), string(b.Verdict)))
	})
	return list
}

// ownDoing reports whether a game was lost by the loser's own doing.
func ownDoing(l *arena.Line) bool { return course.CauseOfLoss(l.Reason, l.Detail, "") != nil }
