package mlflow

import (
	"fmt"
	"strings"
)

// longest is how long names may be, with room for a number.
const longest = 240

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
	parts := strings.Split(text[:min(len(text), longest)], "/")
	for i, part := range parts {
		if strings.Trim(part, ". ") == "" {
			parts[i] = "_"
		}
	}
	return strings.Join(parts, "/")
}

// cut is the beginning of a text, of at most so many bytes.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}
