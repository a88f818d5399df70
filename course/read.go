package course

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"evolab/agent"
	"evolab/internal/config"
	"evolab/internal/quantity"
	"evolab/internal/wording"
	"evolab/stats"
)

// Load reads a course's own file. The error lists all problems, with their places.
func Load(path string) (*Year, error) {
	text, err := config.Read(path)
	if err != nil {
		return nil, err
	}
	return parse(path, text, (*Year).checkAgents)
}

// Parse reads the text of a course's file, which problems call name. It opens no agents.
func Parse(name string, text []byte) (*Year, error) { return parse(name, text) }

func parse(name string, text []byte, more ...config.Check[Year]) (*Year, error) {
	y, err := config.Parse(name, text, nil, append([]config.Check[Year]{(*Year).check}, more...)...)
	if err != nil {
		return nil, err
	}
	if y.Hash, err = y.sum(); err != nil {
		return nil, err
	}
	y.text = text
	return y, nil
}

// laterKeys are keys that earlier versions did not have, with their defaults: what was
// begun with a file without them can be continued.
var laterKeys = regexp.MustCompile(`(?m)^(?:draws_by_time|overrun_forfeits): true\n`)

// sum is the hash of what a file says, whatever its comments and its order.
func (y *Year) sum() (string, error) {
	text, err := config.YAML(y)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(laterKeys.ReplaceAll(text, nil))
	return hex.EncodeToString(sum[:8]), nil
}

// Schema describes the file to editors, as JSON Schema.
func Schema() ([]byte, error) { return config.JSONSchema[Year]("a course of evolab") }

// rehearsalEnd is what the name of a rehearsal adds to that of the grading.
const rehearsalEnd = "-submit"

// RehearsalName is the name of the rehearsal.
func (y *Year) RehearsalName() string { return y.Rubric + rehearsalEnd }

// maxGames bounds the games of a grading: many times those of any course.
const maxGames = 5000

func (y *Year) check(report config.Report) {
	if strings.HasSuffix(y.Rubric, rehearsalEnd) {
		report("name", fmt.Sprintf("%s is the name of a rehearsal", y.Rubric), "a name that does not end in "+rehearsalEnd)
	}
	y.checkPrograms(report)
	config.ReportTwice("helpers.%d", y.Helpers, report)
	checkStages("grading", y.Grading, report)
	checkStages("rehearsal", y.Rehearsal, report)
}

// checkPrograms checks the languages: each name belongs to one of them.
func (y *Year) checkPrograms(report config.Report) {
	hosts := []string{"input.txt", "output.txt"}
	languages, programs := map[string]string{}, map[string]string{}
	for i, l := range y.Languages {
		at := fmt.Sprintf("languages.%d", i)
		if first, twice := languages[l.Name]; twice {
			report(at+".name", fmt.Sprintf("%s is %s already", l.Name, first), "each language once")
		}
		languages[l.Name] = at
		for j, name := range l.Programs {
			key := fmt.Sprintf("%s.programs.%d", at, j)
			switch first, twice := programs[name]; {
			case twice:
				report(key, fmt.Sprintf("%s is %s already", name, first), "each name once")
			case slices.Contains(hosts, name):
				report(key, name+" is a file of the host", "the name of a source")
			}
			programs[name] = key
		}
		if key, err := l.Check(); err != nil {
			report(at+"."+key, wording.Of(err), "{source}, {stem}; {out} when it is compiled")
		}
	}
}

// GradebookColumns are the columns of a gradebook before those of the opponents, and after
// them; the last one is there only with overrides. No opponent has one of these names.
func GradebookColumns() (before, after []string) {
	return []string{"name", "status", "points", "max", "low", "high"}, []string{"reason", "version", "sha256", "lost_to_time", "not_played", "override"}
}

// checkStages checks the stages of a grading or its rehearsal.
func checkStages(path string, stages []Stage, report config.Report) {
	names, opponents, games := map[string]string{}, map[string]string{}, 0
	for i, s := range stages {
		at := fmt.Sprintf("%s.%d", path, i)
		if first, twice := names[s.Name]; twice {
			report(at+".name", fmt.Sprintf("%s is %s already", s.Name, first), "each stage once")
		}
		names[s.Name] = at
		games += s.Games()
		for j, o := range s.Opponents {
			key := fmt.Sprintf("%s.opponents.%d", at, j)
			if first, twice := opponents[o.Name]; twice {
				report(key+".name", fmt.Sprintf("%s is %s already", o.Name, first), "each opponent once: its name is a column of the gradebook")
			}
			if before, after := GradebookColumns(); slices.Contains(before, o.Name) || slices.Contains(after, o.Name) {
				report(key+".name", o.Name+" is another column of the gradebook", "another name")
			}
			opponents[o.Name] = key
			checkOpponent(key, &o, report)
		}
	}
	if games > maxGames {
		report(path, quantity.Of(games, "game")+" in all", fmt.Sprintf("up to %d", maxGames))
	}
}

func checkOpponent(key string, o *Opponent, report config.Report) {
	checkAgent(key+".agent", o.Agent, report)
	if o.Untimed != "" {
		checkAgent(key+".untimed", o.Untimed, report)
	}
	const fewestPlies = 6 // four of them random
	if o.Single() && o.Plies < fewestPlies {
		report(key+".single_moves", "too few for a position: "+quantity.Of(o.Plies, "ply"), fmt.Sprintf("0, or %d..1000", fewestPlies))
	}
	checkScale(key+".points", o.Scale, report)
}

// opponentSpec returns the spec of an opponent, or what is wrong with it: its games have to
// be the same for everybody, so it is no program, no person, and plays by no file that may
// change while the course's own stays as it is.
func opponentSpec(text string) (spec agent.Spec, problem, allowed string) {
	spec, err := agent.ParseSpec(text)
	if err != nil {
		return spec, wording.Of(err), ""
	}
	if kind := spec.Kind(); !kind.Builtin() {
		return spec, fmt.Sprintf("%q is no agent of the lab", text), "an agent of the lab (evolve agents)"
	}
	if spec.Setting("weights") != "" {
		return spec, fmt.Sprintf("%q plays by a file of weights, which may change", text), "an agent with the weights that come with it"
	}
	return spec, "", ""
}

func checkAgent(key, text string, report config.Report) {
	if _, problem, allowed := opponentSpec(text); problem != "" {
		report(key, problem, allowed)
	}
}

// checkAgents opens the agents, since not every game has each, and not every setting has
// each value.
func (y *Year) checkAgents(report config.Report) {
	g, err := agent.FindGame(y.Game)
	if err != nil {
		return // the game has its own problem
	}
	for path, stages := range map[string][]Stage{"grading": y.Grading, "rehearsal": y.Rehearsal} {
		for i, s := range stages {
			for j, o := range s.Opponents {
				key := fmt.Sprintf("%s.%d.opponents.%d", path, i, j)
				checkOpens(key+".agent", g, o.Agent, report)
				if o.Untimed != "" {
					checkOpens(key+".untimed", g, o.Untimed, report)
				}
			}
		}
	}
}

func checkOpens(key string, g agent.Game, text string, report config.Report) {
	spec, problem, _ := opponentSpec(text)
	if problem != "" {
		return // reported already
	}
	a, err := g.Agent(spec, agent.Env{})
	if err != nil {
		report(key, wording.Of(err), "", config.DependsOn("game"))
		return
	}
	a.Close()
}

// checkScale checks that the bands of a scale descend to 0, and that no better rate is
// worth less.
func checkScale(key string, s stats.Scale, report config.Report) {
	for i, b := range s {
		at := fmt.Sprintf("%s.%d", key, i)
		if i > 0 && b.From >= s[i-1].From {
			report(at+".from", fmt.Sprintf("a band from %g after one from %g", b.From, s[i-1].From), "bands from the best rate downwards")
			return
		}
		if i > 0 && b.At(s[i-1].From) > s[i-1].At(s[i-1].From) {
			report(at, fmt.Sprintf("just below a rate of %g it is worth %s, and above only %g", s[i-1].From, quantity.Of(b.At(s[i-1].From), "point"), s[i-1].At(s[i-1].From)), "no points for losing")
			return
		}
	}
	if last := len(s) - 1; last >= 0 && s[last].From != 0 {
		report(fmt.Sprintf("%s.%d.from", key, last), fmt.Sprintf("the lowest band begins at %g", s[last].From), "0")
	}
}
