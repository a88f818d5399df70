package intake

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"evolab/host"
	"evolab/internal/untrusted"
)

// gradescopeFile lists the submissions of a download from Gradescope.
const (
	gradescopeName = "Gradescope"
	gradescopeFile = "submission_metadata.yml"
)

// gradescope has the submissions by their folders.
type gradescope map[string]*gradescopeEntry

// gradescopeEntry is what the list says about a submission. Ids may be numbers or null.
type gradescopeEntry struct {
	Submitters []struct {
		Name  yaml.Node `yaml:":name"`
		SID   yaml.Node `yaml:":sid"`
		Email yaml.Node `yaml:":email"`
	} `yaml:":submitters"`
	Created yaml.Node `yaml:":created_at"`
}

// readGradescope reads the list; without one there are no submissions in it.
func readGradescope(path string) (gradescope, error) {
	const maxBytes = 64 << 20 // it has the results of all tests
	data, _, err := host.ReadFile(filepath.Dir(path), filepath.Base(path), maxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		var list gradescope
		if list, err = parseGradescope(data); err == nil {
			return list, nil
		}
	}
	return nil, fmt.Errorf("list %q: %w: %w (expected: the submission_metadata.yml of a download from Gradescope; without it, folders count as they are named)", path, ErrList, err)
}

// ErrList is the error of a list of submissions that cannot be read.
var ErrList = errors.New("it is no list of submissions")

func parseGradescope(data []byte) (list gradescope, err error) {
	defer func() { // yaml.v3 panics on some damaged texts
		if r := recover(); r != nil {
			list, err = nil, fmt.Errorf("%v", r)
		}
	}()
	if err := yaml.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	return list, nil
}

// scalar is the text of a value; "" for null.
func scalar(n *yaml.Node) string {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		return ""
	}
	return strings.TrimSpace(n.Value)
}

func (e *gradescopeEntry) student(folder string) *student {
	s := &student{system: gradescopeName}
	for i := range e.Submitters {
		if p := (Person{scalar(&e.Submitters[i].Name), scalar(&e.Submitters[i].SID), scalar(&e.Submitters[i].Email)}); p != (Person{}) {
			s.persons = append(s.persons, p)
		}
	}
	if s.name = nameOf(s.persons); s.name == "" {
		s.name = untrusted.Name(folder)
	}
	return s
}

var timestamp = regexp.MustCompile(`^([0-9]{4}-[0-9]{2}-[0-9]{2})[ Tt]([0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.[0-9]+)? ?(Z|UTC|[+-][0-9]{2}:?[0-9]{2})?$`)

// created is the time of a value, which may lie in an object of Ruby's.
func created(n *yaml.Node) time.Time {
	if n.Kind == yaml.ScalarNode {
		if m := timestamp.FindStringSubmatch(n.Value); m != nil {
			zone := strings.ReplaceAll(m[3], ":", "")
			if zone == "" || zone == "Z" || zone == "UTC" {
				zone = "+0000"
			}
			if t, err := time.Parse("2006-01-02 15:04:05 -0700", m[1]+" "+m[2]+" "+zone); err == nil {
				return t
			}
		}
		return time.Time{}
	}
	const most = 16 // values of such an object
	for _, child := range n.Content[:min(most, len(n.Content))] {
		if child.Kind == yaml.ScalarNode {
			if t := created(child); !t.IsZero() {
				return t
			}
		}
	}
	return time.Time{}
}
