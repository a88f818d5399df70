package intake

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"evolab/host/compile"
	"evolab/internal/untrusted"
)

// student is somebody, with all that they handed in.
type student struct {
	name     string // Handin.Name
	system   string // that has named the entries; "" for none
	persons  []Person
	internal bool // the ids are the system's own: they need not be the roster's
	parts    []part
	notes    []string
	doubt    string    // why it may be somebody else's; "" for no doubt
	arrived  time.Time // of the last attempt, as the roster has it
	deadline time.Time // their own; zero: that of the class
}

// part is a file or folder in the class's folder.
type part struct {
	entryName
	entry    string // its path below the class's folder
	canvas   bool
	loose    bool // a file in a class's folder that no system has named
	single   bool // a source whose name may be its author's
	fileTime bool // the times of its files say when it was handed in
}

// resubmitted matches the end that Canvas gives the name of a file that is there already.
var resubmitted = regexp.MustCompile(`^(.+)-[0-9]{1,3}((?:\.[A-Za-z][A-Za-z0-9]*)*(?:\.[A-Za-z0-9]*)?)$`)

// firstName is the name of a file as it was when it was first handed in.
func firstName(name string) string {
	if m := resubmitted.FindStringSubmatch(name); m != nil && m[2] != "" {
		return m[1] + m[2]
	}
	return name
}

// identity is a student's name with the id, which tells namesakes apart.
func identity(name, id string) string {
	switch {
	case id == "":
		return name
	case name == "":
		return id
	}
	return name + "_" + id
}

// students sorts the entries of a class by who handed them in.
func (c *class) students() ([]*student, error) {
	entries, err := c.entries(c.dir)
	if err != nil {
		return nil, err
	}
	scope, err := readGradescope(filepath.Join(c.dir, gradescopeFile))
	if err != nil {
		return nil, err
	}
	modes := map[string]fs.FileMode{}
	for _, e := range entries {
		modes[e.Name()] = e.Type()
	}
	for path := range c.spoiled { // nobody whose files could not be unpacked is lost
		name, _, inFolder := strings.Cut(path, "/")
		if _, there := modes[name]; there {
			continue
		}
		modes[name] = 0
		if inFolder {
			modes[name] = fs.ModeDir
		}
	}
	var list []*student
	known := map[string]*student{}
	for _, name := range slices.Sorted(maps.Keys(modes)) {
		s, p := c.owner(name, modes[name], scope)
		old := known[s.name]
		switch {
		case old == nil:
			known[s.name] = s
			list = append(list, s)
		case s.system != old.system:
			old.doubt = "two submissions are called so, and only one by " + cmp.Or(s.system, old.system)
		case s.system == gradescopeName && !hasID(s):
			old.doubt = "two submissions are of this name, and the list has no number and no address"
		}
		into := known[s.name]
		if len(into.persons) == 1 && into.persons[0].Name == "" { // not each of Blackboard's files has a receipt
			into.persons = s.persons
		}
		if p.other != "" {
			into.doubt = fmt.Sprintf("%q may be of %s as well", p.entry, untrusted.Name(p.other))
		}
		into.parts = append(into.parts, p)
	}
	list = c.dropLists(list)
	for _, s := range list {
		slices.SortStableFunc(s.parts, func(a, b part) int {
			return cmp.Or(cmp.Compare(a.order, b.order), strings.Compare(a.entry, b.entry))
		})
	}
	doubtNumbers(list)
	doubtAlike(list)
	return list, nil
}

// hasID reports whether the system knows each person by more than the name.
func hasID(s *student) bool {
	return len(s.persons) > 0 && !slices.ContainsFunc(s.persons, func(p Person) bool { return p.ID == "" && p.Email == "" })
}

// doubtNumbers doubts whose submissions are that have one number of a system, but two names.
func doubtNumbers(list []*student) {
	type account struct{ system, id string }
	owner := map[account]*student{}
	for _, s := range list {
		if s.system == "" || len(s.persons) != 1 || s.persons[0].ID == "" {
			continue
		}
		key := account{s.system, s.persons[0].ID}
		if other := owner[key]; other != nil {
			other.doubt = fmt.Sprintf("%s has the same number in %s", s.name, s.system)
			s.doubt = fmt.Sprintf("%s has the same number in %s", other.name, s.system)
		}
		owner[key] = s
	}
}

// doubtAlike doubts whose submissions are whose names read alike: systems write an accent
// with its letter or behind it, and nobody can tell the rows apart.
func doubtAlike(list []*student) {
	first := map[string]*student{}
	for _, s := range list {
		name := norm.NFC.String(s.name)
		if other := first[name]; other != nil {
			s.doubt, other.doubt = "another name reads alike", "another name reads alike"
		} else {
			first[name] = s
		}
	}
}

// dropLists drops the files about the class that a system puts beside submissions.
func (c *class) dropLists(list []*student) []*student {
	for _, of := range systems() {
		if !slices.ContainsFunc(list, func(s *student) bool { return s.system == of.name }) {
			continue
		}
		list = slices.DeleteFunc(list, func(s *student) bool { return s.system == "" && slices.Contains(of.list, s.name) })
	}
	return list
}

// owner returns whose an entry is, and which part of their submission.
func (c *class) owner(entry string, mode fs.FileMode, scope gradescope) (*student, part) {
	if s := scope[entry]; s != nil && mode.IsDir() {
		n := entryName{order: number(strings.TrimPrefix(entry, "submission_")), whole: true, arrived: created(&s.Created)}
		return s.student(entry), part{entryName: n, entry: entry}
	}
	if system, n, ok := readName(c.dir, entry, mode); ok {
		s := &student{name: cmp.Or(untrusted.Name(n.called), nameOf(n.persons)), system: system, persons: n.persons, internal: n.internal}
		return s, part{entryName: n, entry: path.Join(entry, n.inner), canvas: system == "Canvas", single: n.whole && c.isSource(n.as)}
	}
	s := &student{name: untrusted.Name(entry), persons: []Person{{Name: c.stem(entry)}}}
	p := part{entryName: entryName{whole: true}, entry: entry, fileTime: true}
	if !mode.IsDir() {
		p.as, p.loose, p.single = entry, mode.IsRegular(), c.isSource(entry)
	}
	return s, p
}

// readName asks all systems for what the name of an entry says.
func readName(dir, entry string, mode fs.FileMode) (system string, n entryName, ok bool) {
	if mode.IsDir() || mode.IsRegular() {
		for _, s := range systems() {
			if n, ok := s.read(dir, entry, mode.IsDir()); ok {
				return s.name, n, true
			}
		}
	}
	return "", entryName{}, false
}

// nameOf is what gradebooks call those who have handed in something.
func nameOf(persons []Person) string {
	var names []string
	for _, p := range persons {
		names = append(names, identity(p.Name, cmp.Or(p.ID, p.Email)))
	}
	return untrusted.Name(strings.Join(names, " and "))
}

// isSource reports whether a file is a source of the course's, by its name.
func (c *class) isSource(name string) bool { return c.Names.LanguageOf(name) != compile.Executable }

// stem is the name of an entry without the end of an archive or a source.
func (c *class) stem(name string) string {
	if end := archiveEnd(name); end != "" {
		return name[:len(name)-len(end)]
	}
	if c.isSource(name) {
		return strings.TrimSuffix(name, filepath.Ext(name))
	}
	return name
}

// isHidden reports whether an entry is left out: hidden files, and what systems and tools
// leave behind.
func isHidden(name string) bool {
	switch name {
	case "__MACOSX", "__pycache__", "Thumbs.db", "desktop.ini", "Icon\r": // the last of macOS
		return true
	}
	return strings.HasPrefix(name, ".")
}

// isLeftover reports whether a system or a tool has left a hidden entry, so that nobody
// misses it.
func isLeftover(name string) bool {
	switch name {
	case ".DS_Store", ".localized", ".git", ".gitignore", ".gitattributes", ".github", ".svn", ".idea", ".vscode", ".vs", ".settings", ".project", ".classpath",
		".ipynb_checkpoints", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".venv", ".directory":
		return true
	}
	return !strings.HasPrefix(name, ".") || strings.HasPrefix(name, "._")
}
