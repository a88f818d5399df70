package host

import (
	"context"
	"errors"
	"os"

	"evolab/host/cage"
)

// boxed is a program in a box, and the runner on Linux.
type boxed struct {
	*client
	held          *held
	program, temp *os.File
	scratch       *scratch // the folders on the disk; nil if they are in memory
	keep          bool
	done          bool
}

// dirs is part of runner. Folders in memory have no path outside the box: they are
// reached through their open files.
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

// exchange sends a ply or a question to the supervisor, and waits for the reply.
func (b *boxed) exchange(ctx context.Context, what request) (ending, error) {
	if err := ctx.Err(); err != nil {
		return ending{}, err
	}
	b.plies++
	n := b.plies
	what.N = n
	_ = b.send(what) // if the supervisor is gone, reading its reply fails
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

// lostSupervisor says whose fault it is that the supervisor is gone: without
// namespaces, a program of the same user can kill it.
func (b *boxed) lostSupervisor() *Failure {
	if b.level.kind.Spaces || b.level.kind.Other {
		return &Failure{Void, "the machine could not run the program: its supervisor has ended"}
	}
	return &Failure{Crash, "it brought down the process that watches it"}
}

// close is part of runner. A supervisor that confirms that its box is gone can serve
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
