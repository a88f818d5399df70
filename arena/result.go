package arena

import (
	"fmt"
	"maps"
	"slices"

	"evolab/game"
	"evolab/internal/quantity"
	"evolab/stats"
)

// Result sums up a paired match from the view of agent a.
type Result struct {
	stats.Result
	Reasons map[string]int
	// Duplicates is the number of games that repeat an earlier one move by
	// move, with the same agents on the same sides.
	Duplicates int
	CPU        [2]float64 // seconds of CPU of a and b
	// Voids counts the void games. No other figure includes them or the other games
	// of their pairs.
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
// Games of incomplete pairs, after an interruption or a void game, do not count.
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

// SumGames adds up the records of games that are not paired.
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
		points, own := rec.Points(seatOf(job, a)), 0
		if job.First != a {
			own = 1
		}
		res.AddGame(own == 0, points)
		res.CPU[0] += rec.CPU[own]
		res.CPU[1] += rec.CPU[1-own]
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

// seatOf is the result with which agent a wins the job's game.
func seatOf(job Job, a int) game.Result {
	if job.First == a {
		return game.FirstWins
	}
	return game.SecondWins
}

// Foul is a game that a player lost by its own doing, and how many it lost so in all.
type Foul struct {
	Games  int
	Game   int // the first one
	Reason string
	Detail string
	Stderr string // the end of what the program wrote there in that game
	Mute   bool   // each of its games: it crashed or wrote nothing
}

// FoulOf looks for games that agent a lost by its own doing; nil: there are none.
func FoulOf(jobs []Job, records []Record, a int) *Foul {
	f := Foul{Mute: true}
	for i, job := range jobs {
		rec, own := &records[i], 0
		if job.First != a {
			own = 1
		}
		lost := rec.Failure != "" && !rec.Void() && rec.Points(seatOf(job, a)) == 0
		if lost && f.Games == 0 {
			f.Game, f.Reason, f.Detail, f.Stderr = rec.Job, rec.Reason, rec.Failure, rec.Stderr[own]
		}
		if lost {
			f.Games++
		}
		f.Mute = f.Mute && lost && (rec.Reason == Crash || rec.Reason == NoOutput)
	}
	if f.Games == 0 {
		return nil
	}
	return &f
}

// FewGames is the number of games below which the interval of a score is wider
// than +-.1.
const FewGames = 100

// VoidWarning says how many games are void, and why; games is a noun for them.
func VoidWarning(games string, n int) string {
	return fmt.Sprintf("%s: %d (a program may have waited too long for a core; the whole pair is left out)", games, n)
}

// Warnings lists what makes the result less reliable than it seems.
func (res Result) Warnings() []string {
	list := []string{}
	total := res.Total()
	n := total.Games()
	if n < FewGames {
		list = append(list, fmt.Sprintf("only %s: the interval is wide", quantity.Of(n, "game")))
	}
	if res.Voids > 0 {
		list = append(list, VoidWarning("void games", res.Voids))
	}
	if res.Duplicates > 0 {
		list = append(list, fmt.Sprintf("%d of %s %s an earlier game move by move: that adds no information, and the interval is too narrow", res.Duplicates, quantity.Of(n, "game"), quantity.Verb(res.Duplicates, "repeats", "repeat")))
	}
	if n > 0 && (total.Wins == n || total.Losses == n) {
		list = append(list, "one-sided: the rating difference is only bounded on one side")
	}
	return list
}

// ReasonList is the reasons with their counts, the most frequent first.
func (res Result) ReasonList() []string {
	names := slices.Sorted(maps.Keys(res.Reasons))
	slices.SortStableFunc(names, func(a, b string) int { return res.Reasons[b] - res.Reasons[a] })
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, res.Reasons[name])
	}
	return names
}
