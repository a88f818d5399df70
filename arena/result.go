package arena

import (
	"fmt"
	"slices"
	"sort"

	"evolab/game"
	"evolab/stats"
)

// Result is what a paired match adds up to, from the view of agent a.
type Result struct {
	Total    stats.WDL
	AsFirst  stats.WDL // a was the first side
	AsSecond stats.WDL
	Pairs    stats.Pentanomial
	Reasons  map[string]int
	// Duplicates is the number of games that repeat an earlier one move by
	// move, with the same agents on the same sides.
	Duplicates int
	CPU        [2]float64 // seconds of CPU of a and b
	// LostBy counts the games that a and b lost by their own doing, by reason.
	LostBy [2]map[string]int
}

// Swap is the result from the view of agent b.
func (res Result) Swap() Result {
	res.Total, res.AsFirst, res.AsSecond = res.Total.Swap(), res.AsSecond.Swap(), res.AsFirst.Swap()
	slices.Reverse(res.Pairs[:])
	res.CPU[0], res.CPU[1] = res.CPU[1], res.CPU[0]
	res.LostBy[0], res.LostBy[1] = res.LostBy[1], res.LostBy[0]
	return res
}

// Sum adds up the records of the jobs that Match.Jobs made for agents a and b.
// Games whose pair is not complete, as an interruption leaves them, do not
// count.
func Sum(jobs []Job, records []Record, a int) Result {
	res := Result{Reasons: map[string]int{}, LostBy: [2]map[string]int{{}, {}}}
	halves := map[int]int{}
	played := map[int]int{}
	for _, job := range jobs {
		played[job.Pair]++
	}
	type line struct {
		first int
		key   uint64
	}
	seen := map[line]bool{}
	for i, job := range jobs {
		if played[job.Pair] != 2 {
			continue
		}
		rec := records[i]
		points := res.count(rec, job.First == a)
		if other, ok := halves[job.Pair]; ok {
			res.Pairs.Add(other + points)
		}
		halves[job.Pair] = points
		res.Reasons[rec.Reason]++
		if rec.Failure != "" {
			res.LostBy[points/2][rec.Reason]++
		}
		key := line{job.First, rec.Line}
		if seen[key] {
			res.Duplicates++
		}
		seen[key] = true
	}
	return res
}

// Alone is the result of one game that a began or did not, as if its pair had
// gone the same way.
func Alone(rec Record, began bool) Result {
	res := Result{Reasons: map[string]int{rec.Reason: 1}, LostBy: [2]map[string]int{{}, {}}}
	points := res.count(rec, began)
	res.Pairs.Add(2 * points)
	if rec.Failure != "" {
		res.LostBy[points/2][rec.Reason]++
	}
	return res
}

// count adds a game and returns a's points in it, in half points.
func (res *Result) count(rec Record, first bool) int {
	side := game.SecondWins
	if first {
		side = game.FirstWins
	}
	points := rec.Points(side)
	won := [3]stats.WDL{{Losses: 1}, {Draws: 1}, {Wins: 1}}[points]
	res.Total = res.Total.Add(won)
	if first {
		res.AsFirst = res.AsFirst.Add(won)
		res.CPU[0] += rec.CPU[0]
		res.CPU[1] += rec.CPU[1]
	} else {
		res.AsSecond = res.AsSecond.Add(won)
		res.CPU[0] += rec.CPU[1]
		res.CPU[1] += rec.CPU[0]
	}
	return points
}

// fewGames is the number of games below which a warning says so: the interval
// of a score is then wider than +-.1.
const fewGames = 100

// Warnings tells what makes the result less than it seems.
func (res Result) Warnings() []string {
	list := []string{}
	n := res.Total.Games()
	if n < fewGames {
		list = append(list, fmt.Sprintf("only %d games: the interval is wide", n))
	}
	if res.Duplicates > 0 {
		list = append(list, fmt.Sprintf("%d of %d games repeat an earlier game move by move: they add no information, and the interval is too narrow", res.Duplicates, n))
	}
	if n > 0 && (res.Total.Wins == n || res.Total.Losses == n) {
		list = append(list, "one-sided: the rating difference is only bounded on one side")
	}
	return list
}

// ReasonList is the reasons with their counts, the most frequent first.
func (res Result) ReasonList() []string {
	var names []string
	for name := range res.Reasons {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool {
		a, b := res.Reasons[names[i]], res.Reasons[names[j]]
		return a > b || a == b && names[i] < names[j]
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, res.Reasons[name])
	}
	return names
}
