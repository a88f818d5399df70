package experiment

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"evolab/agent"
	"evolab/arena/suite"
	"evolab/evolve"
	"evolab/features"
	"evolab/features/net"
	"evolab/internal/config"
	"evolab/internal/quantity"
	"evolab/internal/wording"
	"evolab/learn/positions"
	"evolab/learn/regression"
	"evolab/learn/td"
)

// checkLists refuses equal items of a list, and words for features that contradict each
// other.
func checkLists(c *Config, report config.Report) {
	names := c.Player.Features
	config.ReportTwice("player.features.%d", names, report)
	all := slices.Contains(names, allFeatures)
	for i, name := range names {
		key := "player.features." + strconv.Itoa(i)
		switch {
		case strings.HasPrefix(name, leftOut) && !all:
			report(key, name+" leaves a feature out of all, which is not there", "[all, "+name+"]")
		case name == noFeatures && len(names) > 1:
			report(key, name+" stands alone", featureForms)
		case all && name != allFeatures && name != noFeatures && !strings.HasPrefix(name, leftOut):
			report(key, fmt.Sprintf("%s is among all (with -%[1]s it would be left out)", name), featureForms)
		}
	}
	config.ReportTwice("player.connectives.%d", c.Player.Connectives, report)
	var agents []string
	for _, o := range c.Opponents {
		agents = append(agents, o.Agent)
	}
	config.ReportTwice("opponents.%d.agent", agents, report)
	config.ReportTwice("test.opening_plies.%d", c.Test.OpeningPlies, report)
}

// CheckNames checks everything that a config names: game, variant, features,
// agents, weights.
func CheckNames(c *Config, report config.Report) {
	if c.Runs() {
		return // it names nothing that the lab knows
	}
	g, err := c.FindGame()
	if err != nil {
		report("game", fmt.Sprintf("there is no game %q", c.Game), strings.Join(c.games().Names(), ", "), config.Word(c.Game))
		return
	}
	info := g.Info()
	if _, err := g.Board(c.Variant, "start"); err != nil {
		report("variant", fmt.Sprintf("%s has no variant %q", c.Game, c.Variant), strings.Join(info.Variants, ", "), config.Word(c.Variant))
	}
	if c.Tunes() {
		checkAgent(c, g, report)
	} else {
		checkFeatures(c, info, report)
		checkPhases(c, info, report)
	}
	checkOpponents(c, g, report)
	checkStart(c, g, report)
	checkNet(c, report)
	checkPatterns(c, g, report)
	checkPositions(c, g, report)
	checkPractice(c, g, report)
	checkLengths(c, info, report)
	checkSuites(c, g, report)
}

func checkFeatures(c *Config, info agent.Info, report config.Report) {
	for i, name := range c.Player.Features {
		name = strings.TrimPrefix(name, leftOut)
		if name := c.Player.Features[i]; name == allFeatures || name == noFeatures {
			continue
		}
		if features.Index(info.Features, name) < 0 {
			report(fmt.Sprintf("player.features.%d", i), fmt.Sprintf("%s has no feature %q", c.Game, name),
				strings.Join(features.Names(info.Features), ", "), config.Word(name))
		}
	}
	if len(featureNames(c, info.Features))+len(c.Player.Patterns.Shapes)+c.Player.Net.Hidden > 0 {
		return
	}
	if c.Player.Features[0] == noFeatures {
		report("player.features.0", "without connectives and patterns, none leaves nothing to look at", "[all] or names of features")
	} else {
		report("player.features", "without connectives and patterns, nothing is left to look at", "fewer names after a minus")
	}
}

func checkPhases(c *Config, info agent.Info, report config.Report) {
	for i, name := range c.Player.Connectives {
		if _, err := features.ParseConnective(name, info.Features); err != nil {
			report(fmt.Sprintf("player.connectives.%d", i), wording.Of(err), "")
		}
	}
	if c.Player.Phases > 1 && !info.Phases {
		report("player.phases", c.Game+" has no phases", "1")
	}
	if len(c.Player.Patterns.At) > 0 && !info.Phases {
		report("player.patterns.at", c.Game+" has no phases", "[]")
	}
}

func checkOpponents(c *Config, g agent.Game, report config.Report) {
	for i, o := range c.Opponents {
		spec, err := agent.ParseSpec(o.Agent)
		if err == nil && spec.Timed() {
			err = fmt.Errorf("%q would think for as long as its CPU time lasts: the run could not be repeated, nor end soon (give it a depth or nodes, and no time)", o.Agent)
		}
		if err == nil {
			var a agent.Agent
			if a, err = g.Agent(spec, agent.Env{Programs: agent.Unannounced()}); err == nil {
				err = a.Close()
			}
		}
		if err != nil {
			report(fmt.Sprintf("opponents.%d.agent", i), wording.Of(err), "")
		}
	}
}

// checkStart also fills in the patterns that the start brings, so that the
// recorded config names them.
func checkStart(c *Config, g agent.Game, report config.Report) {
	w, some, err := wholeStart(c, g)
	if err != nil {
		report("start", wording.Of(err), "random, zero, hand, evolved, frozen, td, qlearning, or the name of a weights file")
		return
	}
	if c.leavesOut() {
		if !some {
			report("start_without", c.Start+" begins with nothing that could be left out", "[], or a start of hand, evolved, frozen or a file of weights")
			return
		}
		if w, err = w.Leave(c.StartWithout, g.PatternBoard); err != nil {
			report("start_without", wording.Of(err), "")
			return
		}
	}
	if some && c.Evolves() {
		adoptTables(c, g.Info().Features, &w, report)
		adoptNet(c, &w, report)
	}
}

func checkLengths(c *Config, info agent.Info, report config.Report) {
	checkOpening(c, info, "fitness.opening_plies", c.Fitness.OpeningPlies, report)
	checkShares(c, "validation.games", c.Validation.Games, report)
	if c.Validation.Candidates > 1 {
		checkShares(c, "validation.candidate_games", c.Validation.CandidateGames, report)
	}
	for i, plies := range c.Test.OpeningPlies {
		checkOpening(c, info, fmt.Sprintf("test.opening_plies.%d", i), plies, report)
	}
}

// checkOpening checks that all players can play on after an opening.
func checkOpening(c *Config, info agent.Info, key string, plies int, report config.Report) {
	if plies >= info.PlyLimit {
		report(key, "the opening is as long as the game", fmt.Sprintf("below %d, the plies of a game", info.PlyLimit))
		return
	}
	for _, u := range c.Uses() {
		if !u.Program {
			continue
		}
		spec, err := agent.ParseSpec(u.Path)
		if most := spec.MaxOpening(); err == nil && most > 0 && plies > most {
			report(key, fmt.Sprintf("%s %s too many for %s, which is told of each of them", quantity.Of(plies, "ply"), quantity.Verb(plies, "is", "are"), u.Key), fmt.Sprintf("0..%d", most))
			return
		}
	}
}

// checkShares checks that no opponent is left without a pair when the games
// are split by shares.
func checkShares(c *Config, key string, games int, report config.Report) {
	list := c.Shares()
	met := map[int]bool{}
	for _, i := range Divide(list, games/2) {
		met[i] = true
	}
	if len(met) < len(list) {
		report(key, fmt.Sprintf("%s %s an opponent without a pair", quantity.Of(games, "game"), quantity.Verb(games, "leaves", "leave")), "two games and more for the smallest share")
	}
}

// checkRubric checks what the objective requires of the other keys. It also fills in
// the rubric's opponents if the config names none, so that the other checks and
// the recorded config see them.
func checkRubric(c *Config, report config.Report) {
	if c.Objective != RubricObjective {
		if c.Rubric != "" {
			report("rubric", "goes with objective: rubric", "empty")
		}
		return
	}
	if c.Rubrics.List == nil {
		return
	}
	r, err := c.readRubric()
	var wrong *config.Error // what the file says
	switch {
	case errors.As(err, &wrong):
		for _, p := range wrong.Problems {
			p.Excerpt = ""
			report("rubric", p.String(), "")
		}
		return
	case err != nil:
		report("rubric", wording.Of(err), "a course's own file, as evolve rubrics --to yaml writes it")
		return
	case r == nil:
		var names []string
		for _, r := range c.Rubrics.List {
			names = append(names, r.Name)
		}
		report("rubric", fmt.Sprintf("there is no rubric %q", c.Rubric), strings.Join(names, ", ")+", or a course's own file (.yaml)", config.Word(c.Rubric))
		return
	case len(r.Opponents) == 0:
		report("rubric", fmt.Sprintf("candidates can meet none of the opponents of %s", c.Rubric), "a rubric with games against agents")
		return
	}
	if r.Game != c.Game {
		report("rubric", fmt.Sprintf("%s is a rubric of %s, not of %s", r.Name, r.Game, c.Game), "a rubric of the game")
		return
	}
	if slices.Equal(c.Opponents, Defaults().Opponents) {
		c.Opponents = nil
		for _, o := range r.Opponents {
			c.Opponents = append(c.Opponents, Opponent{o.Agent, 1})
		}
	}
	if c.Archive.Share > 0 {
		report("archive.share", "goes with objective: mix alone, since a rubric pays nothing for it", "0")
	}
	checkRubricOpponents(c, r, report)
	checkRounds(c, report)
}

// StartOpponent is the opponent of candidates that a match runner plays: the start values.
const StartOpponent = "start"

// checkCommand checks what a match runner requires of the other keys, and fills in those that
// follow: whom candidates meet, and that there are no openings of ours.
func checkCommand(c *Config, report config.Report) {
	if !c.Runs() {
		if c.Command != "" {
			report("command", "goes with objective: command", "empty")
		}
		return
	}
	usual := Defaults()
	refuse := conflictWith("objective: command", report)
	refuse(c.Agent != "", "agent", c.Agent, "nothing: the command plays")
	refuse(c.Game != usual.Game && c.Game != agent.RunnerGameName, "game", c.Game, "nothing: the command knows it")
	refuse(c.Archive.Share > 0, "archive.share", c.Archive.Share, "0")
	if strings.TrimSpace(c.Command) == "" {
		report("command", "there is no command", "as in ./match.sh")
	}
	for i, p := range c.Parameters {
		if agent.TakenByRunners(p.Name) {
			report(fmt.Sprintf("parameters.%d.name", i), fmt.Sprintf("the command has another variable %s%s", agent.VariablePrefix, p.Name), "another name")
		}
	}
	c.Game, c.Variant, c.Pass = agent.RunnerGameName, "", agent.PassEnv
	c.Opponents = []Opponent{{Agent: StartOpponent, Share: 1}}
	c.Fitness.WinShare, c.Fitness.OpeningPlies, c.Test.OpeningPlies = 1, 0, []int{0}
}

// checkSuites checks what the suites require of the other keys.
func checkSuites(c *Config, g agent.Game, report config.Report) {
	asked := c.Objective == AccuracyObjective || c.Accuracy.Share > 0
	if asked && c.Objective == RubricObjective {
		report("accuracy.share", "goes with objective: mix", "0")
	}
	if asked && c.Accuracy.Train == "" {
		report("accuracy.train", "a part of the fitness is accuracy, but there is no suite to train on", "a file that evolve suite --part training has written")
	}
	if asked && c.Accuracy.Report == "" {
		report("accuracy.report", "a part of the fitness is accuracy, but there is no suite to validate it on", "a file that evolve suite --part reporting has written")
	}
	if _, err := ReadSuite(c.Accuracy.Train, suite.Training, c, g); err != nil {
		report("accuracy.train", wording.Of(err), "a training suite of the game")
	}
	if _, err := ReadSuite(c.Accuracy.Report, suite.Reporting, c, g); err != nil {
		report("accuracy.report", wording.Of(err), "a reporting suite of the game")
	}
}

func checkRubricOpponents(c *Config, r *Rubric, report config.Report) {
	var want, got []string
	for _, o := range r.Opponents {
		want = append(want, o.Agent)
	}
	for _, o := range c.Opponents {
		got = append(got, o.Agent)
	}
	allowed := strings.Join(want, ", ") + ", each with any share"
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, slices.Compact(got)) {
		report("opponents", "not the opponents of "+c.Rubric, allowed)
	}
}

// checkRounds checks that each round of a generation, which is scored by
// itself, has a pair against every opponent.
func checkRounds(c *Config, report config.Report) {
	if !c.meetsAll(c.Fitness.Pairs/c.Fitness.Rounds, c.Fitness.Rounds) {
		report("fitness.pairs", "a round leaves an opponent without a pair", "rounds times the number of opponents, and more for small shares")
	}
}

// checkParameters checks what tuning an agent requires of the other keys.
func checkParameters(c *Config, report config.Report) {
	if !c.Tunes() {
		if len(c.Parameters) > 0 {
			report("parameters", "there is no agent to give them to", "[], or an agent beside them")
		}
		return
	}
	if len(c.Parameters) == 0 {
		report("parameters", "there is nothing to tune", "1..64 of {name, start, low, high, integer}")
	}
	var names []string
	for i := range c.Parameters {
		names = append(names, c.Parameters[i].Name)
		c.Parameters[i].check(fmt.Sprintf("parameters.%d", i), report)
		if name := c.Parameters[i].Name; c.Pass == agent.PassEnv && slices.Contains(agent.OwnVariables(), agent.VariablePrefix+name) {
			report(fmt.Sprintf("parameters.%d.name", i), "the lab has a variable "+agent.VariablePrefix+name+" of its own", "another name")
		}
	}
	config.ReportTwice("parameters.%d.name", names, report)
	checkKeysBesideAgent(c, report)
}

// checkKeysBesideAgent refuses the keys that only an evaluation has.
func checkKeysBesideAgent(c *Config, report config.Report) {
	usual := Defaults()
	own, plain := reflect.ValueOf(c.Player), reflect.ValueOf(usual.Player)
	for i := range own.NumField() {
		key := own.Type().Field(i).Tag.Get("key")
		if !reflect.DeepEqual(own.Field(i).Interface(), plain.Field(i).Interface()) {
			report("player."+key, "goes with an evaluation, and the agent has parameters of its own", "nothing of player beside agent")
		}
	}
	refuse := conflictWith("an agent to be tuned", report)
	refuse(c.Start != usual.Start, "start", c.Start, "nothing: the parameters say where they start")
	refuse(!c.Evolves(), "learner", c.Learner.Name, "evolution")
	refuse(c.Objective == AccuracyObjective, "objective", c.Objective, "mix or rubric")
	refuse(c.Accuracy.Share > 0, "accuracy.share", c.Accuracy.Share, "0")
	refuse(c.Accuracy.Report != "", "accuracy.report", c.Accuracy.Report, "nothing")
}

// checkAgent makes the agent once with its start values.
func checkAgent(c *Config, g agent.Game, report config.Report) {
	spec, err := agent.ParseSpec(c.Agent)
	if err == nil && !spec.IsProgram() {
		err = fmt.Errorf("%s is an agent of the lab: its weights are tuned by player.features", spec.Name)
	}
	if err == nil {
		spec.Tuned = c.TunedParameters(NewLayout(c, nil).Weights(c.StartGenome(), ""))
		var a agent.Agent
		if a, err = g.Agent(spec, agent.Env{Programs: agent.Unannounced()}); err == nil {
			err = a.Close()
		}
	}
	if err != nil {
		report("agent", wording.Of(err), "")
	}
}

// checkLearner checks what the learner requires of the other keys.
func checkLearner(c *Config, report config.Report) {
	checkPhaseKeys(c, report)
	if c.PracticeRule() == nil && len(c.LearnFrom) > 0 {
		report("learn_from", "goes with learner: td or qlearning, or with one of them as start", "[]")
	}
	if c.Evolves() {
		checkStartRule(c, report)
		checkMeet(c, report)
		return
	}
	checkRange("selfplay.opening_plies", c.SelfPlay.OpeningPlies, report)
	checkRange("selfplay.detour", c.SelfPlay.Detour, report)
	checkRange("practice.opening_plies", c.Practice.OpeningPlies, report)
	refuse := conflictWith("learner: "+c.Learner.Name, report)
	refuse(c.StartRule() != nil, "start", c.Start, "another start: "+c.Start+" makes start weights for evolution")
	refuse(c.Fitter() != nil && (c.Start == "random" || c.Start == "zero"), "start", c.Start, "hand, evolved, frozen or a file of weights: somebody has to play the first round")
	refuse(c.Objective != MixObjective || c.Accuracy.Share > 0, "objective", c.Objective, "mix: rounds are chosen by games")
	refuse(c.Archive.Share > 0, "archive.share", c.Archive.Share, "0")
	refuse(c.Player.Phases > 1, "player.phases", c.Player.Phases, "1: player.patterns.at says when phases begin")
}

// checkMeet refuses candidates of SPSA that meet each other where only games against the
// opponents, or none, make a fitness.
func checkMeet(c *Config, report config.Report) {
	if o, ok := c.Optimizer.Chosen().(*evolve.SPSA); ok {
		fitness := c.Objective == RubricObjective || c.Objective == AccuracyObjective
		conflictWith("objective: "+c.Objective, report)(fitness && o.Meet != evolve.MeetOpponents, "spsa.meet", o.Meet, evolve.MeetOpponents)
	}
}

// checkStartRule checks what practice before generation 0 requires.
func checkStartRule(c *Config, report config.Report) {
	rule := c.StartRule()
	if rule == nil {
		return
	}
	checkRange("practice.opening_plies", c.Practice.OpeningPlies, report)
	if s, ok := rule.(*td.Settings); ok && s.Connectives > 0 {
		report("td.connectives", fmt.Sprintf("%d %s not go with start: td, after which an optimiser needs the same features all the time", s.Connectives, quantity.Verb(s.Connectives, "does", "do")), "0, and those of player.connectives")
	}
}

// checkPhaseKeys checks the keys that divide a game into phases.
func checkPhaseKeys(c *Config, report config.Report) {
	at := c.Player.Patterns.At
	if !slices.IsSorted(at) || len(slices.Compact(slices.Clone(at))) < len(at) {
		report("player.patterns.at", "not in rising order", "numbers 0..1, each above the one before")
	}
	if len(at) > 0 && c.Player.Phases > 1 {
		report("player.phases", "goes without player.patterns.at, which says when phases begin", "1")
	}
	if c.Player.EndgameDepth > 0 && (c.Player.Nodes > 0 || c.Player.Phases < 2 && len(at) != 1) {
		report("player.endgame_depth", "there are no two phases with a switch, or nodes limit the search", "0, or a depth with player.phases: 2 or one number in player.patterns.at, and player.nodes: 0")
	}
}

func checkPatterns(c *Config, g agent.Game, report config.Report) {
	info := g.Info()
	if c.Evolves() && len(c.Player.Patterns.Shapes) == 0 && c.Player.Net.Hidden == 0 {
		return
	}
	learning, err := g.Learning(c.Variant)
	if err == nil {
		_, err = learning.Positions().Inputs(c.Design(info.Features, info.Variant(c.Variant)))
	}
	switch {
	case err != nil && strings.HasPrefix(err.Error(), "net: "):
		report("player.net", strings.TrimPrefix(wording.Of(err), "net: "), "what the game allows; {hidden: 0} is no net")
	case err != nil:
		report("player.patterns.shapes", wording.Of(err), "shapes that fit on the board, as in [window 3x3, row]")
	}
}

// checkPositions looks at the files of positions, which a run records even if it learns
// nothing from them.
func checkPositions(c *Config, g agent.Game, report config.Report) {
	info := g.Info()
	for i, path := range c.SelfPlay.Files {
		h, err := positions.ReadHeader(path)
		if err == nil && (h.Game != info.Name || h.Variant != info.Variant(c.Variant)) {
			err = fmt.Errorf("%s: positions of %s %s", path, h.Game, h.Variant)
		}
		if err != nil {
			report(fmt.Sprintf("selfplay.files.%d", i), wording.Of(err), "a file of positions of the game and its variant")
		}
	}
}

// adoptTables takes over the patterns of the start, unless the config names the
// same ones. Evolution does not make tables, and must not lose them.
func adoptTables(c *Config, known []features.Feature, w *features.Weights, report config.Report) {
	p := &c.Player.Patterns
	if w.Patterns == nil {
		if len(p.Shapes) > 0 {
			report("start", c.Start+" has no tables: evolution does not make any", "weights with tables of these shapes, such as a champion of learner: regression")
		}
		return
	}
	own := tablesOf(w)
	whole := own.At
	own.At = c.ofUsualGame(whole)
	if len(p.Shapes) == 0 && len(p.At) == 0 {
		*p = own
	}
	// Runs of earlier versions have recorded the parts of a whole game.
	if !slices.Equal(p.Shapes, own.Shapes) || !slices.Equal(p.At, own.At) && !slices.Equal(p.At, whole) {
		report("player.patterns", fmt.Sprintf("%v at %v, and the tables of %s are others", p.Shapes, p.At, c.Start), fmt.Sprintf("%v at %v, or nothing", own.Shapes, own.At))
	}
	reportMissing(c, known, w, report)
}

// tablesOf are the patterns of weights that have some, with At as parts of a whole game.
func tablesOf(w *features.Weights) Patterns {
	p := Patterns{Shapes: w.Patterns.Shapes}
	switch {
	case w.Blend != nil:
		p.At = w.Blend.At
	case w.Endgame != nil:
		p.At = []float64{w.Endgame.From}
	}
	return p
}

// reportMissing reports features of the start that the config leaves out.
func reportMissing(c *Config, known []features.Feature, w *features.Weights, report config.Report) {
	for i, name := range w.Features {
		if name != features.PatternsName && name != features.NetName && w.Values[i] != 0 && !slices.Contains(featureNames(c, known), name) {
			report("player.features", fmt.Sprintf("%q, which weighs something in %s, is missing", name, c.Start), "the features of the start, or more")
		}
	}
}

// checkNet checks the keys of a net, and of a fit that makes nothing else.
func checkNet(c *Config, report config.Report) {
	n := c.Player.Net
	if shape := n.shape(); n.Hidden > 0 {
		if err := shape.Check(); err != nil {
			report("player.net", wording.Of(err), "as in {hidden: 64, phases: [8, 16]}")
		}
	}
	if n.Hidden > 0 && c.Rule() != nil {
		report("player.net.hidden", fmt.Sprintf("%d, and the learner %s fits no nets", n.Hidden, c.Learner.Name), "0, or learner: regression")
	}
	s, ok := c.Learner.Chosen().(*regression.Settings)
	if !ok || !s.OnTop && !s.WarmStart {
		return
	}
	key := "regression.warm_start"
	if s.OnTop {
		key = "regression.on_top"
		if n.Hidden == 0 {
			report(key, "there is no net to fit", "false, or player.net.hidden: 64")
		}
	}
	g, err := c.FindGame()
	if err != nil {
		return // reported elsewhere
	}
	w, _, err := StartWeights(c, g)
	if err != nil {
		return
	}
	if w.Patterns == nil {
		report(key, c.Start+" has no tables, so that its weights may not be in logits", "false, or a start that regression has fitted with tables, such as frozen where it has some")
		return
	}
	own := tablesOf(&w)
	if !slices.Equal(c.Player.Patterns.Shapes, own.Shapes) || !slices.Equal(c.phaseStarts(), own.At) {
		report(key, "player.patterns are not those of "+c.Start, fmt.Sprintf("shapes %v with phases at %v of a whole game", own.Shapes, own.At))
		return
	}
	if w.Share(features.PatternsName) <= 0 {
		report(key, "the tables of "+c.Start+" have no weight above 0 that is the same in all phases, so that its weights may not be in logits", "false, or a start that regression has fitted")
	}
	reportMissing(c, g.Info().Features, &w, report)
	if s.WarmStart {
		checkWarmStart(c, &w, report)
	}
}

// checkWarmStart checks that a fit can go on with the net of a start.
func checkWarmStart(c *Config, w *features.Weights, report config.Report) {
	const key = "regression.warm_start"
	n := c.Player.Net
	switch {
	case w.Net == nil && n.Hidden > 0:
		report(key, "there is no net to go on with", "false, or a start with a net, and start_without: []")
	case w.Net != nil && !w.Net.Same(n.shape()):
		report(key, "player.net is not that of "+c.Start, inConfig(w.Net.Shape))
	case w.Net != nil && w.Share(features.NetName) <= 0:
		report(key, "the net of "+c.Start+" has no weight above 0 that is the same in all phases", "false, or a start that regression has fitted")
	}
}

// adoptNet takes over the net of the start, unless the config names the same one: evolution
// does not make nets, and must not lose them.
func adoptNet(c *Config, w *features.Weights, report config.Report) {
	p := &c.Player.Net
	if w.Net == nil {
		if p.Hidden > 0 {
			report("start", c.Start+" has no net: evolution does not make any", "weights with such a net, as a champion of learner: regression can have")
		}
		return
	}
	if p.Hidden == 0 {
		*p = Net{w.Net.Hidden, w.Net.Phases}
	}
	if !w.Net.Same(p.shape()) {
		report("player.net", inConfig(p.shape())+", and the net of "+c.Start+" is another one", inConfig(w.Net.Shape)+", or nothing")
	}
}

// inConfig is the shape of a net as player.net has it.
func inConfig(s net.Shape) string {
	return fmt.Sprintf("{hidden: %d, phases: %s}", s.Hidden, strings.ReplaceAll(fmt.Sprint(s.Phases), " ", ", "))
}

// checkRange refuses a largest number of plies before the least.
func checkRange(key string, plies []int, report config.Report) {
	if plies[0] > plies[1] {
		report(key, fmt.Sprintf("at least %d and at most %s", plies[0], quantity.Of(plies[1], "ply")), "the least number first")
	}
}

// checkPractice looks at the opponents of practice and at recorded games.
func checkPractice(c *Config, g agent.Game, report config.Report) {
	if c.PracticeRule() == nil {
		return
	}
	info := g.Info()
	for i, text := range c.Practice.Against {
		if err := checkPracticeOpponent(g, text); err != nil {
			report(fmt.Sprintf("practice.against.%d", i), wording.Of(err), "")
		}
	}
	if learning, err := g.Learning(c.Variant); err == nil && c.Practice.SelfPlay < 1 && len(c.Practice.Against) == 0 {
		if _, err := learning.Practice(c.Design(info.Features, info.Variant(c.Variant)), c.practiceSpecs()); err != nil {
			report("opponents", wording.Of(err), "agents of the lab, or others in practice.against, or practice.self_play: 1")
		}
	}
	for i, path := range c.LearnFrom {
		if _, err := ReadGames(path, g, c.Variant); err != nil {
			report(fmt.Sprintf("learn_from.%d", i), wording.Of(err), "a file of games of the same game and variant, as --games-out writes it")
		}
	}
}

// checkPracticeOpponent reports why an agent cannot be an opponent of practice.
func checkPracticeOpponent(g agent.Game, text string) error {
	spec, err := agent.ParseSpec(text)
	if err != nil {
		return err
	}
	if spec.Timed() {
		return fmt.Errorf("%q would think for as long as its CPU time lasts: the run could not be repeated (give it a depth or nodes)", text)
	}
	a, err := g.Agent(spec, agent.Env{})
	if err == nil {
		err = a.Close()
	}
	return err
}

// conflictWith returns a function that refuses a key's value if it is wrong beside
// another setting.
func conflictWith(other string, report config.Report) func(wrong bool, key string, value any, allowed string) {
	return func(wrong bool, key string, value any, allowed string) {
		if wrong {
			report(key, fmt.Sprint(value, " does not go with ", other), allowed)
		}
	}
}
