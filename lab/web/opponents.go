package web

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"evolab/agent"
	"evolab/experiments/run"
)

// opponent is somebody to play against.
type opponent struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

// opponents are the agents of a game that play without a program.
func opponents(g agent.Game) []opponent {
	var list []opponent
	for _, k := range agent.Kinds() {
		spec := agent.Spec{Name: k.Name}
		if spec.IsProgram() || k.Name == "human" {
			continue
		}
		made, err := g.Agent(spec, agent.Env{})
		if err != nil {
			continue // another game's
		}
		_ = made.Close()
		list = append(list, opponent{k.Name, k.Doc})
	}
	return list
}

// strength is how hard an opponent tries.
type strength struct {
	Name  string
	time  time.Duration // of agents that only a clock limits
	depth int           // of those that look a number of plies ahead
}

func strengths() []strength {
	return []strength{{"easy", 20 * time.Millisecond, 1}, {"medium", 300 * time.Millisecond, 2}, {"hard", 2 * time.Second, 4}}
}

// against is the spec of an opponent at a strength.
func (s *Server) against(name, level, game string) (agent.Spec, time.Duration, error) {
	all := strengths()
	i := slices.IndexFunc(all, func(x strength) bool { return x.Name == level })
	if i < 0 {
		return agent.Spec{}, 0, refuse(http.StatusBadRequest, "strength %q (allowed: easy, medium, hard)", level)
	}
	if run, ok := strings.CutPrefix(name, "run:"); ok {
		spec, err := s.championOf(run, game)
		return spec, all[i].time, err
	}
	spec := agent.Spec{Name: name}
	if _, err := agent.ParseSpec(name); err != nil || spec.IsProgram() || name == "human" || strings.ContainsAny(name, ":/\\.") {
		return spec, 0, refuse(http.StatusBadRequest, "nobody called %q plays here", name)
	}
	if slices.Contains([]string{"alphabeta", "minimax"}, name) {
		spec = spec.With("depth", strconv.Itoa(all[i].depth))
	}
	return spec, all[i].time, nil
}

// championOf is the champion of a run as an agent that a clock limits.
func (s *Server) championOf(name, game string) (agent.Spec, error) {
	folder, err := s.run(name)
	if err != nil {
		return agent.Spec{}, err
	}
	w, _, err := run.ReadChampion(folder)
	if err != nil {
		return agent.Spec{}, refuse(http.StatusConflict, "the run %s has no champion that can be read", name)
	}
	if w.Game != game {
		return agent.Spec{}, refuse(http.StatusConflict, "the champion of %s plays %s", name, w.Game)
	}
	return agent.Spec{Name: "frozen", Weights: w}, nil
}

// finished lists the newest runs of a game that may have a champion.
func (s *Server) finished(r *http.Request, game string) ([]run.Summary, error) {
	list, err := s.list(r.Context(), run.Query{Game: game, Status: run.IsFinished, Limit: 50})
	if young := (*indexing)(nil); errors.As(err, &young) {
		err = nil // the next page has them
	}
	return list, err
}
