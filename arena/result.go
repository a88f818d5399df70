package arena

import (
	"fmt"
	"sort"

	"evolab/game"
	"evolab/stats"
)

// Result is what a paired match adds up to, from the view of agent a.
type Result struct {
	stats.Result
	Reasons map[string]int
	// Duplicates is the number of games that repeat an earlier one move by
	// move, with the same agents on the same sides.
	Duplicates int
	CPU        [2]float64 // seconds of CPU of a and b
	// Voids counts the void games. They and the other games of their pairs are
	// in none of the other figures.
	Voids int
	// LostBy counts the games that a and b lost by their own doing, by reason.
	LostBy [2]map[string]int
}

// Swap is the result from the view of agent b.
func (res Result) Swap() Result {
	res.Result = res.Result.Swap()
	res.CPU[0], res.CPU[1] = res.CPU[1], res.CPU[0]
	res.LostBy[0], res.LostBy[1] = res.LostBy[1], res.LostBy[0]
	return res
}

// Sum adds up the records of the jobs that Match.Jobs made for agents a and b.
// Games whose pair is not complete, as an interruption leaves them or a void
// game, do not count.
func Sum(jobs []Job, records []Record, a int) Result {
	played, voids := map[int]int{}, 0
	for i, job := range jobs {
		if records[i].Void() {
			voids++
			continue
		}
		played[job.Pair]++
	}
	var whole []Job
	var results []Record
	for i, job := range jobs {
		if played[job.Pair] == 2 {
			whole, results = append(whole, job), append(results, records[i])
		}
	}
	res := SumGames(whole, results, a)
	res.Voids = voids
	halves := map[int]int{}
	for i, job := range whole {
		points := results[i].Points(seatOf(job, a))
		if other, ok := halves[job.Pair]; ok {
			res.Pairs.Add(other + points)
		}
		halves[job.Pair] = points
	}
	return res
}

// SumGames adds up the records of games that are no pairs.
func SumGames(jobs []Job, records []Record, a int) Result {
	res := Result{Reasons: map[string]int{}, LostBy: [2]map[string]int{{}, {}}}
	type line struct {
		first int
		key   uint64
	}
	seen := map[line]bool{}
	for i, job := range jobs {
		rec := records[i]
		if rec.Void() {
			res.Voids++
			continue
		}
		points := res.count(rec, job, a)
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

// seatOf is the result that agent a wins the job's game by.
func seatOf(job Job, a int) game.Result {
	if job.First == a {
		return game.FirstWins
	}
	return game.SecondWins
}

// count adds a game and returns a's points in it, in half points.
func (res *Result) count(rec Record, job Job, a int) int {
	points := rec.Points(seatOf(job, a))
	own := 0
	if job.First != a {
		own = 1
	}
	res.AddGame(own == 0, points)
	res.CPU[0] += rec.CPU[own]
	res.CPU[1] += rec.CPU[1-own]
	return points
}

// fewGames is the number of games below which a warning says so: the interval
// of a score is then wider than +-.1.
const fewGames = 100

// VoidWarning says of games, such as "void games", how many they are and why.
func VoidWarning(games string, n int) string {
	return fmt.Sprintf("%s: %d (a program may have waited too long for a core; the whole pair is left out)", games, n)
}

// Warnings tells what makes the result less than it seems.
func (res Result) Warnings() []string {
	list := []string{}
	total := res.Total()
	n := total.Games()
	if n < fewGames {
		list = append(list, fmt.Sprintf("only %d games: the interval is wide", n))
	}
	if res.Voids > 0 {
		list = append(list, VoidWarning("void games", res.Voids))
	}
	if res.Duplicates > 0 {
		list = append(list, fmt.Sprintf("%d of %d games repeat an earlier game move by move: they add no information, and the interval is too narrow", res.Duplicates, n))
	}
	if n > 0 && (total.Wins == n || total.Losses == n) {
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
