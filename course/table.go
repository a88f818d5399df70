package course

import (
	"time"

	"evolab/agent"
	"evolab/host/compile"
	"evolab/stats"
)

// All lists the courses.
//
// Little-Go changed its limits over the years, but not its points. There are 50
// games against each opponent in 2021, and 20 in 2023. Grading has two stages, each
// with its own allowance: four baselines, then a Q-learner and a champion (2021:
// 4 x 50 = 200 games in 7200 s and 2 x 50 in 3600 s; 2023: 80 in 7200 s and 40 in
// 3600 s).
//
// A submission rehearses the grading with fewer games. 150 = 3 x 50 and
// 60 = 3 x 20 are the first stage without alphabeta, which the assignment reserves
// for the grading. The second stage's 20 games in 1800 s, in 2023 only, are half of
// the grading's: 10 against each of its two opponents, as the assignment of Spring
// 2022 says, which has the same numbers.
//
// The plan of a move is the assignment's advice: 12 moves per game at 2 s (2021) or
// 6 s (2023) stay within the allowance of every stage.
//
// Checkers and Halma are graded by ten single moves and nine games against the
// course's own minimax, of which the agent opens five; see singlesAndGames. The
// plans are below what that opponent takes for a move, so that the agent wins drawn
// games.
func All() []Course {
	return []Course{littlegoCourse(), checkersCourse(), halmaCourse()}
}

func littlegoCourse() Course {
	return Course{
		Game:        "littlego",
		Files:       namesOf("littlego"),
		Exam:        littlegoExam(),
		OwnFiles:    []string{"my_player_ply.txt"},
		SourceWords: `(?i)little[-_ ]?go\b|\bliberty\b|\bliberties\b|\bkomi\b`,
		Years: []Year{{
			Year: 2021, Term: "CSCI-561 Fall 2021", Rubric: "usc-2021",
			Move: 10 * time.Second, Plan: 2 * time.Second,
			Grading: []Stage{
				{"stage 1", 7200 * time.Second, games(50, baselines())},
				{"stage 2", 3600 * time.Second, games(50, learners())},
			},
			Rehearsal: []Stage{{"stage 1", 5400 * time.Second, games(50, baselines()[:3])}},
		}, {
			Year: 2023, Term: "CSCI-561 Fall 2023", Rubric: "usc-2023",
			Move: 54 * time.Second, Plan: 6 * time.Second,
			Grading: []Stage{
				{"stage 1", 7200 * time.Second, games(20, baselines())},
				{"stage 2", 3600 * time.Second, games(20, learners())},
			},
			Rehearsal: []Stage{
				{"stage 1", 5400 * time.Second, games(20, baselines()[:3])},
				{"stage 2", 1800 * time.Second, games(10, learners())},
			},
		}},
	}
}

func checkersCourse() Course {
	return Course{
		Game:        "checkers",
		Files:       namesOf("checkers"),
		Exam:        checkersExam(),
		SourceWords: `(?i)\bcheckers\b|\bdraughts\b|\bcrown(ed|ing|s)?\b|\bkings?\b|_kings?\b|\bking_`,
		Years: []Year{{
			Year: 2021, Term: "CSCI-561 Spring 2021", Rubric: "checkers-2021",
			Move: 30 * time.Second, Whole: 300 * time.Second, Plan: 250 * time.Millisecond,
			// The course's own program took about 0.3 s a move.
			Grading: singlesAndGames(60, "reference:pace=0.3", ""),
		}},
	}
}

func halmaCourse() Course {
	return Course{
		Game:        "halma",
		Files:       namesOf("halma"),
		Exam:        halmaExam(),
		SourceWords: `(?i)\bhalma\b|\bcamps?\b|_camp\b|\bcamp_`,
		Years: []Year{{
			Year: 2019, Term: "CSCI-561 Fall 2019", Rubric: "halma-2019",
			Move: 30 * time.Second, Whole: 100 * time.Second, Plan: 250 * time.Millisecond,
			// Four plies take minutes in the middle of a game, three about a second.
			Grading: singlesAndGames(150, "reference", "reference:depth=2"),
		}},
	}
}

// namesOf returns the names of the files of a game of the lab.
func namesOf(name string) compile.Names {
	g, err := agent.FindGame(name)
	if err != nil {
		panic(err)
	}
	return g.Info().Names
}

// singlesAndGames gives a point for each of ten single moves, in positions after up
// to this many plies, and ten points for each win in nine games.
func singlesAndGames(plies int, reference, untimed string) []Stage {
	single := Opponent{Name: "single moves", Agent: "random", Games: 10, Scale: stats.Scale{{PerRate: 10}}, Plies: plies}
	game := Opponent{Name: "reference", Agent: reference, Games: 9, Scale: stats.Scale{{PerRate: 90}}, Untimed: untimed}
	return []Stage{
		{"single moves", 0, []Opponent{single}},
		{"games", 0, []Opponent{game}},
	}
}

// baselines are the opponents of the first stage; alphabeta is the last.
func baselines() []Opponent {
	return []Opponent{
		{Name: "random", Agent: "random", Scale: usc(25, 15, 0)},
		{Name: "greedy", Agent: "greedy", Scale: usc(25, 15, 0)},
		{Name: "aggressive", Agent: "aggressive", Scale: usc(25, 20, 10)},
		{Name: "alphabeta", Agent: "alphabeta", Scale: usc(15, 10, 5)},
	}
}

// learners are the opponents of the second stage.
func learners() []Opponent {
	return []Opponent{
		{Name: "qlearning", Agent: "qlearning", Scale: usc(5, 5, 0), Graded: true},
		{Name: "championship", Agent: "champion", Scale: usc(5, 5, 2), Graded: true},
	}
}

// usc is the scale of the course: full points from 90 %, else middle times the win
// rate from 70 %, and low times the rate below.
func usc(full, middle, low float64) stats.Scale {
	return stats.Scale{{From: .9, Fixed: full}, {From: .7, PerRate: middle}, {PerRate: low}}
}

// games sets the number of games of each opponent.
func games(n int, list []Opponent) []Opponent {
	for i := range list {
		list[i].Games = n
	}
	return list
}
