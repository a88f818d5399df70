// Package matchscore reads what match runners print of a match: its result by pairs or games, in a
// line of our own, or as fastchess and cutechess-cli print it. It never panics, whatever it is given.
package matchscore

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"

	"evolab/internal/quantity"
	"evolab/stats"
)

// Score is the result of a match for its first player.
type Score struct {
	Pairs stats.Pentanomial // of pairs; zero if the runner tells games alone
	Games stats.WDL         // of all games; zero if the runner tells pairs
}

// Played is the number of games.
func (s Score) Played() int { return s.Pairs.Games() + s.Games.Games() }

// Forms lists the lines that Last reads, for messages.
const Forms = `"pentanomial a,b,c,d,e" (pairs of 0, ½, 1, 1½ and 2 points), "wdl w,d,l", or what fastchess or cutechess-cli print`

// A form is a line of text, and what its numbers mean.
type form struct {
	line *regexp.Regexp
	read func(n []int) Score
}

const number = `\s*(\d{1,9})\s*`

func pairs(n []int) Score { return Score{Pairs: stats.Pentanomial(n)} }

var forms = []form{
	{regexp.MustCompile(`^\s*pentanomial[\s:=]` + number + `,` + number + `,` + number + `,` + number + `,` + number + `$`), pairs},
	{regexp.MustCompile(`^\s*wdl[\s:=]` + number + `,` + number + `,` + number + `$`), func(n []int) Score {
		return Score{Games: stats.WDL{Wins: n[0], Draws: n[1], Losses: n[2]}}
	}},
	// fastchess: the pairs of 0 to 2 points, and the games.
	{regexp.MustCompile(`Ptnml\(0-2\):\s*\[` + number + `,` + number + `,` + number + `,` + number + `,` + number + `\]`), pairs},
	{regexp.MustCompile(`Wins:` + number + `,\s*Losses:` + number + `,\s*Draws:` + number + `(?:,|$)`), func(n []int) Score {
		return Score{Games: stats.WDL{Wins: n[0], Losses: n[1], Draws: n[2]}}
	}},
	// cutechess-cli: wins, losses, draws.
	{regexp.MustCompile(`Score of .+ vs .+:` + number + `-` + number + `-` + number + `(?:\[|$)`), func(n []int) Score {
		return Score{Games: stats.WDL{Wins: n[0], Losses: n[1], Draws: n[2]}}
	}},
}

// Last returns the score of the last line that tells one. Runners print one after each game, or
// several forms of the same.
func Last(output []byte) (s Score, ok bool) {
	for len(output) > 0 {
		line := output
		if at := bytes.LastIndexByte(output, '\n'); at >= 0 {
			line, output = output[at+1:], output[:at]
		} else {
			output = nil
		}
		if s, ok = parse(string(bytes.TrimRight(line, "\r \t"))); ok {
			return s, true
		}
	}
	return Score{}, false
}

func parse(line string) (Score, bool) {
	const longest = 4096
	if len(line) > longest {
		return Score{}, false
	}
	for _, f := range forms {
		if found := f.line.FindStringSubmatch(line); found != nil {
			n := make([]int, len(found)-1)
			for i, text := range found[1:] {
				n[i], _ = strconv.Atoi(text) // of at most nine digits
			}
			return f.read(n), true
		}
	}
	return Score{}, false
}

// Check reports a score that is not of so many pairs.
func (s Score) Check(pairs int) error {
	if s.Played() != 2*pairs {
		return fmt.Errorf("a score of %s (expected: %d, of %s)", quantity.Of(s.Played(), "game"), 2*pairs, quantity.Of(pairs, "pair"))
	}
	return nil
}
