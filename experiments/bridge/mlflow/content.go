package mlflow

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"evolab/experiments/bridge"
	"evolab/experiments/run"
	"evolab/internal/config"
)

// identity stays the same if the folder of a run is moved or renamed.
func identity(r *run.Run) string {
	e := r.Environment
	if e == nil { // of an earlier version
		return hashed(r.Name(), r.Started().String())
	}
	return hashed(e.Started.String(), e.Host, e.Program, e.Config)
}

func hashed(parts ...string) string {
	text, _ := json.Marshal(parts) // texts can be encoded
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

func params(r *run.Run) []pair {
	var list []pair
	name := newNames()
	for _, v := range config.TypedValues(r.Config) {
		value := fmt.Sprint(v.Data)
		if f, ok := v.Data.(float64); ok {
			value = strconv.FormatFloat(f, 'g', -1, 64)
		}
		list = append(list, pair{name.of(v.Path), value})
	}
	return list
}

// tags are what is known of a run apart from its config.
func tags(r *run.Run) []pair {
	list := []pair{{"evolab.run", r.Name()}, {"evolab.game", r.Config.Game}, {"evolab.status", r.State.Status}, {"mlflow.source.type", "LOCAL"}, {"mlflow.source.name", "evolve"}}
	if e := r.Environment; e != nil {
		list = append(list, pair{"evolab.program", e.Program}, pair{"evolab.host", e.Host}, pair{"evolab.sweep", e.Sweep})
		if e.Git != nil {
			list = append(list, pair{"mlflow.source.git.commit", e.Git.Commit}, pair{"evolab.git.dirty", strconv.FormatBool(e.Git.Dirty)})
		}
	}
	var notes []string
	for _, n := range r.Labels.Notes {
		notes = append(notes, n.Text)
	}
	list = append(list, pair{"mlflow.note.content", strings.Join(notes, "\n\n")})
	name := newNames()
	for _, t := range r.Labels.Tags {
		list = append(list, pair{name.of("evolab.tag." + t), "true"})
	}
	return list
}

// metrics are the numbers of the generations that are final, and at the last step
// what the champion's test found.
func metrics(r *run.Run) ([]metric, error) {
	points, err := bridge.Points(r)
	if err != nil {
		return nil, err
	}
	var list []metric
	name := newNames()
	add := func(p *bridge.Point, key string, value float64) {
		list = append(list, metric{name.of(key), value, p.Time.UnixMilli(), p.Generation})
	}
	for i := range points {
		for _, s := range points[i].Scalars {
			add(&points[i], s.Name, s.Value)
		}
	}
	if r.Evidence == nil || r.State.Status != run.IsFinished || len(points) == 0 {
		return list, nil
	}
	end := &points[len(points)-1]
	if r.TestScore() != nil {
		add(end, "test/score", *r.TestScore())
	}
	for _, v := range r.Evidence.Test {
		key := fmt.Sprintf("test/%s from %d", strings.ReplaceAll(v.Opponent, "/", "_"), v.OpeningPlies)
		add(end, key, v.Score.Value)
		add(end, key+" low", v.Score.Low)
		add(end, key+" high", v.Score.High)
	}
	return list, nil
}

// maxName is how long names may be, with room for a number.
const maxName = 240

// names gives each name a form that MLflow takes: letters, digits, _ - . / and
// space, and nothing that resolves to another path.
type names struct {
	given map[string]string
	taken map[string]bool
}

func newNames() *names { return &names{map[string]string{}, map[string]bool{}} }

// of is the same for a name each time, and different for different names.
func (n *names) of(name string) string {
	if known, ok := n.given[name]; ok {
		return known
	}
	plain := allowed(name)
	form := plain
	for i := 2; n.taken[form]; i++ {
		form = fmt.Sprintf("%s-%d", plain, i)
	}
	n.given[name], n.taken[form] = form, true
	return form
}

func allowed(name string) string {
	text := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune("_-. /", r):
			return r
		}
		return '_'
	}, name)
	parts := strings.Split(text[:min(len(text), maxName)], "/")
	for i, part := range parts {
		if strings.Trim(part, ". ") == "" {
			parts[i] = "_"
		}
	}
	return strings.Join(parts, "/")
}

// truncated is the beginning of a text, of at most that many bytes.
func truncated(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}
