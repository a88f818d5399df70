package search

import "time"

// Meter watches the limits of an exact solver, whose own count of nodes
// continues from one search to the next.
type Meter struct {
	Out bool // a limit ended the search: what it finds means nothing
	// Watch, if there is one, is asked every lookInterval nodes whether to
	// stop.
	Watch func() (stop bool)

	clock func() time.Duration
	limit uint64        // of the nodes; 0: none
	whole uint64        // the limit of the search, of which this may be a part
	until time.Duration // on the clock; 0: no limit
	look  uint64        // of the nodes, when the clock is read again
}

// NewMeter makes a meter. The clock is only read by searches with a time limit.
func NewMeter(clock func() time.Duration) Meter { return Meter{clock: clock} }

// Begin begins a search after so many nodes were counted already; a limit on depth
// is ignored.
func (m *Meter) Begin(nodes uint64, limits Limits) {
	m.Out, m.limit, m.whole, m.until, m.look = false, 0, 0, 0, nodes
	if limits.Nodes > 0 {
		m.limit = nodes + limits.Nodes
		m.whole = m.limit
	}
	if limits.Time > 0 {
		m.until = m.clock() + limits.Time
	}
}

// Part begins a part of the search, of so many nodes at most, or of all that
// are left with 0. It is false, and the search is out, when the search's own
// limits are reached.
func (m *Meter) Part(nodes, most uint64) bool {
	m.Out = m.whole > 0 && nodes >= m.whole || m.until > 0 && m.clock() >= m.until
	m.limit = m.whole
	if part := nodes + most; most > 0 && (m.whole == 0 || part < m.whole) {
		m.limit = part
	}
	return !m.Out
}

// Over reports whether a limit has been reached with so many nodes.
func (m *Meter) Over(nodes uint64) bool {
	if m.limit > 0 && nodes > m.limit {
		m.Out = true
	}
	if nodes >= m.look && (m.until > 0 || m.Watch != nil) {
		m.look = nodes + lookInterval
		m.Out = m.Out || m.until > 0 && m.clock() >= m.until || m.Watch != nil && m.Watch()
	}
	return m.Out
}
