package intake

import (
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"evolab/host/compile"
)

// student is somebody, with all that they handed in.
type student struct {
	name     string // Handin.Name
	persons  []Person
	internal bool // the id is the system's own: it need not be the roster's
	parts    []part
	notes    []string
	arrived  time.Time // of the last attempt, as the roster has it
	deadline time.Time // their own; zero: that of the class
}

// part is a file or folder in the class's folder.
type part struct {
	entry string // its name in the class's folder
	as    string // the name that its author gave it; "" for a folder, whose contents count
	order int64  // among the parts of a student: the later is larger
	whole bool   // an attempt of its own; else other files may belong to it
	late  bool   // as the system says
	text  bool   // not a file, but something typed in or a link

	canvas   bool
	single   bool      // a source whose name may be its author's
	arrived  time.Time // as the system has it
	fileTime bool      // else the times of its files say when it was handed in
}

// canvasName is the name of a file from Canvas.
type canvasName struct {
	student, id, file string
	attachment        int64
	late, text        bool
}

// canvasNames are the forms of names: of a file, of one without its student's name, and of
// text that was typed in. All letters there are take long to compile, and few commands
// grade a class.
var canvasNames = sync.OnceValue(func() (forms struct{ file, anon, text *regexp.Regexp }) {
	const student, late = `([\p{L}\p{M}\p{N}_]+?)_`, `(?:((?i:late))_)?`
	forms.file = regexp.MustCompile(`^` + student + late + `([0-9]{1,18})_([0-9]{1,18})_(.+)$`)
	forms.anon = regexp.MustCompile(`^` + late + `anon_([0-9A-Za-z]{1,20})_([0-9]{1,18})_(.+)$`)
	forms.text = regexp.MustCompile(`^` + student + late + `([0-9]{1,18})_(text|link)\.html$`)
	return forms
})

func parseCanvas(name string) (c canvasName, ok bool) {
	forms := canvasNames()
	if m := forms.anon.FindStringSubmatch(name); m != nil {
		n, _ := strconv.ParseInt(m[3], 10, 64)
		return canvasName{student: "anon", id: m[2], file: m[4], attachment: n, late: m[1] != ""}, true
	}
	if m := forms.file.FindStringSubmatch(name); m != nil {
		n, _ := strconv.ParseInt(m[4], 10, 64)
		return canvasName{student: m[1], id: m[3], file: m[5], attachment: n, late: m[2] != ""}, true
	}
	if m := forms.text.FindStringSubmatch(name); m != nil {
		return canvasName{student: m[1], id: m[3], file: m[4] + ".html", late: m[2] != "", text: true}, true
	}
	return c, false
}

// moodleName is the name of a folder or file from Moodle.
type moodleName struct {
	student, id, file string // no file: a folder
	text              bool
}

var moodleEntry = regexp.MustCompile(`^(.+?)(?:_([0-9]{1,18}))?_assignsubmission_(file|onlinetext)(?:_(.*))?$`)

func parseMoodle(name string) (moodleName, bool) {
	m := moodleEntry.FindStringSubmatch(name)
	if m == nil {
		return moodleName{}, false
	}
	return moodleName{student: m[1], id: m[2], file: m[4], text: m[3] == "onlinetext"}, true
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
	entries, err := c.entries()
	if err != nil {
		return nil, err
	}
	scope, err := readGradescope(filepath.Join(c.dir, gradescopeFile))
	if err != nil {
		return nil, err
	}
	var list []*student
	known, there := map[string]*student{}, map[string]bool{}
	enter := func(s *student, p part) {
		if old := known[s.name]; old != nil {
			s = old
		} else {
			known[s.name] = s
			list = append(list, s)
		}
		s.parts = append(s.parts, p)
	}
	for _, e := range entries {
		enter(c.owner(e.Name(), e.Type(), scope))
		there[e.Name()] = true
	}
	for _, path := range slices.Sorted(maps.Keys(c.spoiled)) { // nobody whose files could not be unpacked is lost
		name, _, inFolder := strings.Cut(path, "/")
		if there[name] {
			continue
		}
		there[name] = true
		mode := fs.FileMode(0)
		if inFolder {
			mode = fs.ModeDir
		}
		enter(c.owner(name, mode, scope))
	}
	for _, s := range list {
		slices.SortStableFunc(s.parts, func(a, b part) int {
			if a.order != b.order {
				return int(min(1, max(-1, a.order-b.order)))
			}
			return strings.Compare(a.entry, b.entry)
		})
	}
	return list, nil
}

// owner returns whose an entry is, and which part of their submission.
func (c *class) owner(name string, mode fs.FileMode, scope gradescope) (*student, part) {
	if n, ok := parseCanvas(name); ok && mode.IsRegular() {
		s := &student{name: identity(n.student, n.id), persons: []Person{{Name: n.student, ID: n.id}}, internal: true}
		return s, part{entry: name, as: n.file, order: n.attachment, late: n.late, text: n.text, canvas: true}
	}
	if n, ok := parseMoodle(name); ok && (mode.IsDir() && n.file == "" || mode.IsRegular() && n.file != "") {
		s := &student{name: identity(n.student, n.id), persons: []Person{{Name: n.student, ID: n.id}}, internal: true}
		return s, part{entry: name, as: n.file, text: n.text, whole: n.file == ""}
	}
	if s := scope[name]; s != nil && mode.IsDir() {
		number, _ := strconv.ParseInt(strings.TrimPrefix(name, "submission_"), 10, 64)
		return s.student(name), part{entry: name, order: number, whole: true, arrived: created(&s.Created)}
	}
	s := &student{name: name, persons: []Person{{Name: c.stem(name)}}}
	p := part{entry: name, whole: true, fileTime: true}
	if !mode.IsDir() {
		p.as = name
		p.single = c.Names.LanguageOf(name) != compile.Executable
	}
	return s, p
}

// stem is the name of an entry without the end of an archive or a source.
func (c *class) stem(name string) string {
	if end := archiveEnd(name); end != "" {
		return name[:len(name)-len(end)]
	}
	if c.Names.LanguageOf(name) != compile.Executable {
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
