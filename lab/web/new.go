package web

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"evolab/experiments"
	"evolab/experiments/experiment"
	"evolab/internal/config"
)

// field is a setting in the form.
type field struct {
	Key, Doc, Value string
	Choices         []string // of an enumeration
	Kind            string   // number, integer, boolean or string
	Low, High       string   // "" for no bound
}

// group is a section of the config.
type group struct {
	Name, Doc string
	Fields    []field
}

// showNew shows the form that starts an experiment, for the config of the address.
func (s *Server) showNew(w http.ResponseWriter, r *http.Request) error {
	p := struct {
		Config   string
		Embedded []string
		Problem  string // why the config cannot be used
		Groups   []group
	}{Config: r.URL.Query().Get("config"), Embedded: experiments.Names()}
	if p.Config == "" {
		p.Config = "quick"
	}
	c, err := s.load(p.Config, nil)
	if err != nil {
		p.Problem = plain(err)
		return s.pages.render(w, "new", http.StatusOK, p)
	}
	if p.Groups, err = groups(c); err != nil {
		return err
	}
	return s.pages.render(w, "new", http.StatusOK, p)
}

// schema is what the form needs of a JSON schema.
type schema struct {
	Properties  map[string]schema `json:"properties"`
	Description string            `json:"description"`
	Enum        []any             `json:"enum"`
	Type        any               `json:"type"`
	Minimum     *json.Number      `json:"minimum"`
	Maximum     *json.Number      `json:"maximum"`
}

// groups makes a form of the schema, with the values of a config. Lists have no
// field: overrides set them.
func groups(c *experiment.Config) ([]group, error) {
	text, err := experiment.Schema()
	if err != nil {
		return nil, err
	}
	var whole schema
	if err := json.Unmarshal(text, &whole); err != nil {
		return nil, err
	}
	list := []group{{Name: "experiment"}}
	for _, v := range config.Values(c) {
		section, key, nested := strings.Cut(v.Path, ".")
		at := &list[0]
		properties := whole.Properties
		if nested {
			properties = whole.Properties[section].Properties
			if i := slices.IndexFunc(list, func(g group) bool { return g.Name == section }); i >= 0 {
				at = &list[i]
			} else {
				list = append(list, group{Name: section, Doc: whole.Properties[section].Description})
				at = &list[len(list)-1]
			}
		} else {
			key = section
		}
		if f, ok := properties[key]; ok {
			if f, ok := f.field(v); ok {
				at.Fields = append(at.Fields, f)
			}
		}
	}
	return slices.DeleteFunc(list, func(g group) bool { return len(g.Fields) == 0 }), nil
}

// field is the field of a setting, unless it is a list or a section.
func (s *schema) field(v config.Value) (field, bool) {
	f := field{Key: v.Path, Doc: s.Description, Value: strings.Trim(v.Text, `"`)}
	f.Kind, _ = s.Type.(string)
	for _, x := range s.Enum {
		if text, ok := x.(string); ok {
			f.Choices = append(f.Choices, text)
		}
	}
	if s.Minimum != nil {
		f.Low = s.Minimum.String()
	}
	if s.Maximum != nil {
		f.High = s.Maximum.String()
	}
	return f, len(f.Choices) > 0 || slices.Contains([]string{"number", "integer", "boolean", "string"}, f.Kind)
}
