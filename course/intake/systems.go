package intake

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"evolab/host"
)

// entryName is what a system for courses says of a file or folder by its name, and by files
// of its own beside or in it.
type entryName struct {
	persons  []Person
	called   string // the student, where not all entries tell the persons' names; "" for these
	internal bool   // their id is the system's own: it need not be the roster's
	as       string // the name that the author gave the file; "" for a folder
	inner    string // the folder in it that holds what was handed in; "" for the folder itself
	text     bool   // not a file, but something typed in, a link, or a receipt
	other    string // whose it may be as well; "" for nobody else

	order   int64     // among the entries of a student: the later is larger
	attempt string    // entries with the same one are an attempt; "" where nothing tells attempts apart
	whole   bool      // an attempt of its own
	arrived time.Time // zero: unknown
	late    bool
}

// system reads the names that a system gives to files or folders of a class's folder.
type system struct {
	name string
	read func(dir, entry string, folder bool) (entryName, bool)
	list []string // files about the class
}

// systems are those that say by names whose an entry is. Each form of a name has something
// that the others lack.
func systems() []system {
	return []system{
		{"Blackboard", readBlackboard, nil},
		{"Brightspace", readBrightspace, []string{"index.html"}},
		{"Autolab", readAutolab, nil},
		{"Canvas", readCanvas, nil},
		{"Moodle", readMoodle, nil},
		{"Sakai", readSakai, sakaiLists},
	}
}

func systemNames() string {
	list := []string{gradescopeName}
	for _, s := range systems() {
		list = append(list, s.name)
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// forms are those of names. All letters there are take long to compile, and few commands
// grade a class.
var forms = sync.OnceValue(func() (f struct {
	canvasFile, canvasAnon, canvasText, moodle    *regexp.Regexp
	canvasAgain                                   *regexp.Regexp
	blackboard, receipt, brightspace, brightClock *regexp.Regexp
	autolab, sakaiFile                            *regexp.Regexp
}) {
	const student, late = `([\p{L}\p{M}\p{N}_]+?)_`, `(?:((?i:late))_)?`
	f.canvasFile = regexp.MustCompile(`^` + student + late + `([0-9]{1,18})_([0-9]{1,18})_(.+)$`)
	f.canvasAgain = regexp.MustCompile(`^(?:[\p{L}\p{M}\p{N}_]*_)?([0-9]{4,18})_([0-9]{4,18})_`)
	f.canvasAnon = regexp.MustCompile(`^` + late + `anon_([0-9A-Za-z]{1,20})_([0-9]{1,18})_(.+)$`)
	f.canvasText = regexp.MustCompile(`^` + student + late + `([0-9]{1,18})_(text|link)\.html$`)
	f.moodle = regexp.MustCompile(`^(.+?)(?:_([0-9]{1,18}))?_assignsubmission_(file|onlinetext)(?:_(.*))?$`)
	f.blackboard = regexp.MustCompile(`^(.+?)_attempt_([0-9]{4}(?:-[0-9]{2}){5})(?:\.txt|_(.+))$`)
	f.receipt = regexp.MustCompile(`^[^:]{1,40}:\s*(.*?)\s*\(([^()]+)\)\s*$`)
	f.brightspace = regexp.MustCompile(`^([0-9]{1,18})-([0-9]{1,18}) - (.+?) - ([^-]*[0-9]{4}[^-]*?[0-9]{1,2}[:.]?[0-9]{2}(?: ?[AaPp]\.?[Mm]\.?)?)(?: - (.+))?$`)
	f.brightClock = regexp.MustCompile(`^(.*?[0-9]{4}),? ([0-9]{1,2})[:.]?([0-9]{2})(?: ?([AaPp])\.?[Mm]\.?)?$`)
	// The address is before the version or behind it: Autolab puts it before the last two
	// words that underscores part, so EMAIL_1_handin.zip, but 1_EMAIL_my_player3.py.
	f.autolab = regexp.MustCompile(`^(?:([^\s@]+@[A-Za-z0-9.-]+)_([0-9]{1,9})|([0-9]{1,9})_([^\s@]+@[A-Za-z0-9.-]+))_(.+)$`)
	f.sakaiFile = regexp.MustCompile(`^([^,]*,.*?\([^()]+\))_(.+)$`)
	return f
})

func readCanvas(_, entry string, folder bool) (entryName, bool) {
	if folder {
		return entryName{}, false
	}
	forms := forms()
	if m := forms.canvasAnon.FindStringSubmatch(entry); m != nil {
		return entryName{persons: []Person{{Name: "anon", ID: m[2]}}, internal: true, as: m[4], order: number(m[3]), late: m[1] != ""}, true
	}
	if m := forms.canvasFile.FindStringSubmatch(entry); m != nil {
		n := entryName{persons: []Person{{Name: m[1], ID: m[3]}}, internal: true, as: m[5], order: number(m[4]), late: m[2] != ""}
		// Whoever chooses the name that Canvas shows may end it as one with other numbers. A file
		// that was downloaded from Canvas has its author's own.
		if again := forms.canvasAgain.FindStringSubmatch(m[5]); again != nil && again[1] != m[3] {
			name, _, _ := strings.Cut(entry, "_"+again[1]+"_"+again[2])
			n.other = identity(name, again[1])
		}
		return n, true
	}
	if m := forms.canvasText.FindStringSubmatch(entry); m != nil {
		return entryName{persons: []Person{{Name: m[1], ID: m[3]}}, internal: true, as: m[4] + ".html", late: m[2] != "", text: true}, true
	}
	return entryName{}, false
}

// number is the number that digits write; 0 if there are too many.
func number(digits string) int64 {
	n, _ := strconv.ParseInt(digits, 10, 64)
	return n
}

func readMoodle(_, entry string, folder bool) (entryName, bool) {
	m := forms().moodle.FindStringSubmatch(entry)
	if m == nil || folder != (m[4] == "") {
		return entryName{}, false
	}
	n := entryName{persons: []Person{{Name: m[1], ID: m[2]}}, internal: true, as: m[4], text: m[3] == "onlinetext", whole: folder}
	if again := forms().moodle.FindStringSubmatch(m[4]); again != nil && again[2] != m[2] { // as with Canvas
		name, _, _ := strings.Cut(entry, "_"+again[2]+"_assignsubmission_"+again[3])
		n.other = identity(name, again[2])
	}
	return n, true
}

// readBlackboard finds the login, which assignments and logins with underscores hide in the
// name, by the first line of the receipt, such as Name: Jane Doe (jdoe1).
func readBlackboard(dir, entry string, folder bool) (entryName, bool) {
	m := forms().blackboard.FindStringSubmatch(entry)
	if m == nil || folder {
		return entryName{}, false
	}
	stem, when, file := m[1], m[2], m[3]
	who := Person{ID: stem[strings.LastIndex(stem, "_")+1:]}
	const most = 1 << 20 // students type texts into them
	if receipt, _, err := host.ReadFile(dir, stem+"_attempt_"+when+".txt", most); err == nil {
		first, _, _ := strings.Cut(strings.TrimPrefix(string(receipt), byteOrderMark), "\n")
		if p := forms().receipt.FindStringSubmatch(first); p != nil && strings.HasSuffix("_"+strings.ToLower(stem), "_"+strings.ToLower(p[2])) {
			who = Person{Name: strings.ToValidUTF8(p[1], "?"), ID: p[2]}
		}
	}
	n := entryName{persons: []Person{who}, called: who.ID, as: cmp.Or(file, "receipt.txt"), text: file == "", attempt: when, arrived: localTime("2006-01-02-15-04-05", when)}
	n.order = n.arrived.Unix()
	return n, who.ID != ""
}

func readBrightspace(_, entry string, folder bool) (entryName, bool) {
	m := forms().brightspace.FindStringSubmatch(entry)
	if m == nil || folder != (m[5] == "") {
		return entryName{}, false
	}
	n := entryName{persons: []Person{{Name: m[3], ID: m[1]}}, internal: true, as: m[5], whole: folder, attempt: m[4], order: number(m[2])}
	if t := forms().brightClock.FindStringSubmatch(m[4]); t != nil {
		clock, form := t[2]+":"+t[3], " 15:04"
		if t[4] != "" {
			clock, form = clock+" "+strings.ToUpper(t[4])+"M", " 3:04 PM"
		}
		for _, day := range []string{"Jan 2, 2006", "January 2, 2006", "2 Jan, 2006", "2 January, 2006", "2 Jan 2006", "2 January 2006"} {
			if n.arrived = localTime(day+form, t[1]+" "+clock); !n.arrived.IsZero() {
				n.order = n.arrived.Unix()
				break
			}
		}
	}
	return n, true
}

// localTime reads a time without a zone as one of this machine's; zero if it is none.
func localTime(form, text string) time.Time {
	t, err := time.ParseInLocation(form, text, time.Local)
	if err != nil {
		return time.Time{}
	}
	return t
}

func readAutolab(_, entry string, folder bool) (entryName, bool) {
	m := forms().autolab.FindStringSubmatch(entry)
	if m == nil || folder {
		return entryName{}, false
	}
	return entryName{persons: []Person{{Email: m[1] + m[4]}}, as: m[5], order: number(m[2] + m[3]), whole: true}, true
}

// What Sakai calls what it puts beside a student's files; the names of folders are
// translated.
const (
	sakaiAttachments = "Submission attachment(s)"
	sakaiFeedback    = "Feedback Attachment(s)"
	sakaiTime        = "timestamp.txt"
	sakaiText        = "_submissionText.html"
)

var sakaiLists = []string{"grades.csv", "grades.xls", "grades.xlsx"}

// isSakai reports whether a folder has a list of Sakai's.
func isSakai(dir string) bool {
	return slices.ContainsFunc(sakaiLists, func(name string) bool {
		_, err := os.Lstat(filepath.Join(dir, name))
		return err == nil
	})
}

// sakaiPersons are those of a name such as Doe, Jane(jdoe); Roe, Max(mroe).
func sakaiPersons(name string) (list []Person) {
	for one := range strings.SplitSeq(name, "; ") {
		family, rest, _ := strings.Cut(one, ",")
		open := max(0, strings.LastIndex(rest, "("))
		given, login := rest[:open], rest[open:]
		login, closed := strings.CutSuffix(strings.TrimPrefix(login, "("), ")")
		if !closed || login == "" || strings.ContainsAny(login, "() ") || strings.HasSuffix(given, " ") {
			return nil
		}
		list = append(list, Person{Name: strings.TrimSuffix(family+","+given, ","), ID: login})
	}
	return list
}

// readSakai reads a student's folder, by its name or, in anonymous gradings, by what Sakai
// has put into it; or a file of a download without folders.
func readSakai(dir, entry string, folder bool) (entryName, bool) {
	if folder {
		return readSakaiFolder(dir, entry)
	}
	m := forms().sakaiFile.FindStringSubmatch(entry)
	if m == nil {
		return entryName{}, false
	}
	label, file, attached := strings.Cut(m[2], "_")
	n := entryName{persons: sakaiPersons(m[1]), as: file, text: !attached || file == "" || label == "" || strings.HasPrefix(label, sakaiFeedback)}
	if n.text {
		n.as = m[2]
	}
	return n, n.persons != nil && (label == sakaiAttachments || isSakai(dir))
}

func readSakaiFolder(dir, entry string) (entryName, bool) {
	inside, _ := os.ReadDir(filepath.Join(dir, entry)) // whoever copies it reports the error
	var folders []string
	text, own := false, false // it has what only Sakai makes
	for _, e := range inside {
		text = text || strings.HasSuffix(e.Name(), sakaiText)
		own = own || e.IsDir() && e.Name() == sakaiAttachments
		if within, err := os.ReadDir(filepath.Join(dir, entry, e.Name())); e.IsDir() && e.Name() != sakaiFeedback && err == nil && len(within) > 0 {
			folders = append(folders, e.Name())
		}
	}
	n := entryName{persons: sakaiPersons(entry), whole: true}
	const most = 100
	if data, _, err := host.ReadFile(filepath.Join(dir, entry), sakaiTime, most); err == nil {
		n.arrived = sakaiInstant(strings.TrimSpace(string(data)))
	}
	own = own || text || !n.arrived.IsZero()
	switch {
	case !own && (n.persons == nil || !isSakai(dir)):
		return entryName{}, false
	case slices.Contains(folders, sakaiAttachments):
		n.inner = sakaiAttachments
	case own && len(folders) == 1:
		n.inner = folders[0]
	case text:
		n.text = true
	}
	if n.persons == nil {
		n.persons, n.internal = []Person{{ID: entry}}, true
	}
	return n, true
}

// sakaiInstant reads a time as two versions of Sakai write it.
func sakaiInstant(text string) time.Time {
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t
	}
	const form = "20060102150405" // and milliseconds
	t, _ := time.Parse(form, text[:min(len(form), len(text))])
	return t
}
