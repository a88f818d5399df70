package doctor

import (
	"context"
	"fmt"
	"time"
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
		return e.fail(err)
	}
	defer fresh.close()
	_, f := e.ask(ctx, fresh, p.Name, b, p.Newline)
	return f
}

// cannotPlay tells whether a check of plies has to be left out. Without a
// program to run, the checks before have said so; the time begins with the
// first ply.
func (e *exam) cannotPlay() (finding, bool) {
	if e.command == "" {
		return finding{}, true
	}
	if e.deadline.IsZero() {
		e.deadline = time.Now().Add(e.Budget)
		e.memory, _ = peakMemory()
	}
	if e.outOfTime() {
		return unchecked("not checked: " + e.spent()), true
	}
	return finding{}, false
}

func (e *exam) outOfTime() bool { return !time.Now().Before(e.deadline) }

func (e *exam) spent() string {
	return fmt.Sprintf("the %g s for plies and games are used up (--budget gives more)", e.Budget.Seconds())
}
