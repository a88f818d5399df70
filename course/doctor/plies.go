package doctor

import (
	"context"
	"fmt"

	"evolab/host"
)

// check lets the program answer the position in a fresh folder.
func (p Ply) check(e *exam, ctx context.Context) finding {
	if f, no := e.cannotPlay(); no {
		return f
	}
	b, err := e.game.Board("", p.Position)
	if err != nil {
		return e.fail(fmt.Errorf("doctor: %w", err))
	}
	fresh, err := e.open()
	if err != nil {
		return e.unopened(err)
	}
	defer fresh.close()
	q := question{p.Name, b, p.Newline, p.Opens, e.Year.clock(p.Single, e.Year.Whole)}
	if p.Newline && e.plan.timed() {
		q.clock = e.Year.clock(false, e.plan.briefly())
	}
	_, f := e.ask(ctx, fresh, q)
	if p.Newline && e.plan.timed() && len(e.turns) > 0 && e.turns[len(e.turns)-1].overtime {
		q.clock = e.Year.clock(false, e.Year.Whole) // the shorter clock is no grader's
		_, f = e.ask(ctx, fresh, q)
	}
	return f
}

// unopened is what the machine could not give a folder for: a check to be made
// again, if that is its only trouble.
func (e *exam) unopened(err error) finding {
	if host.IsVoid(err) {
		return void(err.Error())
	}
	return e.fail(err)
}

// hopeless is the number of plies after which a program without an answer is no
// longer asked.
const hopeless = 3

// cannotPlay reports whether a check of plies must be left out. If the program cannot
// run, earlier checks have said so. The clock starts with the first ply.
func (e *exam) cannotPlay() (finding, bool) {
	if e.command == "" {
		return finding{}, true
	}
	e.plan.start()
	if e.plan.over() {
		return late("not checked: " + e.spent()), true
	}
	if e.answers == 0 && len(e.turns) >= hopeless {
		return unchecked("not checked: it has not found a legal move so far"), true
	}
	return finding{}, false
}

func (e *exam) spent() string {
	return fmt.Sprintf("the %g s for plies and games are used up (--budget gives more)", e.Budget.Seconds())
}
