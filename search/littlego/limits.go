package littlego

import "evolab/search"

func (z *Solver) begin(limits search.Limits) {
	z.out, z.limit, z.until, z.look = false, 0, 0, z.Nodes
	if limits.Nodes > 0 {
		z.limit = z.Nodes + limits.Nodes
	}
	if limits.Time > 0 {
		z.until = z.clock() + limits.Time
	}
}

// lookInterval is the number of nodes from one look at the clock to the next.
const lookInterval = 512

// ended tells whether a limit has been reached.
func (z *Solver) ended() bool {
	if z.limit > 0 && z.Nodes > z.limit {
		z.out = true
	}
	if z.Nodes >= z.look && (z.until > 0 || z.Watch != nil) {
		z.look = z.Nodes + lookInterval
		z.out = z.out || z.until > 0 && z.clock() >= z.until || z.Watch != nil && z.Watch()
	}
	return z.out
}
