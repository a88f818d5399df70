package lab

import (
	"context"
	"fmt"
	"io"
	"time"

	"evolab/course/class"
	"evolab/course/rubric"
	"evolab/internal/untrusted"
	"evolab/lab/term"
)

// watchClass grades what is new or changed in a class's folder until it is interrupted,
// with a line for each result.
func (a *app) watchClass(ctx context.Context, f *gradeFlags, o class.Options) error {
	tell := func(w io.Writer, format string, args ...any) {
		fmt.Fprintf(w, "%s %s\n", time.Now().Format(time.TimeOnly), untrusted.OneLine(fmt.Sprintf(format, args...)))
	}
	a.remark("watching %s until Ctrl-C; the results are in %s\n", term.OneLine(o.Folder), term.OneLine(o.Out))
	return class.Watch(ctx, o, class.Watching{
		Rest:  time.Duration(f.class.Rest * float64(time.Second)),
		Lists: f.class.lists(), Read: f.class.readLists,
		Say: func(text string) { tell(a.err, "%s", text) },
		Graded: func(_ *class.Class, changed []*class.Mark, gone []class.Gone) {
			for _, g := range gone {
				if g.Now != "" {
					tell(a.out, "%s: is now called %s", g.Name, g.Now)
					continue
				}
				tell(a.out, "%s: no longer there: its row is gone, its games are kept", g.Name)
			}
			for _, m := range changed {
				tell(a.out, "%s", markLine(m))
			}
		},
	})
}

func markLine(m *class.Mark) string {
	text := m.Name + ": " + string(m.Cause.Verdict)
	if points, most, ok := m.Given(); ok {
		text += fmt.Sprintf(", %s of %s points", rubric.FormatPoints(points), rubric.FormatPoints(most))
	}
	if m.Cause.Text != "" {
		text += ": " + m.Cause.Text
	}
	return text
}
