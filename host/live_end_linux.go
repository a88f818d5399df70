package host

import (
	"fmt"
	"time"
)

// answered returns the reply with an answer, and the CPU time used since the last
// one.
func (b *box) answered(s *supervisor, answer []byte) reply {
	m := b.live.meter
	cpu, known := m.cage.CPU()
	if cpu -= m.base; !known || time.Since(m.began) > firstLook {
		now, failure := m.sample(&b.opening.Resources)
		if failure != nil {
			return b.endLive(s, failure)
		}
		cpu = max(cpu, now.cpu)
	}
	m.base += max(0, cpu)
	return reply{CPU: max(0, cpu), Wall: time.Since(m.began), Output: answer}
}

// overLive returns the reply for a program that has closed its output: it has ended,
// or is given a moment to end before it is killed.
func (b *box) overLive(s *supervisor) reply {
	const patience = 500 * time.Millisecond
	for late := time.Now().Add(patience); time.Now().Before(late); time.Sleep(time.Millisecond) {
		if ended, ok := reap()[b.live.meter.leader]; ok {
			return b.finishLive(s, &ended, nil)
		}
	}
	what := "standard output"
	if b.door != nil {
		what = "connection"
	}
	return b.endLive(s, &Failure{NoOutput, "it closed its " + what + " without an answer"})
}

// endLive kills the program, and returns the reply with the failure, if any.
func (b *box) endLive(s *supervisor, failure *Failure) reply { return b.finishLive(s, nil, failure) }

// finishLive kills what is left of the program, and records how it ended.
func (b *box) finishLive(s *supervisor, ended *state, failure *Failure) reply {
	l := b.live
	if ended == nil {
		if known, ok := reap()[l.meter.leader]; ok {
			ended = &known
		}
	}
	b.killAll(s, l.meter.leader)
	cpu := l.meter.total()
	b.cage.Ended()
	if l.in != nil {
		l.in.Close()
		l.out.Close()
	}
	end := reply{CPU: cpu, Wall: time.Since(l.meter.began), Stderr: l.stderr.text(), Code: -1, How: "signal: killed", Missing: "it gave no answer"}
	if ended != nil {
		end.Memory = ended.memory
	}
	if status, err := b.ended(ended); err != nil {
		end = wrong(err)
	} else if status != nil {
		end.Code, end.How = status.ExitStatus(), how(*status)
	}
	if failure == nil && end.Code != 0 && b.cage.MemoryGone() {
		failure = tooMuchMemory(b.opening.Resources.Memory)
	}
	if failure != nil {
		end.Reason, end.Detail = failure.Reason, failure.Detail
	}
	l.end = &end
	return end
}

// idle checks a program that nobody is asking. What it uses counts towards its next
// answer, and must not exceed the limit for that.
func (b *box) idle(s *supervisor) {
	l := b.live
	now, failure := l.meter.sample(&b.opening.Resources)
	if failure = b.fuller(failure); failure == nil && l.limit > 0 && now.cpu > l.limit {
		failure = &Failure{Time, fmt.Sprintf("used %.3f s of CPU since its last answer, of %.3f s allowed for the next", now.cpu.Seconds(), l.limit.Seconds())}
	}
	if failure == nil {
		return
	}
	b.endLive(s, failure)
}

// next waits for a request. Meanwhile it checks the program that keeps running.
func (s *supervisor) next() (r request, ok bool) {
	const idleLook = 250 * time.Millisecond
	for {
		var due <-chan time.Time
		if s.box != nil && s.box.live != nil && s.box.live.end == nil {
			due = time.After(idleLook)
		}
		select {
		case r, ok = <-s.requests:
			return r, ok
		case <-due:
			s.box.idle(s)
		}
	}
}
