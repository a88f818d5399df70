package class

import (
	"fmt"
	"path/filepath"

	"evolab/arena"
	"evolab/arena/review"
	"evolab/internal/files"
	"evolab/internal/untrusted"
)

// Replayed is a lost game, and where it was lost.
type Replayed struct {
	Line arena.Line
	Loss *review.Loss
}

// reviewed lists the lost games whose reviews are known, in which the submission is
// called by its name alone, and games are counted from 1.
func (c *Class) reviewed(m *mark) (list []Replayed) {
	name := untrusted.Line(m.Name, 100)
	for i := range m.lines {
		l := m.lines[i]
		found := c.reviews.of(m.Submission, &l)
		if found == nil {
			continue
		}
		loss := *found
		for _, who := range []*string{&l.First, &l.Second, &loss.Player} {
			if *who == m.key() {
				*who = name
			}
		}
		l.Game++
		loss.Game++
		list = append(list, Replayed{l, &loss})
	}
	return list
}

// common is what a submission's lost games have in common.
func (c *Class) common(m *mark) review.Summary {
	var losses []*review.Loss
	for i := range m.lines {
		if found := c.reviews.of(m.Submission, &m.lines[i]); found != nil {
			losses = append(losses, found)
		}
	}
	return review.Summarize(m.key(), m.lines, losses)
}

// replay writes the page of the lost games, and returns its name; "" without games.
func (c *Class) replay(m *mark, name string) (string, error) {
	list := c.reviewed(m)
	if c.Replay == nil || len(list) == 0 {
		return "", nil
	}
	text, err := c.Options.Replay("Lost games of "+untrusted.Line(m.Name, 100), list)
	if err == nil {
		err = files.Replace(filepath.Join(c.Out, pageFolder, name), text)
	}
	if err != nil {
		return "", fmt.Errorf("class: %w", err)
	}
	return name, nil
}
