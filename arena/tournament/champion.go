package tournament

import "evolab/stats"

// Champion is who has won a final.
type Champion struct {
	Agent   string    `json:"agent"`
	Against string    `json:"against"` // the other finalist
	Total   stats.WDL `json:"total"`   // of all their games against each other
}

// Crown enters the winner of the final: the first row, ahead of the second.
func (t *Table) Crown() {
	c := &Champion{Agent: t.Rows[0].Agent, Against: t.Rows[1].Agent}
	for _, m := range t.Met {
		switch [2]string{m.A, m.B} {
		case [2]string{c.Agent, c.Against}:
			c.Total = c.Total.Add(m.Total)
		case [2]string{c.Against, c.Agent}:
			c.Total = c.Total.Add(m.Total.Swap())
		}
	}
	t.Champion = c
}
