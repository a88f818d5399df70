package lab

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"
)

// commandGroup is a part of the table of commands. The help, the man pages, the
// completion and docs/reference/commands.md are made from that table.
type commandGroup struct {
	title   string
	entries []entry
}

// entry is a command, which other command to use instead for what, and
// examples.
type entry struct {
	command  func(*app) *cobra.Command
	rather   string
	examples []string
}

// addCommands adds the commands of the table to the root.
func (a *app) addCommands(root *cobra.Command) {
	for _, group := range commandGroups() {
		root.AddGroup(&cobra.Group{ID: group.title, Title: group.title + ":"})
		for _, e := range group.entries {
			c := strict(e.command(a))
			e.describe(c)
			c.GroupID = group.title
			root.AddCommand(c)
			root.SetHelpCommandGroupID(group.title) // the last
			root.SetCompletionCommandGroupID(group.title)
		}
	}
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() != "completion" {
			continue
		}
		c.Args, c.RunE = noCommand, func(c *cobra.Command, _ []string) error { return c.Help() }
		for _, shell := range c.Commands() {
			shell.Args = arguments(0, 0)
			strict(shell)
		}
	}
}

// describe adds what the table says to a command's help, and the examples to
// the subcommands that they show.
func (e entry) describe(c *cobra.Command) {
	if e.rather != "" {
		c.Long = cmp.Or(c.Long, c.Short+".") + "\n\n" + e.rather
	}
	c.Example = "  " + strings.Join(e.examples, "\n  ")
	for _, sub := range c.Commands() {
		for _, example := range e.examples {
			if strings.Contains(example, " "+c.Name()+" "+sub.Name()) {
				sub.Example = strings.TrimPrefix(sub.Example+"\n  "+example, "\n")
			}
		}
	}
}

// commandGroups is the table of commands, in groups as the help shows them.
func commandGroups() []commandGroup {
	return []commandGroup{
		{"Experiment", experimentCommands()},
		{"Look", lookCommands()},
		{"Play and grade", playCommands()},
		{"Expert", expertCommands()},
	}
}

func experimentCommands() []entry {
	return []entry{
		{initCommand, "", []string{"evolve init", "evolve init my-project --game checkers --for tuner", "evolve init my-project --agent python"}},
		{runCommand, "Many settings or seeds: evolve sweep. To continue an interrupted run: evolve resume.", []string{
			"evolve run quick", "evolve run ga seed=7 ga.sigma=.3 player.depth=1 --workers 2"}},
		{resumeCommand, "", []string{"evolve resume last", "evolve resume last generations=30"}},
		{sweepCommand, "One run: evolve run.", []string{
			"evolve sweep sweep --list", "evolve sweep compare training_games=6000 sweep.seeds=3 --jobs 2"}},
		{tuneCommand, "The same from a config: evolve run. The weights of the lab's own agents: evolve run.", []string{
			"evolve tune my_agent --against random,greedy", "evolve tune my_agent --against greedy --param depth=3:1..6:int --out t.yaml"}},
		{configCommand, "To set up a whole project: evolve init.", []string{
			"evolve config > mine.yaml", "evolve config quick seed=3", "evolve config optimizer", "evolve config --search mutation"}},
		{freezeCommand, "For a source file to hand in: evolve ship.", []string{
			"evolve freeze last --to weights.json", "evolve freeze last --force"}},
		{shipCommand, "For weights to play with in this lab: evolve freeze --to.", []string{
			"evolve ship last --lang python --out handin --check", "evolve ship frozen --game checkers --lang cpp --out handin"}},
	}
}

func lookCommands() []entry {
	return []entry{
		{runsCommand, "One run in full: evolve show.", []string{
			"evolve runs", "evolve runs --where 'ga.sigma > .3' --sort validated --limit 10"}},
		{showCommand, "A page with figures for a browser: evolve report.", []string{"evolve show last"}},
		{reportCommand, "The figures alone: evolve plot. Text in the terminal: evolve show. Live: evolve serve.", []string{
			"evolve report last", "evolve report last --markdown notes"}},
		{serveCommand, "A page to keep or to send: evolve report.", []string{"evolve serve", "evolve serve --addr 127.0.0.1:0 --dir runs"}},
		{plotCommand, "A page with figures, games and weights: evolve report.", []string{"evolve plot last --formats pdf"}},
		{compareCommand, "A page about several runs: evolve report RUN RUN. Other agents: evolve match.", []string{
			"evolve compare RUN1 RUN2 --play 20"}},
		{exportCommand, "To read it yourself: evolve show.", []string{"evolve export last --out run.md"}},
		{tagCommand, "", []string{"evolve tag last baseline"}},
		{noteCommand, "", []string{`evolve note last "the config of the paper"`}},
		{rmCommand, "", []string{"evolve rm last", "evolve rm RUN1 RUN2 --yes"}},
		{gamesCommand, "", []string{"evolve games"}},
		{agentsCommand, "", []string{"evolve agents littlego"}},
		{featuresCommand, "What each is worth: evolve ablate.", []string{"evolve features checkers"}},
		{rubricsCommand, "", []string{"evolve rubrics"}},
		{versionCommand, "", []string{"evolve version"}},
	}
}

func playCommands() []entry {
	return []entry{
		{playCommand, "Two agents against each other: evolve host for one game, evolve match for many.", []string{
			"evolve play --against greedy", "evolve play --game checkers --second --against frozen:time=1"}},
		{matchCommand, "More than two agents: evolve tournament. One game, move by move: evolve host. Against a person: evolve play.", []string{
			"evolve match frozen:depth=2 hand:depth=2 --games 200 --games-out games.jsonl",
			"evolve match --game checkers frozen:nodes=2000 alphabeta --sprt elo0=0,elo1=50",
			`evolve match "exec:dir=handin,cmd=python3 my_player3.py" random --games 2`}},
		{tournamentCommand, "Two agents: evolve match.", []string{
			"evolve tournament tournament", "evolve tournament tournament format=gauntlet games=40 --resume",
			"evolve tournament --class submissions --rubric usc-2023"}},
		{hostCommand, "Many games, with statistics: evolve match.", []string{
			"evolve host --first handin --second aggressive --move-time 10"}},
		{showGameCommand, "Why games were lost: evolve review.", []string{
			"evolve show-game games.jsonl --game-number 3", "evolve show-game games.jsonl --format sgf > games.sgf"}},
		{reviewCommand, "To step through a game: evolve show-game.", []string{"evolve review games.jsonl", "evolve review games.jsonl --html lost.html"}},
		{gradeCommand, "First check for what a grader would reject: evolve doctor.", []string{
			"evolve grade frozen:depth=4 --rubric usc-2023", "evolve grade handin --rubric usc-2023", "evolve grade handin --rubric usc-2023 --out results --watch"}},
		{doctorCommand, "Points under a rubric: evolve grade.", []string{
			"evolve doctor handin", "evolve doctor --system", "evolve doctor --runs"}},
		{gtpCommand, "To play at this terminal: evolve play.", []string{"evolve gtp --agent frozen:depth=4"}},
		{konaneCommand, "Konane on this machine: evolve match --game konane.", []string{
			"evolve konane serve", "evolve konane serve --event 1,2,3,4 --journal event.jsonl",
			"evolve konane connect localhost --user 1 --opponent 2 --agent frozen"}},
	}
}

func expertCommands() []entry {
	return []entry{
		{analyzeCommand, "Proven values instead of an agent's opinion: evolve solve.", []string{
			"evolve analyze --position start --agent frozen:depth=6",
			`evolve analyze --position "..X../.XX../..XOO/OO.O./O.X.. b 14 -" --explain`}},
		{solveCommand, "What an agent would play: evolve analyze.", []string{
			"evolve solve --game tictactoe --position start", "evolve solve --game konane --variant 5x6 --position start"}},
		{suiteCommand, "The value of one position: evolve solve.", []string{
			"evolve suite --plies 16,18 --count 10 --part training --out train.suite",
			"evolve suite --game tictactoe --plies 3,4 --count 5"}},
		{ablateCommand, "", []string{"evolve ablate --game tictactoe frozen:depth=1,ties=random --opening-plies 1"}},
		{statsCommand, "evolve match prints the same for its own games.", []string{
			"evolve stats --pentanomial 3,10,40,25,8", "evolve stats --wdl 60,10,30 --elo0 0 --elo1 20"}},
		{legalCommand, "Whether a move is legal, and the position after it: evolve check.", []string{"evolve legal --position start"}},
		{checkCommand, "All legal moves: evolve legal.", []string{`printf 'start\t2,2\n' | evolve check --format json`}},
		{perftCommand, "Speeds: evolve bench.", []string{"evolve perft --depth 5", "evolve perft --game checkers --depth 6 --divide"}},
		{benchCommand, "", []string{"evolve bench --game littlego --seconds .1"}},
		{workerCommand, "", []string{"evolve worker nats://first:4222 --token @token.txt"}},
		{workersCommand, "", []string{"evolve workers nats://127.0.0.1:4222"}},
		{manCommand, "At the terminal: evolve COMMAND --help.", []string{"evolve man man"}},
	}
}
