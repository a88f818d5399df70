package experiment

import (
	"bytes"
	"fmt"

	"evolab/agent"
	"evolab/arena"
	"evolab/internal/files"
)

// PracticeShares are the opponents' shares of the games of practice.
func (c *Config) PracticeShares() []float64 {
	list := c.Shares()
	if n := len(c.Practice.Against); n > 0 {
		list = nil
		for range n {
			list = append(list, 1/float64(n))
		}
	}
	for i := range list {
		list[i] *= 1 - c.Practice.SelfPlay
	}
	return list
}

// PracticeOpponents are the agents of practice; none for self-play.
func (c *Config) PracticeOpponents() []string {
	if c.Practice.SelfPlay == 1 || len(c.Practice.Against) > 0 {
		return c.Practice.Against
	}
	var list []string
	for _, o := range c.Opponents {
		list = append(list, o.Agent)
	}
	return list
}

// practiceSpecs are those that can be read.
func (c *Config) practiceSpecs() (list []agent.Spec) {
	for _, text := range c.PracticeOpponents() {
		if spec, err := agent.ParseSpec(text); err == nil {
			list = append(list, spec)
		}
	}
	return list
}

// ReadGames reads the finished games of a file that are of a game and variant.
func ReadGames(path string, g agent.Game, variant string) ([]arena.Line, error) {
	data, err := files.Read(path, 1<<30)
	if err != nil {
		return nil, err
	}
	info := g.Info()
	var list []arena.Line
	for i, text := range bytes.Split(data, []byte("\n")) {
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		line, err := arena.ParseLine(text)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
		if line.GameName != "" && (line.GameName != info.Name || info.Variant(line.Variant) != info.Variant(variant)) {
			return nil, fmt.Errorf("%s:%d: a game of %s %s", path, i+1, line.GameName, line.Variant)
		}
		if !line.Open() {
			list = append(list, line)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: no finished game", path)
	}
	return list, nil
}
