package tournament

// format says who meets whom. Its rounds follow only from the results, so that an
// interrupted tournament continues with the same ones.
type format interface {
	// Round returns the encounters of the round after those of the book; none
	// when the tournament is over.
	Round(b *Book) []Tie
	// Places ranks the players by how far they came: smaller is better, and their
	// games decide between equal numbers.
	Places(b *Book) []int
	// Final reports whether the last encounter of a finished tournament was a final,
	// whose winner is the champion.
	Final(b *Book) bool
}

// Tie is an encounter of two players, by their numbers in the list.
type Tie struct {
	A, B  int
	Games int // even
}

// Format is a row of the table of formats.
type Format struct {
	Name, Doc string
	make      func(c *Config) format
}

// Formats lists the formats; the tag of Config.Format names them too.
func Formats() []Format {
	return []Format{
		{"round-robin", "everybody meets everybody", func(c *Config) format { return &roundRobin{len(c.Agents), c.Games, c.FinalGames} }},
		{"gauntlet", "the first agents meet all others", func(c *Config) format {
			return &gauntlet{len(c.Agents), c.Gauntlet.Challengers, c.Games}
		}},
		{"knock-out", "the loser of an encounter is out", func(c *Config) format {
			return &knockOut{len(c.Agents), c.Games, c.FinalGames, c.KnockOut.TieBreaks}
		}},
		{"competition", "an agent that loses more than half of an encounter is out", func(c *Config) format {
			return &competition{len(c.Agents), c.Games, c.Competition.Rounds, c.Seed}
		}},
	}
}

func (c *Config) format() format {
	for _, f := range Formats() {
		if f.Name == c.Format {
			return f.make(c)
		}
	}
	panic("tournament: no format " + c.Format)
}
