package class

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"evolab/internal/untrusted"
)

// Player is who played games: the machine that graded, or a worker.
type Player struct {
	// Worker is its name and the beginning of its key, as in the journal of games; several
	// that agree have a + between them. "" for the machine itself.
	Worker string `json:"worker,omitempty"`
	// Machine is what the worker says that it runs on, or the machine that graded; "" if
	// that is not known.
	Machine string `json:"machine,omitempty"`
	// Games are the numbers of the games that count, from 1, by submission as the journal
	// calls it, such as "1-3, 7".
	Games map[string]string `json:"games"`
}

// Name names the player on a page.
func (p *Player) Name() string {
	switch {
	case p.Worker == "" && p.Machine == "":
		return "a machine that an earlier version of evolab did not name"
	case p.Worker == "":
		return p.Machine
	case p.Machine == "":
		return "worker " + p.Worker
	}
	return "worker " + p.Worker + " (" + p.Machine + ")"
}

// playedBy is a player, with the games of one submission.
type playedBy struct{ Name, Games string }

// notePlayers derives from the journal who played the games of all submissions.
func (c *Class) notePlayers(marks []*Mark) {
	former := c.Evidence.Players
	type player struct{ worker, machine string }
	games := map[player]map[string][]int{}
	for _, m := range marks {
		for i := range m.lines {
			who := player{worker: m.lines[i].By}
			if who.worker == "" {
				who.machine = c.Evidence.machineAt(m.places[i])
			}
			if games[who] == nil {
				games[who] = map[string][]int{}
			}
			games[who][m.key()] = append(games[who][m.key()], m.lines[i].Game+1)
		}
	}
	c.Evidence.Players = nil
	for who, of := range games {
		p := Player{Worker: who.worker, Machine: who.machine, Games: map[string]string{}}
		for key, list := range of {
			p.Games[key] = ranges(list)
		}
		if p.Worker != "" {
			p.Machine = c.describeWorker(p.Worker, former)
		}
		c.Evidence.Players = append(c.Evidence.Players, p)
	}
	slices.SortFunc(c.Evidence.Players, func(a, b Player) int {
		return cmp.Or(strings.Compare(a.Worker, b.Worker), strings.Compare(a.Machine, b.Machine))
	})
}

// describeWorker is what a worker says that it runs on. One of an earlier session is described
// in its evidence.
func (c *Class) describeWorker(name string, former []Player) string {
	if c.Describe != nil {
		if text := c.Describe(name); text != "" {
			return untrusted.Line(text, 2*maxName)
		}
	}
	if at := slices.IndexFunc(former, func(p Player) bool { return p.Worker == name }); at >= 0 {
		return former[at].Machine
	}
	return ""
}

// machineAt is the machine that wrote a line of the journal, from 0; "" if nobody has
// noted it.
func (e *Evidence) machineAt(line int) string {
	for _, s := range slices.Backward(e.Sessions) {
		if line+1 >= s.From && s.Machine >= 0 && s.Machine < len(e.Machines) {
			return e.Machines[s.Machine].String()
		}
	}
	return ""
}

// of are the players of a submission's games; none where all games of the class have the
// same one.
func (e *Evidence) of(key string) (list []playedBy) {
	if len(e.Players) < 2 {
		return nil
	}
	for i := range e.Players {
		if games := e.Players[i].Games[key]; games != "" {
			list = append(list, playedBy{e.Players[i].Name(), games})
		}
	}
	return list
}

// ranges writes ascending numbers, such as 1-3, 7.
func ranges(list []int) string {
	var texts []string
	for i := 0; i < len(list); {
		j := i
		for j+1 < len(list) && list[j+1] == list[j]+1 {
			j++
		}
		if text := fmt.Sprint(list[i]); i == j {
			texts = append(texts, text)
		} else {
			texts = append(texts, fmt.Sprintf("%s-%d", text, list[j]))
		}
		i = j + 1
	}
	return strings.Join(texts, ", ")
}
