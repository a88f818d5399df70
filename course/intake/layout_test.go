//go:build unix

package intake

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// Systems that write when something was handed in are believed; a time without a zone is
// one of this machine's.
func TestArrived(t *testing.T) {
	local := func(day, hour, minute, second int) time.Time {
		return time.Date(2021, 10, day, hour, minute, second, 0, time.Local)
	}
	for name, want := range map[string]time.Time{
		"HW2_jdoe1_attempt_2021-10-12-22-29-43_my_player3.py": local(12, 22, 29, 43),
		"1-2 - Jane Doe - Oct 12, 2021 1109 PM - x.py":        local(12, 23, 9, 0),
		"1-2 - Jane Doe - Oct 12, 2021 803 AM - x.py":         local(12, 8, 3, 0),
		"1-2 - Jane Doe - October 12, 2021 8:03 AM - x.py":    local(12, 8, 3, 0),
		"1-2 - Jane Doe - 12 October, 2021 2309 - x.py":       local(12, 23, 9, 0),
		"1-2 - Jane Doe - 12 oct. 2021 2309 - x.py":           {},
	} {
		if _, n, ok := readName("nowhere", name, 0); !ok || !n.arrived.Equal(want) || n.as == "" {
			t.Errorf("%q: %+v", name, n)
		}
	}
	utc := time.Date(2021, 10, 12, 23, 1, 0, 0, time.UTC)
	for text, want := range map[string]time.Time{"20211012230100000": utc, "2021-10-12T23:01:00Z": utc, "soon": {}, "": {}} {
		if got := sakaiInstant(text); !got.Equal(want) {
			t.Errorf("%q is %v", text, got)
		}
	}
}

// A folder of which it is not known what belongs to whom is not read, unless it is wanted
// so.
func TestLayouts(t *testing.T) {
	for name, c := range map[string]struct{ files, want string }{
		"a receipt":                   {"ada.py receipt.txt", `a file is no source, no archive and no folder: "receipt.txt" (expected: a folder, a source or an archive for each student, or a download from Autolab,`},
		"lists":                       {"ada.py grades.csv index.html", `files are no source, no archive and no folder: "grades.csv", "index.html"`},
		"beside a known layout":       {"lee_1_2_my_player3.py grades.csv", `"grades.csv"`},
		"helpers":                     {"HW2-ada-my_player3.py HW2-ada-helper.py", `"HW2-ada-helper.py" seems to belong to "HW2-ada-my_player3.py"`},
		"helpers in archives":         {"ada_my_player3.py ada_data.zip", `"ada_data.zip" seems to belong to "ada_my_player3.py"`},
		"a submission":                {"my_player3.py helper.py", `"helper.py" seems to belong to "my_player3.py"`},
		"sections":                    {"a/ada/my_player3.py a/ben/my_player3.py b/cy/my_player3.py b/di/my_player3.py", `2 of 2 submissions look like several in one: "a", "b": it has programs in several folders`},
		"sections of archives":        {"a/ada.zip a/ben.zip", `it holds several archives and no source: ada.zip, ben.zip`},
		"a class in a folder":         {"class/ada/my_player3.py class/ben/my_player3.py", `1 of 1 submission looks like several in one: "class"`},
		"times":                       {"jdoe-HW2-20211012T2301.py asmith-HW2-2021-10-13.py ada.py", `2 of 3 submissions have a time or the number of an attempt in their names, as a system gives them that is not known: "asmith-HW2-2021-10-13.py", "jdoe-HW2-20211012T2301.py" (expected: `},
		"attempts":                    {"jdoe.attempt1.zip jdoe.attempt2.zip asmith.attempt1.zip", `3 of 3 submissions`},
		"Gradescope without its list": {"submission_11/my_player3.py submission_12/my_player3.py", `"submission_11"`},
		"numbers of students":         {"20211231/my_player3.py 2021123011.py 1021101223.zip", ""},
		"one with a day":              {"ada_2021-10-12.py ben.py", ""},
		"programs":                    {"ada_my_player3.py ada_w_my_player3.py ben_my_player3.py", ""},
		"sources":                     {"ada.py adam.py my.py", ""},
		"one program":                 {"my_player3.py", ""},
		"folders without programs":    {"ada/report.pdf ben/my_player3.py", ""},
		"one with several":            {"ada/a/my_player3.py ada/b/my_player3.py ben.py", ""},
		"a name like a program's":     {"amy_player3.py ada.py", ""},
		"a list that is no such one":  {"ada.py roster.csv", ""},
	} {
		files := map[string]string{}
		for file := range strings.FieldsSeq(c.files) {
			files[file] = player
		}
		dir := fill(t, t.TempDir(), files)
		_, err := Read(t.Context(), Options{Path: dir, Scratch: t.TempDir(), Names: names})
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, ErrLayout) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if list, err := Read(t.Context(), Options{Path: dir, Scratch: t.TempDir(), Names: names, AsIs: true}); err != nil || len(list) == 0 {
			t.Errorf("%s, as it is: %v", name, err)
		}
	}
}

// A roster that fewer than half of a class are on is another class's.
func TestUnfitRoster(t *testing.T) {
	dir := fill(t, t.TempDir(), map[string]string{"ada.py": player, "ben.py": player, "cy.py": player})
	for text, want := range map[string]string{
		"login\nada\nben\n":      "",
		"login\nada\nx\n":        `it has 1 of 3 who have handed in, and not "ben.py", "cy.py" (expected: names, numbers or logins such as "ada", "x")`,
		"login\nx\ny\nz\nu\nv\n": `it has 0 of 3 who have handed in, and not "ada.py", "ben.py", "cy.py" (expected: names, numbers or logins such as "x", "y", "z", 2 more)`,
	} {
		roster, err := parseRoster([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Path: dir, Scratch: t.TempDir(), Names: names, Roster: roster}
		if _, err := Read(t.Context(), o); want == "" && err != nil || want != "" && (!errors.Is(err, ErrUnfit) || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		o.AsIs, o.Scratch = true, t.TempDir()
		if _, err := Read(t.Context(), o); err != nil {
			t.Errorf("%q, as it is: %v", text, err)
		}
	}
}
