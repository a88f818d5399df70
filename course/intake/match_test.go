//go:build unix

package intake

import (
	"maps"
	"strings"
	"testing"

	"evolab/course"
)

// What may be one student's or two's has a doubt, and the rows of those whose it may be are
// not missing: nobody gets a namesake's points, or none instead of theirs.
func TestNamesakes(t *testing.T) {
	const moodle = "_assignsubmission_file_/my_player3.py"
	for name, c := range map[string]struct {
		files, roster string
		want          map[string]string // why, by the name; "" for no doubt
	}{
		"two participants, one row": {"John Smith_111" + moodle + "|John Smith_222" + moodle, "id,name\n1,John Smith\n", map[string]string{
			"John Smith_111": `John Smith_1 may have handed in this or what is called "John Smith_222"`,
			"John Smith_222": `John Smith_1 may have handed in this or what is called "John Smith_111"`,
		}},
		"two participants, two rows": {"John Smith_111" + moodle + "|John Smith_222" + moodle, "id,name\n1,John Smith\n2,John Smith\n", map[string]string{
			"John Smith_111": "it may be of John Smith_1 or John Smith_2",
			"John Smith_222": "it may be of John Smith_1 or John Smith_2",
			"John Smith_1":   `unidentified: it may have handed in what is called "John Smith_111", "John Smith_222"`,
			"John Smith_2":   `unidentified: it may have handed in what is called "John Smith_111", "John Smith_222"`,
		}},
		"two participants, by their numbers": {"John Smith_111" + moodle + "|John Smith_222" + moodle, "Identifier,Full name\nParticipant 111,John Smith\nTeilnehmer/in222,John Smith\n", map[string]string{
			"John Smith_111": "", "John Smith_222": "",
		}},
		"cases": {"John Smith/my_player3.py|john smith/my_player3.py", "id,name\n1,John Smith\n", map[string]string{
			"John Smith": `John Smith_1 may have handed in this or what is called "john smith"`,
			"john smith": `John Smith_1 may have handed in this or what is called "John Smith"`,
		}},
		"cases, both on the roster": {"John Smith/my_player3.py|john smith/my_player3.py", "id,name\n1,John Smith\n2,john smith\n", map[string]string{"John Smith": "", "john smith": ""}},
		"cases, no roster":          {"John Smith/my_player3.py|john smith/my_player3.py", "", map[string]string{"John Smith": "", "john smith": ""}},
		"accents": {"Jo\u0308rg/my_player3.py|J\u00f6rg/my_player3.py|Jorg/my_player3.py", "", map[string]string{
			"Jo\u0308rg": "another name reads alike", "J\u00f6rg": "another name reads alike", "Jorg": "",
		}},
		"blanks": {"John Smith/my_player3.py|John  Smith/my_player3.py", "", map[string]string{"John Smith": "", `John \u0020Smith`: ""}},
		"blanks, one row": {"John Smith/my_player3.py|John  Smith/my_player3.py", "id,name\n1,John Smith\n", map[string]string{
			"John Smith":       `John Smith_1 may have handed in this or what is called "John \u0020Smith"`,
			`John \u0020Smith`: `John Smith_1 may have handed in this or what is called "John Smith"`,
		}},
		"a login and the name": {"jsmith/my_player3.py|John Smith/my_player3.py", "login,name\njsmith,John Smith\n", map[string]string{"John Smith": ""}},
		"a login, and a name like it": {"jsmith/my_player3.py|JOHN SMITH/my_player3.py", "login,name\njsmith,John Smith\n", map[string]string{
			"jsmith":     `John Smith_jsmith may have handed in this or what is called "JOHN SMITH"`,
			"JOHN SMITH": `John Smith_jsmith may have handed in this or what is called "jsmith"`,
		}},
		"a login, and a name like one": {"ann/my_player3.py|ANN/my_player3.py", "login,name\nann,Jo Roe\nx,ANN\n", map[string]string{"ann": "", "ANN": ""}},
		"a source and an archive":      {"ada.py|ada.zip", "id,name\n1,ada\n", map[string]string{"ada.py": ""}},
		"another's name in Canvas": {"leekim_7_1_my_player3.py|leekim_1235_2_my_player3.py", "ID,Student\n1235,\"Lee, Kim\"\n7,Eve Roe\n", map[string]string{
			"leekim_7":    "by the number 7 it is of Eve Roe_7, by the name of Lee, Kim_1235",
			"leekim_1235": `Lee, Kim_1235 may have handed in this or what is called "leekim_7"`,
			"Eve Roe_7":   `unidentified: it may have handed in what is called "leekim_7"`,
		}},
		"a namesake who is not on the roster": {
			"HW_jdoe1_attempt_2021-10-12-22-29-43_my_player3.py|HW_jdoe2_attempt_2021-10-12-22-29-44_my_player3.py|HW_jdoe2_attempt_2021-10-12-22-29-44.txt=Name: Ann Roe (jdoe2)",
			"login,name\njdoe1,Jane Doe\naroe,Ann Roe\n", map[string]string{
				"jdoe1":        "",
				"jdoe2":        "by the name it is of Ann Roe_aroe, but jdoe2 is nobody's number or login on the roster",
				"Ann Roe_aroe": `unidentified: it may have handed in what is called "jdoe2"`,
			},
		},
		"a name that ends as another's file": {"ada_11123_45600_my_player3.py|ada_11123_45699_77712_45700_my_player3.py|roe_20001_45800_roe_20001_45750_my_player3.py|lee_7_8_my_2021_10_player3.py", "", map[string]string{
			"ada_11123": `"ada_11123_45699_77712_45700_my_player3.py" may be of ada_11123_45699_77712 as well`, "roe_20001": "", "lee_7": "",
		}},
		"the same in Moodle": {"Ada_1" + moodle + "|Ada_1_assignsubmission_file_x_2_assignsubmission_file_my_player3.py|Bo_3_assignsubmission_file_Bo_3_assignsubmission_file_my_player3.py", "", map[string]string{
			"Ada_1": `"Ada_1_assignsubmission_file_x_2_assignsubmission_file_my_player3.py" may be of Ada_1_assignsubmission_file_x_2 as well`, "Bo_3": "",
		}},
		"one number, two names": {"lee_7_1_my_player3.py|roe_7_2_my_player3.py", "", map[string]string{
			"lee_7": "roe_7 has the same number in Canvas", "roe_7": "lee_7 has the same number in Canvas",
		}},
		"by a system and by hand": {"lee_7_1_my_player3.py|lee_7/my_player3.py", "", map[string]string{"lee_7": "two submissions are called so, and only one by Canvas"}},
		"Gradescope without numbers": {
			"submission_1/my_player3.py|submission_2/my_player3.py|submission_metadata.yml=submission_1:\n  :submitters: \n  - :name: Ada\nsubmission_2:\n  :submitters:\n  - :name: Ada\n", "",
			map[string]string{"Ada": "two submissions are of this name, and the list has no number and no address"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{}
			for entry := range strings.SplitSeq(c.files, "|") {
				file, text, _ := strings.Cut(entry, "=")
				files[file] = text + strings.Repeat(" ", len(files)) // no copies, which are graded once
			}
			o := Options{Path: fill(t, t.TempDir(), files)}
			if c.roster != "" {
				var err error
				if o.Roster, err = parseRoster([]byte(c.roster)); err != nil {
					t.Fatal(err)
				}
			}
			got := map[string]string{}
			for _, h := range read(t, o) {
				if got[h.Name] = h.Doubt; h.Verdict == course.Unidentified || h.Verdict == course.Missing {
					got[h.Name] = string(h.Verdict) + ": " + h.Problem
				}
			}
			if !maps.Equal(got, c.want) {
				t.Errorf("%q\nwant\n%q", got, c.want)
			}
		})
	}
}
