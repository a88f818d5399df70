//go:build unix

package intake

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"evolab/course"
	"evolab/host/compile"
)

// names are those that the tests' course takes.
var names = compile.Names{Sources: []string{"my_player3.py", "my_player.cpp", "my_player11.cpp"}, Helpers: []string{".py", ".json", ".txt"}}

// fill makes a folder of files: a name that ends with / is an empty folder.
func fill(t testing.TB, dir string, files map[string]string) string {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(path, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// zipOf is a zip of files, in the order of their names.
func zipOf(t testing.TB, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(files[name])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// tarOf is a tar, gzipped, of headers with their contents.
func tarOf(t testing.TB, entries ...tar.Header) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, h := range entries {
		text := h.PAXRecords["EVOLAB.text"]
		h.PAXRecords = nil
		h.Mode |= 0o644
		h.Size = int64(len(text))
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func file(name, text string) tar.Header {
	return tar.Header{Typeflag: tar.TypeReg, Name: name, PAXRecords: map[string]string{"EVOLAB.text": text}}
}

func read(t testing.TB, o Options) []*Handin {
	t.Helper()
	if o.Scratch == "" {
		o.Scratch = t.TempDir()
	}
	o.Names, o.Workers = names, 2
	list, err := Read(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// text describes a handin as the tests expect it: the files that are graded, or the
// verdict, and the notes.
func text(t testing.TB, h *Handin) string {
	t.Helper()
	what := string(h.Verdict) + ": " + h.Problem
	if h.Verdict == course.Correct {
		var list []string
		err := filepath.WalkDir(h.Dir, func(path string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				rest, _ := filepath.Rel(h.Dir, path)
				list = append(list, rest)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		what = strings.Join(list, " ")
	}
	return strings.Join(append([]string{what}, h.Notes...), "; ")
}

func check(t *testing.T, list []*Handin, want map[string]string) {
	t.Helper()
	for _, h := range list {
		got := text(t, h)
		if w, ok := want[h.Name]; !ok || got != w {
			t.Errorf("%q:\n%s\nwant\n%s", h.Name, got, w)
		}
		delete(want, h.Name)
	}
	for name := range want {
		t.Errorf("nobody is called %q", name)
	}
}

const player = "print('a program')\n"

// Whatever students hand in is graded, or the verdict says what is wrong with it. What was
// done on the way is said.
func TestWhatStudentsHandIn(t *testing.T) {
	dir := fill(t, t.TempDir(), map[string]string{
		"folder/my_player3.py":             player,
		"ada.py":                           player,
		"my_player11.cpp":                  "int main() {}",
		"packed.zip":                       zipOf(t, map[string]string{"my_player3.py": player, "weights.json": "[]"}),
		"tarred.tar.gz":                    tarOf(t, file("./hw2/my_player3.py", player)),
		"inner/hw2.zip":                    zipOf(t, map[string]string{"hw2/my_player3.py": player}),
		"inner/weights.json":               "[]",
		"twice/a.zip":                      zipOf(t, map[string]string{"b.zip": zipOf(t, map[string]string{"my_player3.py": player})}),
		"both/my_player3.py":               player,
		"both/old.zip":                     "PK",
		"several/a.zip":                    "PK",
		"several/b.tar":                    "x",
		"mac/__MACOSX/my_player3.py":       "x",
		"mac/.DS_Store":                    "x",
		"mac/__pycache__/x.pyc":            "x",
		"mac/my_player3.py":                player,
		"maczip.zip":                       zipOf(t, map[string]string{"__MACOSX/._my_player3.py": "x", "Icon\r": "", "my_player3.py": player}),
		"nested/a/b/c/my_player3.py":       player,
		"beside/hw2/my_player3.py":         player,
		"beside/README.md":                 "x",
		"beside/report.pdf":                "x",
		"package/my_player3.py":            player,
		"package/engine/search.py":         "x",
		"starter/hw2/my_player3.py":        player,
		"starter/given/host.py":            "x",
		"drafts/new/my_player3.py":         player,
		"drafts/old/my_player3.py":         player,
		"hidden/my_player3.py":             player,
		"hidden/.weights":                  "x",
		"hidden/.git/config":               "x",
		"pdf/report.pdf":                   "x",
		"empty/":                           "",
		"onlyhidden/.DS_Store":             "x",
		"emptyzip.zip":                     zipOf(t, nil),
		"none.rar":                         "Rar!",
		"damaged.zip":                      "PK\x03\x04",
		"liar.zip":                         "not one",
		"notes.txt":                        "x",
		"roster.csv":                       "id,name\n1,Ada\n",
		".DS_Store":                        "x",
		"venv/my/my_player3.py":            player,
		"venv/env/pyvenv.cfg":              "x",
		"venv/env/lib/my_player3.py":       "x",
		"Ünïcode, \"name\"/my_player3.py":  player,
		"dot.zip/my_player3.py":            player,
		"executable/bin/run":               "x",
		"wrong/homework3.py":               player,
		"zipwrong/solution (1).ZIP":        zipOf(t, map[string]string{`hw2\my_player3.py`: player}),
		"linkedzip/hw.tgz":                 tarOf(t, file("my_player3.py", player), tar.Header{Typeflag: tar.TypeSymlink, Name: "x", Linkname: "/etc/passwd"}),
		"nested in zip/__MACOSX/x":         "x",
		"nested in zip/h/hw.zip":           zipOf(t, map[string]string{"hw/src/my_player3.py": player, "hw/README": "x"}),
		"two languages/my_player3.py":      player,
		"two languages/my_player11.cpp":    "int main() {}",
		"weights beside/hw.zip":            zipOf(t, map[string]string{"my_player3.py": player, "w.json": "1"}),
		"weights beside/w.json":            "2",
		"weights beside/more/deeper/x.txt": "2",
	})
	if err := os.Symlink("folder", filepath.Join(dir, "linked")); err != nil {
		t.Fatal(err)
	}
	before := snapshot(t, dir)
	list := read(t, Options{Path: dir, AsIs: true})
	check(t, list, map[string]string{
		"folder":            "my_player3.py",
		"ada.py":            "my_player3.py",
		"my_player11.cpp":   "my_player11.cpp",
		"packed.zip":        "my_player3.py weights.json; unpacked from packed.zip",
		"tarred.tar.gz":     "my_player3.py; unpacked from tarred.tar.gz",
		"inner":             "my_player3.py; unpacked from hw2.zip; the program is in the folder hw2, which is graded without what lies beside it: weights.json",
		"twice":             "my_player3.py; unpacked from a.zip; unpacked from b.zip",
		"both":              "my_player3.py old.zip; old.zip is not unpacked: the source beside it is graded",
		"several":           "no-program: it holds several archives and no source: a.zip, b.tar",
		"mac":               "my_player3.py",
		"maczip.zip":        "my_player3.py; unpacked from maczip.zip",
		"nested":            "my_player3.py",
		"beside":            "my_player3.py; the program is in the folder hw2, which is graded without what lies beside it: README.md, report.pdf",
		"package":           "engine/search.py my_player3.py",
		"starter":           "my_player3.py; the program is in the folder hw2, which is graded without what lies beside it: given",
		"drafts":            "no-program: it has programs in several folders and none above them: new, old",
		"hidden":            "my_player3.py; hidden files are left out: .weights",
		"pdf":               "report.pdf",
		"empty":             "no-program: the folder is empty",
		"onlyhidden":        "no-program: the folder is empty",
		"emptyzip.zip":      "no-program: the archive emptyzip.zip is empty",
		"none.rar":          "refused: the archive none.rar: archives of this kind are not unpacked (expected: .zip, .tar, .tar.gz, .tgz, .tar.bz2, .tbz2)",
		"damaged.zip":       "refused: the archive damaged.zip: it is damaged: not a valid zip file",
		"liar.zip":          "refused: the archive liar.zip: it is none, or damaged (expected: .zip, .tar, .tar.gz, .tgz, .tar.bz2, .tbz2)",
		"notes.txt":         "no-program: it is no source (.py, .cpp or .java) and no folder",
		"venv":              "my_player3.py; the program is in the folder my, which is graded without what lies beside it: env",
		"Ünïcode, \"name\"": "my_player3.py",
		"dot.zip":           "my_player3.py",
		"executable":        "run",
		"wrong":             "homework3.py",
		"zipwrong":          "my_player3.py; unpacked from solution (1).ZIP",
		"linkedzip":         `refused: the archive hw.tgz: "x" is a link`,
		"nested in zip":     "my_player3.py; unpacked from hw.zip; the program is in the folder src, which is graded without what lies beside it: README",
		"two languages":     "my_player11.cpp my_player3.py",
		"weights beside":    "more/deeper/x.txt my_player3.py w.json; unpacked from hw.zip; w.json is taken from the archive, not from beside it",
		"linked":            "refused: it is a link, which is not followed: hand in the files themselves",
	})
	if after := snapshot(t, dir); after != before {
		t.Errorf("the class's folder has changed:\n%s\nwas\n%s", after, before)
	}
	hashes := map[string]string{}
	for _, h := range list {
		hashes[h.Name] = h.Hash
	}
	for _, same := range []string{"ada.py", "mac", "maczip.zip", "nested", "beside", "hidden", "tarred.tar.gz", "twice"} {
		if hashes[same] != hashes["folder"] || hashes[same] == "" {
			t.Errorf("%s has the same program as folder, but the hash %s", same, hashes[same])
		}
	}
	if hashes["package"] == hashes["folder"] || hashes["wrong"] == hashes["folder"] {
		t.Error("other files have the same hash")
	}
}

// snapshot is all that a folder holds.
func snapshot(t testing.TB, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil {
			fmt.Fprintln(&b, path, info.Mode(), info.Size(), info.ModTime())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// --no-archives leaves archives packed.
func TestNoArchives(t *testing.T) {
	dir := fill(t, t.TempDir(), map[string]string{
		"a.zip":              zipOf(t, map[string]string{"my_player3.py": player}),
		"in/a.zip":           "PK",
		"both/my_player3.py": player,
		"both/a.zip":         "PK",
	})
	check(t, read(t, Options{Path: dir, NoArchives: true}), map[string]string{
		"a.zip": "no-program: it is an archive: hand in what is in it",
		"in":    "no-program: it holds the archive a.zip: hand in what is in it",
		"both":  "a.zip my_player3.py; a.zip is not unpacked: the source beside it is graded",
	})
}

// downloads are those as each system names them.
func downloads(t *testing.T) map[string]map[string]string {
	return map[string]map[string]string{
		"Canvas": {
			"kimlee_1235_778_my_player11.cpp":   "int main() {}",
			"kimlee_1235_779_weights.json":      "[]",
			"jones_1236_780_hw2.zip":            zipOf(t, map[string]string{"hw2/my_player3.py": player}),
			"latelucy_LATE_1237_781_hw2.zip":    zipOf(t, map[string]string{"my_player3.py": player}),
			"again_1238_790_my_player3-1.py":    player + "open('weights.json'); open('book-2.txt')",
			"again_1238_791_weights-2.json":     "[]",
			"again_1238_792_book-2.txt":         "x",
			"two_1239_800_my_player3.py":        "print(1)",
			"two_1239_801_weights.json":         "[1]",
			"two_LATE_1239_900_my_player3-1.py": "print(2)",
			"number_1243_805_my_player3.py":     player,
			"number_1243_806_test-1.py":         "x",
			"number_1243_807_test-2.py":         "x",
			"typed_1240_text.html":              "<p>my program",
			"anon_a1B2c_802_my_player3.py":      player,
			"kim_1241_803_..":                   "x",
			"姓名_1242_804_my_player3.py":         player,
			"__MACOSX/._x":                      "x",
		},
		"Moodle": {
			"Smith John_12345_assignsubmission_file_/my_player3.py":           player,
			"Doe Jane_12346_assignsubmission_file/hw/my_player3.py":           player,
			"Doe Jane_12346_assignsubmission_onlinetext/onlinetext.html":      "x",
			"Roe Max_12347_assignsubmission_file_my_player3.py":               player,
			"Roe Max_12347_assignsubmission_file_weights.json":                "[]",
			"Text Only_12348_assignsubmission_onlinetext_/onlinetext.html":    "x",
			"Evil_1_assignsubmission_file_x_2_assignsubmission_file_hw/x.txt": "x",
		},
		"Gradescope": {
			"assignment_81_export/submission_metadata.yml": "submission_11:\n  :submitters:\n  - :name: Ada Lovelace\n    :sid: 100\n    :email: ada@example.edu\n" +
				"  :created_at: 2021-09-20 16:52:27.190000000 Z\n  :score: 3\n" +
				"submission_12:\n  :submitters:\n  - :name: Ben\n    :sid:\n    :email: ben@example.edu\n  - :name: Cy\n    :sid: '007'\n" +
				"  :created_at: !ruby/object:ActiveSupport::TimeWithZone\n    utc: 2021-09-21 16:52:27.1 Z\n    zone: x\n" +
				"submission_14:\n",
			"assignment_81_export/submission_11/my_player3.py": player,
			"assignment_81_export/submission_12/my_player3.py": player,
			"assignment_81_export/submission_13/my_player3.py": player,
			"assignment_81_export/submission_14/my_player3.py": player,
		},
		"Vocareum": {
			"ada@example.edu/my_player3.py": player,
			"ben@example.edu/my_player3.py": player,
		},
		"Blackboard": {
			"Homework_2_jdoe1_attempt_2021-10-12-22-29-43.txt": "Name: Jane Doe (jdoe1)\nAssignment: Homework_2\nDate Submitted: Tuesday, October 12, 2021 10:29:43 PM PDT\nCurrent Mark: Needs Marking\n\n" +
				"Submission Field:\nThere is no student submission text data for this assignment.\n\nComments:\nThere are no student comments for this assignment.\n\n" +
				"Files:\n\tOriginal filename: my_player3.py\n\tFilename: Homework_2_jdoe1_attempt_2021-10-12-22-29-43_my_player3.py\n",
			"Homework_2_jdoe1_attempt_2021-10-12-22-29-43_my_player3.py":   player,
			"Homework_2_a_smith_attempt_2021-10-12-23-01-00.txt":           "Name: A (Al) Smith (a_smith)\r\n",
			"Homework_2_a_smith_attempt_2021-10-12-23-01-00_helper.py":     "x",
			"Homework_2_a_smith_attempt_2021-10-12-23-01-00_my_player3.py": "import helper",
			"Homework_2_a_smith_attempt_2021-10-13-09-00-00.txt":           "Name: A (Al) Smith (a_smith)\r\n",
			"Homework_2_a_smith_attempt_2021-10-13-09-00-00_my_player3.py": player,
			"Homework_2_broe_attempt_2021-10-12-23-02-00.txt":              "Nombre: Ben Roe (broe)\n",
			"Homework_2_cpoe_attempt_2021-10-12-23-02-00_hw2.zip":          zipOf(t, map[string]string{"my_player3.py": player}),
		},
		"Brightspace": {
			"index.html": "<html>",
			"1001-77 - Jane Doe - Oct 12, 2021 1109 PM/my_player3.py":          player,
			"1002-77 - A-M Smith-Lee - Oct 12, 2021 803 AM/helper.py":          "x",
			"1002-77 - A-M Smith-Lee - Oct 12, 2021 803 AM/my_player3.py":      "import helper",
			"1002-77 - A-M Smith-Lee - Oct 13, 2021 905 AM/my_player3.py":      player,
			"1003-77 - Ben - Roe - 12 October, 2021 2109 - my_player3.py":      player,
			"1003-77 - Ben - Roe - 12 October, 2021 2109 - weights - old.json": "[]",
		},
		"Autolab": {
			"1_jdoe1@x.edu_my_player3.py":   "print(1)",
			"10_jdoe1@x.edu_my_player3.py":  player,
			"2_jdoe1@x.edu_my_player3.py":   "print(2)",
			"a_smith@x.edu_3_handin.tgz":    tarOf(t, file("my_player3.py", player), file("helper.py", "x")),
			"3_ben.roe@cs.x.edu_handin.txt": "x",
		},
		"Sakai": {
			"HW2/grades.csv":                     "\"HW2\",\"Points\"\n\n\"Display ID\",\"ID\",\"Last Name\",\"First Name\",\"grade\",\"Submission date\",\"Late submission\"\n",
			"HW2/Doe, Jane(jdoe1)/timestamp.txt": "20211012222943123",
			"HW2/Doe, Jane(jdoe1)/Submission attachment(s)/my_player3.py":             player,
			"HW2/Doe, Jane(jdoe1)/Feedback Attachment(s)/my_player3.py":               "x",
			"HW2/Doe, Jane(jdoe1)/comments.txt":                                       "",
			"HW2/Smith, A (Al)(asmith)/timestamp.txt":                                 "20211012230100000",
			"HW2/Smith, A (Al)(asmith)/Submission attachment(s)/my_player3.py":        player,
			"HW2/Smith, Ann(ann.smith)/timestamp.txt":                                 "2021-10-12T23:01:00Z",
			"HW2/Smith, Ann(ann.smith)/提出物の添付ファイル/helper.py":                          "x",
			"HW2/Smith, Ann(ann.smith)/提出物の添付ファイル/my_player3.py":                      player,
			"HW2/Roe, Ben(broe)/Roe, Ben(broe)_submissionText.html":                   "<p>my program",
			"HW2/Roe, Ben(broe)/Submission attachment(s)/":                            "",
			"HW2/Poe, Cy(cpoe); Poe, Di(dpoe)/timestamp.txt":                          "20211012230100000",
			"HW2/Poe, Cy(cpoe); Poe, Di(dpoe)/Submission attachment(s)/my_player3.py": player,
			"HW2/7f3a/timestamp.txt":                                                  "20211012230100000",
			"HW2/7f3a/Submission attachment(s)/hw2.zip":                               zipOf(t, map[string]string{"my_player3.py": player}),
		},
		"Sakai without folders": {
			"grades.xls": "x",
			"Doe, Jane(jdoe1)_Submission attachment(s)_my_player3.py":    player,
			"Doe, Jane(jdoe1)_Submission attachment(s)_the_weights.json": "[]",
			"Doe, Jane(jdoe1)_Feedback Attachment(s)my_player3.py":       "x",
			"Doe, Jane(jdoe1)_comments.txt":                              "x",
			"Roe, Ben(broe)__submissionText.html":                        "x",
		},
	}
}

// A download of each system, as a folder, a zip and a tar, has the right students.
func TestSystems(t *testing.T) {
	want := map[string]map[string]string{
		"Canvas": {
			"kimlee_1235":   "my_player11.cpp weights.json",
			"jones_1236":    "my_player3.py; unpacked from hw2.zip",
			"latelucy_1237": "my_player3.py; late, as Canvas has it; unpacked from hw2.zip",
			"again_1238": "book-2.txt my_player3.py weights.json; my_player3-1.py is graded as my_player3.py: Canvas changes the name of a file that is handed in again; " +
				"weights-2.json is graded as weights.json: Canvas changes the name of a file that is handed in again",
			"two_1239":    "my_player3.py weights.json; attempt 1 of 2, the last before the deadline counts",
			"number_1243": "my_player3.py test-1.py test-2.py",
			"typed_1240":  "no-program: no file was handed in, only a text or a link",
			"anon_a1B2c":  "my_player3.py",
			"kim_1241":    "no-program: the folder is empty; hidden files are left out: ..",
			"姓名_1242":     "my_player3.py",
		},
		"Moodle": {
			"Smith John_12345": "my_player3.py",
			"Doe Jane_12346":   "my_player3.py",
			"Roe Max_12347":    "my_player3.py weights.json",
			"Text Only_12348":  "no-program: no file was handed in, only a text or a link",
			"Evil_1_assignsubmission_file_x_2_assignsubmission_file_hw": "x.txt",
		},
		"Gradescope": {
			"Ada Lovelace_100":               "my_player3.py",
			"Ben_ben@example.edu and Cy_007": "my_player3.py",
			"submission_13":                  "my_player3.py",
			"submission_14":                  "my_player3.py",
		},
		"Vocareum": {"ada@example.edu": "my_player3.py", "ben@example.edu": "my_player3.py"},
		"Blackboard": {
			"jdoe1":   "my_player3.py",
			"a_smith": "my_player3.py; attempt 2 of 2, the last counts",
			"broe":    "no-program: no file was handed in, only a text or a link",
			"cpoe":    "my_player3.py; unpacked from hw2.zip",
		},
		"Brightspace": {
			"Jane Doe_1001":      "my_player3.py",
			"A-M Smith-Lee_1002": "my_player3.py; attempt 2 of 2, the last counts",
			"Ben - Roe_1003":     "my_player3.py weights - old.json",
		},
		"Autolab": {
			"jdoe1@x.edu":      "my_player3.py; attempt 3 of 3, the last counts",
			"a_smith@x.edu":    "helper.py my_player3.py; unpacked from handin.tgz",
			"ben.roe@cs.x.edu": "no-program: it is no source (.py, .cpp or .java) and no folder",
		},
		"Sakai": {
			"Doe, Jane_jdoe1":               "my_player3.py",
			"Smith, A (Al)_asmith":          "my_player3.py",
			"Smith, Ann_ann.smith":          "helper.py my_player3.py",
			"Roe, Ben_broe":                 "no-program: no file was handed in, only a text or a link",
			"Poe, Cy_cpoe and Poe, Di_dpoe": "my_player3.py",
			"7f3a":                          "my_player3.py; unpacked from hw2.zip",
		},
		"Sakai without folders": {
			"Doe, Jane_jdoe1": "my_player3.py the_weights.json",
			"Roe, Ben_broe":   "no-program: no file was handed in, only a text or a link",
		},
	}
	for system, files := range downloads(t) {
		folder := fill(t, t.TempDir(), files)
		packed := fill(t, t.TempDir(), map[string]string{"class.zip": zipOf(t, files)})
		var entries []tar.Header
		wrapped := map[string]string{}
		for name, text := range files {
			if wrapped["submissions/"+name] = text; !strings.HasSuffix(name, "/") {
				entries = append(entries, file(name, text))
			}
		}
		fill(t, packed, map[string]string{"class.tgz": tarOf(t, entries...), "wrapped.zip": zipOf(t, wrapped)})
		for _, path := range []string{folder, filepath.Join(packed, "class.zip"), filepath.Join(packed, "class.tgz"), filepath.Join(packed, "wrapped.zip")} {
			t.Run(system+"/"+filepath.Base(path), func(t *testing.T) {
				check(t, read(t, Options{Path: path}), maps.Clone(want[system]))
			})
		}
	}
}

// What spoils one student's part of a class's archive spoils nobody else's; an archive that
// would write elsewhere is refused as a whole.
func TestSpoiltClass(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, map[string]string{
		"class.tar.gz": tarOf(t, file("ada/my_player3.py", player), file("ben/my_player3.py", player),
			tar.Header{Typeflag: tar.TypeSymlink, Name: "ben/x", Linkname: "/etc/passwd"}, file("cy/a", "1"), file("cy/A", "2"),
			tar.Header{Typeflag: tar.TypeFifo, Name: "dan/pipe"}, file("eve/a\x1b", "x"), file("fay/"+strings.Repeat("x", 300), "x"), file("gus/"+strings.Repeat("x/", 50)+"x", "x"),
			file("g\x01/x", "x")),
		"evil.zip": zipOf(t, map[string]string{"ada/my_player3.py": player, "../evil.py": "x"}),
	})
	check(t, read(t, Options{Path: filepath.Join(dir, "class.tar.gz")}), map[string]string{
		"ada":     "my_player3.py",
		"ben":     `refused: "ben/x" is a link`,
		"cy":      `refused: it holds both "cy/a" and "cy/A", which are one file on some systems`,
		"dan":     `refused: "dan/pipe" is no file and no folder`,
		"eve":     `refused: the name "eve/a\x1b" has control characters`,
		"fay":     `refused: the name "fay/` + strings.Repeat("x", 96) + `" is too long`,
		"gus":     "refused: it holds more than 40 folders in each other",
		`g\u0001`: `refused: the name "g\x01/x" has control characters`,
	})
	for path, want := range map[string]error{
		"evil.zip": &refusal{course.Refused, `the name "../evil.py" leads out of the folder`}, "none": ErrNobody, "class.tar.gz/x": ErrNobody,
	} {
		_, err := Read(t.Context(), Options{Path: filepath.Join(dir, path), Scratch: t.TempDir()})
		if err == nil || !errors.Is(err, want) && !strings.Contains(err.Error(), want.Error()) {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
	}
	if _, err := os.Lstat(filepath.Join(dir, "evil.py")); err == nil {
		t.Error("an archive has written outside of its folder")
	}
}

// The deadline decides which attempt counts and how late it is, by the times that the
// system, the roster or the files have.
func TestDeadline(t *testing.T) {
	deadline := time.Date(2026, 10, 17, 23, 59, 0, 0, time.UTC)
	dir := fill(t, t.TempDir(), map[string]string{
		"ada/my_player3.py": player, "ben/my_player3.py": player, "cy.py": player, "cy.zip": zipOf(t, map[string]string{"my_player.cpp": "x"}),
		"dan/my_player3.py": player, "lee_LATE_1_2_my_player3.py": player,
	})
	for name, after := range map[string]time.Duration{
		"ada/my_player3.py": -time.Hour, "ben/my_player3.py": 25 * time.Hour, "cy.py": -2 * time.Hour, "cy.zip": time.Minute, "dan/my_player3.py": 5 * time.Minute,
	} {
		if err := os.Chtimes(filepath.Join(dir, name), time.Time{}, deadline.Add(after)); err != nil {
			t.Fatal(err)
		}
	}
	roster, err := parseRoster([]byte("id,name,submitted\n1,ada,\n2,ben,2026-10-17T23:58:00Z\n3,cy,\n5,\"Lee, Kim\",\n"))
	if err != nil {
		t.Fatal(err)
	}
	list := read(t, Options{Path: dir, Deadline: deadline, Roster: roster})
	check(t, list, map[string]string{
		"ada":        "my_player3.py",
		"ben":        "my_player3.py",
		"cy.py":      "my_player3.py; attempt 1 of 2, the last before the deadline counts",
		"dan":        "my_player3.py; not on the roster; 5 minutes late, by the times of its files",
		"lee_1":      "my_player3.py; not on the roster; late, as Canvas has it",
		"Lee, Kim_5": "missing: nothing was handed in",
	})
	best := read(t, Options{Path: dir, Deadline: deadline.Add(time.Hour), Roster: roster, Best: true})
	attempts := map[string][]string{}
	for _, h := range best {
		attempts[h.Name] = append(attempts[h.Name], text(t, h))
	}
	if got := attempts["cy.py"]; len(got) != 2 || got[0] != "my_player3.py; attempt 1 of 2, the best counts" || got[1] != "my_player.cpp; attempt 2 of 2, the best counts; unpacked from cy.zip" || len(attempts["ada"]) != 1 {
		t.Errorf("the attempts are %q", attempts)
	}
	list = read(t, Options{Path: dir, Deadline: deadline})
	days := map[string]int{"ben": 2, "cy.zip": 1, "dan": 1}
	for _, h := range list {
		if h.LateDays() != days[h.Name] {
			t.Errorf("%s is %d days late", h.Name, h.LateDays())
		}
	}
}

// A deadline of one's own comes before that of the class, also where the class has none;
// of those who have worked together the latest counts.
func TestOwnDeadlines(t *testing.T) {
	deadline := time.Date(2026, 10, 17, 23, 59, 0, 0, time.UTC)
	dir := fill(t, t.TempDir(), map[string]string{"ada.py": player, "ben.py": player, "cy.py": player, "cy.zip": zipOf(t, map[string]string{"my_player.cpp": "x"})})
	for name, after := range map[string]time.Duration{"ada.py": 47 * time.Hour, "ben.py": time.Hour, "cy.py": time.Hour, "cy.zip": 25 * time.Hour} {
		if err := os.Chtimes(filepath.Join(dir, name), time.Time{}, deadline.Add(after)); err != nil {
			t.Fatal(err)
		}
	}
	roster, err := parseRoster([]byte("id,name,Deadline\n1,ada,2026-10-19T23:59:00Z\n2,ben,-\n3,cy,2026-10-18T23:59:00Z\n4,dora,2026-10-01\n"))
	if err != nil {
		t.Fatal(err)
	}
	check(t, read(t, Options{Path: dir, Deadline: deadline, Roster: roster}), map[string]string{
		"ada.py": "my_player3.py; with a deadline of its own, 2026-10-19 23:59 UTC",
		"ben.py": "my_player3.py; 1 hour late, by the times of its files",
		"cy.py":  "my_player3.py; attempt 1 of 2, the last before the deadline counts; with a deadline of its own, 2026-10-18 23:59 UTC",
		"dora_4": "missing: nothing was handed in",
	})
	roster.persons[0].deadline = deadline
	check(t, read(t, Options{Path: dir, Roster: roster}), map[string]string{
		"ada.py": "my_player3.py; with a deadline of its own, 2026-10-17 23:59 UTC; 2 days late, by the times of its files",
		"ben.py": "my_player3.py",
		"cy.py":  "my_player3.py; attempt 1 of 2, the last before the deadline counts; with a deadline of its own, 2026-10-18 23:59 UTC",
		"dora_4": "missing: nothing was handed in",
	})
}

func TestParseTime(t *testing.T) {
	for text, want := range map[string]string{
		"2026-10-17T23:59:00-07:00": "2026-10-18T06:59:00Z",
		"2026-10-17T23:59Z":         "2026-10-17T23:59:00Z",
		"2026-10-17 23:59:00 UTC":   "2026-10-17T23:59:00Z",
	} {
		if got, err := ParseTime(text); err != nil || got.UTC().Format(time.RFC3339) != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	day, err := ParseTime("2026-10-17")
	if want := time.Date(2026, 10, 17, 23, 59, 59, 0, time.Local); err != nil || !day.Equal(want) {
		t.Errorf("a day: %v, %v", day, err)
	}
	for _, text := range []string{"", "soon", "17.10.2026", "2026-13-01", "23:59", "2026-10-17 23:59:00 XYZ"} {
		if got, err := ParseTime(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}
