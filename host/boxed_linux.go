package host

import (
	"context"
	"errors"
	"os"

	"evolab/host/cage"
)

// boxed is a program in a box: the runner of this system.
type boxed struct {
	*client
	held          *held
	program, temp *os.File
	scratch       *scratch // on the disk, nil if it is in memory
	keep          bool
	done          bool
}

// dirs is part of runner. The folders of a box are known by open files alone.
func (b *boxed) dirs() (string, string) {
	switch {
	case b.scratch != nil:
		return b.scratch.program, b.scratch.temp
	case b.done:
		return "", ""
	}
	return cage.InsideFD(b.program), cage.InsideFD(b.temp)
}

// ask is part of runner. When the context ends first, the ply is stopped.
func (b *boxed) ask(ctx context.Context, p ply) (ending, error) {
	return b.exchange(ctx, request{Ply: &p})
}

// say is part of runner.
func (b *boxed) say(ctx context.Context, r remark) (ending, error) {
	return b.exchange(ctx, request{Say: &r})
}

// exchange is a ply: the lab's request, and the supervisor's reply.
func (b *boxed) exchange(ctx context.Context, what request) (ending, error) {
	if err := ctx.Err(); err != nil {
		return ending{}, err
	}
	b.plies++
	n := b.plies
	what.N = n
	_ = b.send(what) // if it is gone, there is no reply
	stopped := context.AfterFunc(ctx, func() { _ = b.send(request{Stop: n}) })
	defer stopped()
	var r reply
	if err := b.out.Decode(&r); err != nil {
		return ending{code: -1, failure: b.lostSupervisor()}, ctx.Err()
	}
	if err := r.err(); err != nil {
		return ending{}, errors.Join(ctx.Err(), err)
	}
	end := ending{cpu: r.CPU, wall: r.Wall, memory: r.Memory, stderr: r.Stderr, how: r.How, code: r.Code, output: r.Output, missing: r.Missing}
	if r.Reason != "" {
		end.failure = &Failure{r.Reason, r.Detail}
	}
	return end, ctx.Err()
}

// lostSupervisor is whose fault it is that the supervisor has gone: a program
// of the same user that no namespace holds can kill it.
func (b *boxed) lostSupervisor() *Failure {
	if b.level.kind.Spaces || b.level.kind.Other {
		return &Failure{Void, "the machine could not run the program: its supervisor has ended"}
	}
	return &Failure{Crash, "it brought down the process that watches it"}
}

// close is part of runner. A supervisor that says that its box is gone can serve
// the next one.
func (b *boxed) close() error {
	if b.done {
		return nil
	}
	b.done = true
	closeAll([]*os.File{b.program, b.temp})
	var r reply
	err := b.send(request{Close: true})
	if err == nil {
		err = b.out.Decode(&r)
	}
	if err != nil || r.Error != "" {
		b.end()
	} else {
		idle.put(b.client)
	}
	switch {
	case b.scratch == nil:
		return nil
	case b.keep:
		return b.scratch.held.Close()
	}
	return b.scratch.remove()
}
