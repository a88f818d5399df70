package web

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena/tournament"
)

// Every figure on a page can be had as SVG, PNG and PDF, and its own numbers as CSV.
func TestFiguresAndTheirData(t *testing.T) {
	l := newLab(t)
	one, two := l.finished("seed=1", "validation.every=1"), l.finished("seed=2", "validation.every=1")
	l.makeSweep("grid", 3)
	c, err := tournament.Parse(agent.Games(), "cup.yaml", []byte("{name: cup, game: tictactoe, agents: [{agent: random}, {agent: greedy}, {agent: hand}], games: 4}"), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, folder, err := tournament.Play(t.Context(), c, tournament.Options{Root: l.options.Tournaments, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`href="([^"?]*/(\w[\w-]*)\.(svg|png|pdf|csv)\?[^"]*download=1[^"]*)"`)
	for address, heads := range map[string]map[string]string{
		"/runs/" + one: {
			"learning": "generation,games,best,", "claims": "generation,best,best_low,", "weights": "generation,", "weights-games": "games played,",
			"winrates": "group,opponent,side,", "opponents": "row,", "scores": "opponent,generation,score\n",
		},
		"/compare?run=" + one + "&run=" + two: {"curves": "figure,curve,runs,across,at,"},
		"/sweeps/grid":                        {"importance": "setting,share,", "slices": "setting,value,score,", "parallel": "ga.sigma,ga.population,", "contour": "ga."},
		"/tournaments/" + folder[strings.LastIndexByte(folder, '/')+1:]: {"ratings": "player,elo,elo_low,elo_high\n"},
	} {
		_, page := l.page(address)
		found := map[string]int{}
		for _, m := range link.FindAllStringSubmatch(page, -1) {
			status, text := l.ask("GET", html.UnescapeString(m[1]), "")
			begins := map[string]string{"svg": "<?xml", "png": "\x89PNG", "pdf": "%PDF", "csv": heads[m[2]]}[m[3]]
			if found[m[2]]++; status != 200 || begins == "" || !strings.HasPrefix(text, begins) || strings.Count(text, "\n") < 2 {
				t.Errorf("%s: %d %.100q, want %q", m[1], status, text, begins)
			}
		}
		for name := range heads {
			if found[name] != 4 {
				t.Errorf("%s has %d links for %s", address, found[name], name)
			}
		}
	}
	for address, want := range map[string]string{
		"/runs/" + one + "/figures/learning.gif": "allowed: .svg, .png, .pdf, .csv",
		"/runs/" + one + "/figures/luck.csv":     `there is no figure "luck.csv"`,
		"/runs/" + one + "/figures/learning":     "the format",
		"/tournaments/none/figures/ratings.csv":  "none",
	} {
		if status, text := l.ask("GET", address, ""); status != 404 || !strings.Contains(strings.ReplaceAll(text, `\`, ""), want) {
			t.Errorf("%s: %d %s", address, status, text)
		}
	}
}
