package arena

import (
	"time"

	"evolab/agent"
)

// AddWaits adds what the players of games have waited to the sums of their names.
func AddWaits(sums map[string]agent.Waits, lines []Line) {
	for i := range lines {
		l := &lines[i]
		for side, name := range []string{l.First, l.Second} {
			sum := sums[name]
			sum.Add(waits(l.Waited[side]))
			sums[name] = sum
		}
	}
}

func waits(waited float64) agent.Waits {
	return agent.Waits{Games: 1, Time: time.Duration(waited * float64(time.Second))}
}

// RaiseWaits tells an agent how long it has waited in earlier games.
func RaiseWaits(a agent.Agent, all agent.Waits) {
	if w, ok := a.(agent.Waiter); ok {
		w.Waits().Raise(all)
	}
}

// AddWaitsOf tells the players of a game that was played elsewhere how long they waited.
func (r *Round) AddWaitsOf(job *Job, rec *Record) {
	for side, at := range []int{job.First, job.Second} {
		if w, ok := r.Agents[at].(agent.Waiter); ok {
			w.Waits().Add(waits(rec.Waited[side]))
		}
	}
}

// WaitsOf is how long the players of a game have waited in earlier ones.
func (r *Round) WaitsOf(job *Job) (list [2]agent.Waits) {
	for side, at := range []int{job.First, job.Second} {
		if w, ok := r.Agents[at].(agent.Waiter); ok {
			list[side] = w.Waits().Used()
		}
	}
	return list
}
