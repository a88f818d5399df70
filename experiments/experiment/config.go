// Package experiment reads and checks an experiment's YAML file. The
// experiments are in the folder above: ga.yaml is the default and explains
// every key.
//
// It is a separate package because both train, which plays the games, and run,
// which interprets a run's folder, need a Config; neither depends on the other.
package experiment

import (
	"fmt"
	"strconv"

	"evolab/agent"
	"evolab/features"
	"evolab/internal/config"
	"evolab/internal/quantity"
)

// Config is one experiment, complete: defaults are filled in. The tags, which
// package config describes, are the only place where a key is described.
type Config struct {
	Name       string      `key:"name" doc:"what the run's folder is called after" match:"[a-z0-9-]{1,40}" derived:"the file's name"`
	Game       string      `key:"game" doc:"which game is learned; 'evolve games' lists them" match:"[^ ]+" allowed:"a game's name" default:"littlego"`
	Variant    string      `key:"variant" doc:"which rules of the game" allowed:"a variant of the game, or empty for the usual one" default:"\"\""`
	Seed       uint64      `key:"seed" doc:"all randomness of the run comes from it" range:"0..18446744073709551615" default:"1"`
	Agent      string      `key:"agent" doc:"somebody's program whose parameters are tuned, instead of an evaluation's weights" allowed:"a program as 'evolve agents' lists them (exec:, lines:, gtp:, a folder or a source file), or empty" default:"\"\""`
	Parameters []Parameter `key:"parameters" doc:"what is tuned of that program" count:"0..64" default:"[]"`
	Pass       string      `key:"pass" doc:"how it gets them: file, as weights.json in its folder; env, as EVOLAB_name in its environment; args, where its command has {name}; set, by lines set NAME VALUE of the lines protocol, each answered by ok, which spares starts" oneof:"file|env|args|set" default:"file"`
	Player     Player      `key:"player" doc:"how a candidate plays"`
	Start      string      `key:"start" doc:"the weights that generation 0 begins from; td or qlearning makes them in the games of practice" match:".+" allowed:"random, zero, hand, evolved, frozen, td, qlearning or a file of weights" default:"random"`
	// StartWithout lets a learner make anew what the start already has.
	StartWithout []string   `key:"start_without" doc:"what these weights leave out" match:".+" count:"0..100" allowed:"features, pattern shapes, patterns or net, as the start has them" default:"[]"`
	Objective    string     `key:"objective" doc:"what a run maximises: mix, the mean fitness of the games; rubric, the expected points of a rubric; accuracy, the share of proven values that are kept in the training suite; or command, the score of matches that a command plays" oneof:"mix|rubric|accuracy|command" default:"mix"`
	Command      string     `key:"command" doc:"objective: command: the shell command that plays EVOLAB_PAIRS pairs of the values in EVOLAB_NAME against those in EVOLAB_BASE_NAME and prints the result; it runs unconfined, as the user who starts the lab or a worker with --allow-exec" allowed:"a shell command" default:"\"\""`
	Timeout      float64    `key:"timeout" doc:"how long the command may take for a match" unit:"seconds" range:"1..1000000" default:"3600"`
	Rubric       string     `key:"rubric" doc:"whose points are maximised; 'evolve rubrics' lists them; of a course's own file, those of its grading" allowed:"a rubric's name or a course's own file (.yaml) with objective: rubric, else empty" default:"\"\""`
	Opponents    []Opponent `key:"opponents" doc:"whom candidates meet; with objective: rubric the default is the rubric's opponents in equal shares, and another list may only change the shares" count:"1..100" default:"[{agent: random, share: .1}, {agent: greedy, share: .2}, {agent: aggressive, share: .2}, {agent: alphabeta, share: .5}]"`
	Archive      Archive    `key:"archive" doc:"earlier generations as opponents: co-evolution"`
	Fitness      Fitness    `key:"fitness" doc:"what makes a candidate good"`
	Accuracy     Accuracy   `key:"accuracy" doc:"accuracy: suites of proven positions, as 'evolve suite' writes them"`
	Generations  int        `key:"generations" doc:"how many follow generation 0" unit:"generations" range:"1..100000" default:"60"`
	// TrainingGames and TrainingCPU let learners be compared at equal cost.
	TrainingGames int           `key:"training_games" doc:"a budget: if > 0, the training plays exactly this many games, instead of generations: as many as it takes, of at most fitness.pairs pairs for each candidate; validation, the choice of the champion and its test come on top" unit:"games" range:"0..1000000000" default:"0"`
	TrainingCPU   float64       `key:"training_cpu" doc:"a budget: if > 0, the training uses this much CPU time, instead of generations: such a run cannot be repeated to the same bytes" unit:"seconds of CPU" range:"0..1000000000" default:"0"`
	Learner       config.Choice `key:"learner" doc:"what makes weights: evolution, the optimiser from results of games; regression, rounds of self-play whose positions an evaluation is fitted to; td or qlearning, from the differences between predictions in games of practice" default:"evolution"`
	SelfPlay      SelfPlay      `key:"selfplay" doc:"where the positions of regression come from; a round is a generation"`
	Practice      Practice      `key:"practice" doc:"the games of td and qlearning; a round is a generation, but with start: td or qlearning the rounds listed come before generation 0"`
	LearnFrom     []string      `key:"learn_from" doc:"files of recorded games that td and qlearning learn from before they practise" match:".+" count:"0..100" allowed:"files of games, as --games-out writes them" default:"[]"`
	Optimizer     config.Choice `key:"optimizer" doc:"the search method of evolution" default:"ga"`
	Sampling      Sampling      `key:"sampling" doc:"settings that the other optimisers share"`
	HallOfFame    int           `key:"hall_of_fame" doc:"how many of the best candidates of all generations are remembered" unit:"candidates" range:"1..1000" default:"12"`
	Selection     Selection     `key:"selection" doc:"how candidates are ranked"`
	Validation    Validation    `key:"validation" doc:"games that took no part in the training"`
	Progress      Progress      `key:"progress" doc:"a tournament of the best candidates of some generations, at the end"`
	Test          Test          `key:"test" doc:"the champion's final numbers, from seeds that nothing else uses"`
	// Games are those that the config may name; nil: those of the lab.
	Games agent.Table
	// Rubrics are those that the config may name. Without any, as for the config of a
	// recorded run, which lists the rubric's opponents, its rubric is not checked.
	Rubrics Rubrics
	// StartFile has the weights that a recorded run began with: those that start names may
	// be others since. Empty: the run has not begun.
	StartFile string
}

// FindGame finds the config's game.
func (c *Config) FindGame() (agent.Game, error) {
	if c.Runs() {
		return agent.RunnerGame(), nil
	}
	return c.games().Find(c.Game)
}

// games are those that the config may name.
func (c *Config) games() agent.Table {
	if c.Games == nil {
		return agent.Games()
	}
	return c.Games
}

// Empty returns a config without values that knows the same learners, optimisers, games and
// rubrics.
func (c *Config) Empty() *Config {
	return &Config{Learner: c.Learner.Fresh(), Optimizer: c.Optimizer.Fresh(), Games: c.Games, Rubrics: c.Rubrics}
}

// Sampling holds what all optimisers but the GA have in common.
type Sampling struct {
	Population int `key:"population" doc:"candidates in a generation; cma-es has one more, the vector that it moves" unit:"candidates" range:"4..10000" default:"24"`
}

// Player says how a candidate plays in training and validation.
type Player struct {
	Depth int `key:"depth" doc:"how far it looks ahead" unit:"plies" range:"1..10" default:"2"`
	// EndgameDepth is for courses that allow a second depth with the second phase.
	EndgameDepth int `key:"endgame_depth" doc:"if > 0, how far it looks ahead once the second of two phases has begun" unit:"plies" range:"0..10" default:"0"`
	// Nodes lets candidates search as in real play.
	Nodes    int      `key:"nodes" doc:"if > 0, search this many nodes per move instead of to a depth: it searches as in real play, deeper where that is cheap" unit:"nodes" range:"0..1000000" default:"0"`
	Features []string `key:"features" doc:"what it looks at; 'evolve features' lists them" match:"[^ ]+" count:"1..1000" allowed:"[all], [all, -NAME, ...] without some, [none] or names of features" default:"[all]"`
	// Connectives are conditions as features.
	Connectives []string `key:"connectives" doc:"binary connectives: conditions on features, which count like features where they hold" match:".+" count:"0..32" allowed:"up to 32 conditions such as stones>=2 & edge<=0" default:"[]"`
	Phases      int      `key:"phases" doc:"1, or 2 for an opening and an endgame with weights of their own and a learned switch, at the latest where games usually end" range:"1..2" default:"1"`
	Patterns    Patterns `key:"patterns" doc:"tables of weights beside the features; the other learners fit them, evolution takes them from start and learns their share"`
	Net         Net      `key:"net" doc:"a small neural net over the pieces, beside the features and patterns; regression fits it, evolution takes it from start and learns its share"`
}

// Opponent is an agent that candidates play in some of their games.
type Opponent struct {
	Agent string  `key:"agent" doc:"who plays; 'evolve agents' lists them" match:".+" allowed:"name or name:key=value,key=value"`
	Share float64 `key:"share" doc:"its part of the games, relative to the sum of all shares" unit:"parts" range:">0..1000000" default:"1"`
}

// Archive holds the best candidates of earlier generations as opponents.
type Archive struct {
	Share float64 `key:"share" doc:"share of the training games against it; the opponents above get the rest" unit:"share" range:"0..0.9" default:"0"`
	Every int     `key:"every" doc:"from one member, the best of its generation, to the next" unit:"generations" range:"1..100000" default:"5"`
	Size  int     `key:"size" doc:"members at most; a new one replaces the oldest" unit:"candidates" range:"1..1000" default:"10"`
}

// Accuracy names suites of positions with a proof of which moves keep the value.
type Accuracy struct {
	Report string  `key:"report" doc:"a reporting suite, which measures the best of each validated generation" allowed:"a file, shipped, or empty" default:"\"\""`
	Train  string  `key:"train" doc:"a training suite, for share and for objective: accuracy" allowed:"a file, shipped, or empty" default:"\"\""`
	Share  float64 `key:"share" doc:"part of the fitness that accuracy on the training suite makes up; with objective: accuracy it is all of it" unit:"share" range:"0..1" default:"0"`
}

// Progress asks for a tournament of champions over the generations.
type Progress struct {
	Champions int `key:"champions" doc:"how many generations, evenly spread, send their best; 0 plays no tournament" unit:"candidates" range:"0..20" default:"0"`
	Games     int `key:"games" doc:"games per pair of champions" unit:"games" range:"2..1000000" even:"true" default:"200"`
}

// Fitness says how games become a candidate's fitness.
type Fitness struct {
	WinShare     float64 `key:"win_share" doc:"weight of winning; the rest is the weight of the margin; a rubric counts wins alone" unit:"share" range:"0..1" default:".9"`
	OpeningPlies int     `key:"opening_plies" doc:"random plies before the players take over" unit:"plies" range:"0..20" default:"4"`
	Pairs        int     `key:"pairs" doc:"pairs of games (same opening, sides swapped) of a generation, per candidate on average; of each iteration of spsa" unit:"pairs" range:"rounds..100000" default:"30"`
	Rounds       int     `key:"rounds" doc:"rounds of successive halving with the ga (the others give all the same number): round r plays pairs*2^r/rounds more pairs with the best 1/2^r of the candidates" unit:"rounds" range:"1..6" default:"2"`
}

// Selection says how candidates are ranked.
type Selection struct {
	LowerBound float64 `key:"lower_bound" doc:"c in mean - c/sqrt(games), by which elites and the hall of fame are ranked; more distrusts luck more" unit:"fitness" range:"0..100" default:".2"`
	Pool       string  `key:"pool" doc:"whether elites of the ga add new results to their old ones; off, each generation starts afresh" oneof:"on|off" default:"on"`
}

// Validation checks what training claims, and chooses the champion.
type Validation struct {
	Every          int `key:"every" doc:"from one validation of the best candidate to the next" unit:"generations" range:"1..100000" default:"1"`
	Games          int `key:"games" doc:"of each validation" unit:"games" range:"2..10000000" even:"true" default:"400"`
	Candidates     int `key:"candidates" doc:"members of the hall of fame, at most, that play again at the end to choose the champion (learner: regression: against each other); 1 takes the first without any game" unit:"candidates" range:"1..1000" default:"8"`
	CandidateGames int `key:"candidate_games" doc:"of each of them (learner: regression: of each two)" unit:"games" range:"2..10000000" even:"true" default:"2000"`
}

// Test measures the champion.
type Test struct {
	Games        int   `key:"games" doc:"against each opponent from each opening length" unit:"games" range:"2..10000000" even:"true" default:"2000"`
	OpeningPlies []int `key:"opening_plies" doc:"lengths of the random opening; 0 is a real match's start" unit:"plies" range:"0..20" count:"1..21" default:"[4, 0]"`
}

// Look is how far candidates look ahead: Depth plies, or as far as Nodes allow. One
// of the two is 0.
type Look struct {
	Depth int // plies
	// Endgame is the depth of the second phase, 0 if that is Depth too.
	Endgame int
	Nodes   int // moves played in the tree, a move
}

// Look combines the keys depth and nodes.
func (p Player) Look() Look {
	if p.Nodes > 0 {
		return Look{Nodes: p.Nodes}
	}
	return Look{Depth: p.Depth, Endgame: p.EndgameDepth}
}

// Spec is the agent that plays with weights as candidates do. It has no book, whose
// moves would say nothing about the weights.
func (l Look) Spec(w features.Weights) agent.Spec {
	spec := agent.Spec{Name: "frozen", Weights: w}.With("ties", "random")
	if l.Nodes > 0 {
		return spec.With("nodes", strconv.Itoa(l.Nodes)).With("book", "off")
	}
	spec = spec.With("depth", strconv.Itoa(l.Depth))
	if l.Endgame > 0 {
		spec = spec.With("endgame_depth", strconv.Itoa(l.Endgame))
	}
	return spec
}

// String is how texts describe it.
func (l Look) String() string {
	switch {
	case l.Nodes > 0:
		return fmt.Sprintf("%s a move", quantity.Of(l.Nodes, "node"))
	case l.Depth == 0: // a program
		return "its own depth"
	}
	if l.Endgame > 0 {
		return fmt.Sprintf("depth %d, and %d in the endgame", l.Depth, l.Endgame)
	}
	return fmt.Sprintf("depth %d", l.Depth)
}

// Ahead completes "an evaluation that looks ...".
func (l Look) Ahead() string {
	switch {
	case l.Nodes > 0:
		return fmt.Sprintf("%s a move ahead", quantity.Of(l.Nodes, "node"))
	case l.Endgame > 0:
		return Look{Depth: l.Depth}.Ahead() + fmt.Sprintf(", and %d in the endgame", l.Endgame)
	}
	return fmt.Sprintf("%s ahead", quantity.Of(l.Depth, "ply"))
}

// Uses lists the files and programs that a config names, whether they exist or not:
// whoever runs somebody else's config looks at them first.
func (c *Config) Uses() []agent.Use {
	var list []agent.Use
	switch c.Start {
	case "random", "zero", "hand", "frozen", "evolved", "td", "qlearning":
	default:
		list = append(list, agent.Use{Key: "start", Path: c.Start})
	}
	if c.Agent != "" {
		list = append(list, agent.Uses("agent", c.Agent)...)
	}
	if c.Runs() {
		list = append(list, agent.Use{Key: "command", Path: c.Command, Program: true})
	}
	for i, o := range c.Opponents {
		list = append(list, agent.Uses(fmt.Sprintf("opponents.%d.agent", i), o.Agent)...)
	}
	for i, text := range c.Practice.Against {
		list = append(list, agent.Uses(fmt.Sprintf("practice.against.%d", i), text)...)
	}
	for _, suite := range []agent.Use{{Key: "accuracy.train", Path: c.Accuracy.Train}, {Key: "accuracy.report", Path: c.Accuracy.Report}} {
		if suite.Path != "" && suite.Path != ShippedSuite {
			list = append(list, suite)
		}
	}
	if isCourseFile(c.Rubric) {
		list = append(list, agent.Use{Key: "rubric", Path: c.Rubric})
	}
	for i, path := range c.SelfPlay.Files {
		list = append(list, agent.Use{Key: fmt.Sprintf("selfplay.files.%d", i), Path: path})
	}
	for i, path := range c.LearnFrom {
		list = append(list, agent.Use{Key: fmt.Sprintf("learn_from.%d", i), Path: path})
	}
	return list
}

// The purposes of seeds. Games of different purposes share nothing: a champion is
// chosen on games that did not train it, and measured on yet others.
const (
	StartSeed = iota + 1
	TrainSeed
	ValidateSeed
	ChooseSeed
	TestSeed
	AblateSeed
	ArchiveSeed
	ProgressSeed
	AccuracySeed
	SelfPlaySeed
	FitSeed
	RoundSeed
	PracticeSeed
)
