package class

import (
	"fmt"

	"evolab/arena"
	"evolab/arena/review"
	"evolab/internal/untrusted"
)

// Replayed is a game of a submission, and where it was lost.
type Replayed struct {
	Line arena.Line
	Loss *review.Loss // nil: the submission has not lost it, or it is not reviewed
}

func (r *Replayed) positions() int { return 1 + len(r.Line.Moves) }

// replayPage is a page on which games of a submission can be stepped through.
type replayPage struct {
	File  string
	Games string // which they are, in words
}

// replayed lists the games in the order of the grading. The submission is called by its
// name alone, and games are counted from 1.
func (c *Class) replayed(m *Mark) []Replayed {
	name := untrusted.Line(m.Name, maxName)
	var list []Replayed
	for i := range m.lines {
		l := m.lines[i]
		found := c.reviews.find(m.Submission, &l)
		if found != nil {
			loss := *found
			loss.Game++
			if loss.Player == m.key() {
				loss.Player = name
			}
			found = &loss
		}
		for _, who := range []*string{&l.First, &l.Second, &l.Winner} {
			if *who == m.key() {
				*who = name
			}
		}
		l.Game++
		list = append(list, Replayed{l, found})
	}
	return list
}

// pageOfGames is the most positions on a page, each of up to 256 squares: a page takes up
// to about 5 MB, and a grading of 300 games of Little-Go is on one.
const pageOfGames = 15_000

// writeReplays writes the pages of the games. The first one keeps its address when games
// are added.
func (c *Class) writeReplays(m *Mark) (pages []replayPage, err error) {
	if c.Replay == nil {
		return nil, nil
	}
	all := c.replayed(m)
	for len(all) > 0 {
		n := 1
		for sum := all[0].positions(); n < len(all) && sum+all[n].positions() <= pageOfGames; n++ {
			sum += all[n].positions()
		}
		text, err := c.Options.Replay(c.Grading.Game, "Games of "+untrusted.Line(m.Name, maxName), all[:n])
		if err != nil {
			return nil, err
		}
		page := replayPage{File: c.pages.games(m.Name, len(pages)), Games: "all games"}
		switch first, last := all[0].Line.Game, all[n-1].Line.Game; {
		case n == len(m.lines):
		case n == 1:
			page.Games = fmt.Sprintf("game %d", first)
		default:
			page.Games = fmt.Sprintf("games %d to %d", first, last)
		}
		c.write(pageFolder+"/"+page.File, text)
		pages, all = append(pages, page), all[n:]
	}
	return pages, nil
}
