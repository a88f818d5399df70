package seal

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evolab/internal/longtest"
)

func put(t testing.TB, folder, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func key(t testing.TB, text string) Key {
	t.Helper()
	path := filepath.Join(t.TempDir(), "key")
	ok(t, os.WriteFile(path, []byte(text+"\n"), 0o600))
	k, err := ReadKey(path)
	ok(t, err)
	return k
}

// made is a folder with a file that was replaced twice, one that has grown, was cut, and
// has grown again, one that was removed, and an empty lock.
func made(t testing.TB, k Key) (folder string, w *Writer) {
	folder = t.TempDir()
	w, err := Open(In(folder), k)
	ok(t, err)
	ok(t, w.ReplaceAll([]Contents{{"state.json", []byte("{\n\"a\": 1\n}\n")}, {"page.html", []byte("<p>")}}))
	ok(t, w.Replace("state.json", []byte("{\n\"a\": 2\n}\n")))
	put(t, folder, "lines", "one\ntwo\nTHREE\n")
	ok(t, w.Write(Added("lines", 0, []byte("one\ntwo\n")), Added("lines", 8, []byte("THREE\n"))))
	ok(t, w.Write(Truncated("lines", 8)))
	put(t, folder, "lines", "one\ntwo\nthree\nfour\n")
	ok(t, w.Write(Added("lines", 8, []byte("three\nfour\n"))))
	ok(t, w.Remove("page.html", "never.html"))
	put(t, folder, "lock", "")
	return folder, w
}

func finished(t testing.TB, k Key) string {
	folder, w := made(t, k)
	ok(t, w.Finish("lock", "no.lock"))
	return folder
}

func found(t testing.TB, folder string, d Demand) string {
	t.Helper()
	r, err := Inspect(In(folder), d)
	ok(t, err)
	var texts []string
	for _, c := range r.Changes {
		texts = append(texts, c.String())
	}
	return strings.Join(texts, "; ")
}

func TestWhatIsFound(t *testing.T) {
	open, _ := made(t, Key{})
	closed := t.TempDir()
	ok(t, os.CopyFS(closed, os.DirFS(open)))
	w, err := Open(In(closed), Key{})
	ok(t, err)
	ok(t, w.Finish("lock"))
	for _, c := range []struct{ about, file, text, open, closed string }{
		{"nothing", "lines", "one\ntwo\nthree\nfour\n", "", ""},
		{"a changed line", "lines", "one\ntwo\nthree\nfive\n", "lines:4: it is not what was written here", "="},
		{"changes in two blocks", "lines", "one\ntvo\ntree?\nfour\n", "lines:2: it is not what was written here; lines:3: it is not what was written here", "="},
		{"swapped lines", "lines", "two\none\nthree\nfour\n", "lines:1: it is not what was written here", "="},
		{"lost lines", "lines", "one\ntwo\nthree\n", "lines:4: lines that were here are gone", "="},
		{"a line that is not finished", "lines", "one\ntwo\nthree\nfour\nfi", "", "lines:5: nobody sealed what begins here"},
		{"an added line", "lines", "one\ntwo\nthree\nfour\nfive\n", "", "lines:5: nobody sealed what begins here"},
		{"earlier contents", "state.json", "{\n\"a\": 1\n}\n", "state.json:2: it is not what was written here", "="},
		{"a changed digit", "state.json", "{\n\"a\": 3\n}\n", "state.json:2: it is not what was written here", "="},
		{"a line too many", "state.json", "{\n\"a\": 2\n}\n\n", "state.json:4: it is not what was written here", "="},
		{"a cut file", "state.json", "{\n", "state.json:2: lines that were here are gone", "="},
		{"an empty file", "state.json", "", "state.json:1: lines that were here are gone", "="},
		{"a file that was removed", "page.html", "<p>", "", "page.html: it was removed, and is there again"},
		{"something in a lock", "lock", "x", "", "lock: it is not what was written here"},
		{"a file without a seal", "other", "x", "", ""},
	} {
		for _, folder := range []string{open, closed} {
			want := c.open
			if folder == closed && c.closed != "=" {
				want = c.closed
			}
			good := contents(t, folder)
			put(t, folder, c.file, c.text)
			if got := found(t, folder, Demand{}); got != want {
				t.Errorf("%s, closed %v: %q, want %q", c.about, folder == closed, got, want)
			}
			restore(t, folder, good)
		}
	}
}

// names lists the files of a folder.
func names(t testing.TB, folder string) (list []string) {
	ok(t, filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if name, _ := filepath.Rel(folder, path); err == nil && !d.IsDir() {
			list = append(list, filepath.ToSlash(name))
		}
		return err
	}))
	return list
}

// Each removed file of a finished folder is named, those of the seal included, and so is
// the whole seal where the record says that there was one.
func TestEveryRemovedFileIsNamed(t *testing.T) {
	folder := finished(t, Key{})
	all := names(t, folder)
	if want := []string{"lines", "lock", ManifestFile, File, LockFile, "state.json"}; !slices.Equal(all, want) {
		t.Fatalf("the folder has %q", all)
	}
	for _, name := range all {
		path := filepath.Join(folder, name)
		good, err := os.ReadFile(path)
		ok(t, err)
		ok(t, os.Remove(path))
		if got := found(t, folder, Demand{}); got != name+": it is missing" {
			t.Errorf("%s: %q", name, got)
		}
		put(t, folder, name, string(good))
	}
	for _, name := range []string{ManifestFile, File, LockFile} {
		ok(t, os.Remove(filepath.Join(folder, name)))
	}
	if got := found(t, folder, Demand{Sealed: true}); got != File+": it is missing" {
		t.Errorf("without a seal: %q", got)
	}
	if got := found(t, folder, Demand{}); got != "" {
		t.Errorf("a folder of an earlier version: %q", got)
	}
}

// Each changed bit is found, and blamed on its own line.
func TestEveryByteCounts(t *testing.T) {
	every := 11
	if longtest.Enabled() {
		every = 1
	}
	for _, k := range []Key{{}, key(t, "a key of sixteen bytes")} {
		folder := finished(t, k)
		for _, name := range []string{"lines", "state.json", File, ManifestFile} {
			path := filepath.Join(folder, name)
			good, err := os.ReadFile(path)
			ok(t, err)
			for at := 0; at < len(good); at += every {
				bad := bytes.Clone(good)
				bad[at] ^= 1 << (at % 8)
				put(t, folder, name, string(bad))
				line := 1 + bytes.Count(good[:at], newline)
				got := found(t, folder, Demand{Key: k})
				place := fmt.Sprintf("%s:%d: ", name, line)
				// Without its line break, the last line of the seal counts as torn.
				last := name == File && at == len(good)-1
				if !strings.Contains("; "+got, "; "+place) && !(last && strings.Contains(got, File)) {
					t.Errorf("%s, byte %d of line %d: %q", name, at, line, got)
				}
			}
			put(t, folder, name, string(good))
		}
	}
}

// Lines of the seal that are removed, swapped or repeated, or cut off its end, are named,
// together with what they covered.
func TestDamagedSeals(t *testing.T) {
	folder := finished(t, Key{})
	path := filepath.Join(folder, File)
	good, err := os.ReadFile(path)
	ok(t, err)
	lines := strings.SplitAfter(strings.TrimSuffix(string(good), "\n"), "\n")
	lines[len(lines)-1] += "\n"
	try := func(about string, changed []string) {
		t.Helper()
		put(t, folder, File, strings.Join(changed, ""))
		if got := found(t, folder, Demand{Sealed: true}); !strings.Contains(got, File) {
			t.Errorf("%s: %q", about, got)
		}
	}
	for i := range lines {
		try(fmt.Sprint("without line ", i+1), slices.Delete(slices.Clone(lines), i, i+1))
		try(fmt.Sprint("twice line ", i+1), slices.Insert(slices.Clone(lines), i, lines[i]))
		try(fmt.Sprint("cut before line ", i+1), lines[:i])
		try(fmt.Sprint("torn line ", i+1), append(slices.Clone(lines[:i]), lines[i][:len(lines[i])/2]))
		if i > 0 {
			swapped := slices.Clone(lines)
			swapped[i-1], swapped[i] = swapped[i], swapped[i-1]
			try(fmt.Sprint("swapped with line ", i+1), swapped)
		}
	}
}

// Whoever computes the whole chain anew goes unseen without a key, and is found with one.
func TestForgery(t *testing.T) {
	mine := key(t, "a key of sixteen bytes")
	folder := finished(t, mine)
	if got := found(t, folder, Demand{Key: mine}); got != "" {
		t.Errorf("untouched: %s", got)
	}
	forge := func(with Key) {
		for _, name := range []string{File, ManifestFile} {
			ok(t, os.Remove(filepath.Join(folder, name)))
		}
		w, err := Open(In(folder), with)
		ok(t, err)
		ok(t, w.Replace("state.json", []byte("{\n\"a\": 9\n}\n")))
		ok(t, w.Write(Added("lines", 0, []byte("one\ntwo\nthree\nfour\n"))))
		ok(t, w.Finish("lock"))
	}
	forge(Key{})
	if got := found(t, folder, Demand{}); got != "" {
		t.Errorf("without a key: %s", got)
	}
	if got := found(t, folder, Demand{Key: mine}); !strings.HasPrefix(got, File+":1: it was sealed without a key") {
		t.Errorf("a plain seal in the place of one with a key: %q", got)
	}
	forge(key(t, "another key, of another length"))
	if got := found(t, folder, Demand{Key: mine}); !strings.HasPrefix(got, File+":1: it was sealed with key ") {
		t.Errorf("another's key: %q", got)
	}
	// Another's HMACs under the name of the key.
	text, err := os.ReadFile(filepath.Join(folder, File))
	ok(t, err)
	other := parse(text, Key{})
	var forged []byte
	fresh := &ledger{files: map[string]state{}}
	for n := range bytes.Count(text, newline) {
		r := record{Files: []Entry{Replaced("state.json", []byte("{\n\"a\": 9\n}\n"))}}
		if n == 0 {
			r = other.header
			r.Key = mine.ID()
		}
		made, err := fresh.encode(r, key(t, "another key, of another length"))
		ok(t, err)
		fresh.read(made, Key{})
		forged = append(forged, made...)
	}
	put(t, folder, File, string(forged))
	if got := found(t, folder, Demand{Key: mine}); !strings.Contains(got, File+":2: it was not sealed with the key") {
		t.Errorf("another's HMACs: %q", got)
	}
	var about *KeyError
	if err := Require(In(folder), Demand{}, nil); !errors.As(err, &about) {
		t.Errorf("resumed without the key: %v", err)
	}
	if _, err := Open(In(folder), Key{}); !errors.As(err, &about) {
		t.Errorf("written without the key: %v", err)
	}
}

func TestKeys(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ text, want string }{
		{"short", "holds 5 bytes"}, {"", "holds 0 bytes"}, {"\n\n", "holds 0 bytes"}, {strings.Repeat("x", 5000), "larger"},
		{strings.Repeat("x", 16), ""}, {strings.Repeat("x", 4096) + "\r\n", ""},
	} {
		put(t, dir, "key", c.text)
		k, err := ReadKey(filepath.Join(dir, "key"))
		if c.want == "" && (err != nil || k.IsZero() || len(k.ID()) != 8) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%d bytes: %v, want %q", len(c.text), err, c.want)
		}
	}
	if _, err := ReadKey(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// However much of the last write a killed process has done, nothing is reported, and the
// next process continues, also if the files that the last line announces did not come.
func TestKilledWriters(t *testing.T) {
	type step struct {
		about string
		do    func(*Writer) error
	}
	base, _ := made(t, Key{})
	before := contents(t, base)
	for _, s := range []step{
		{"replace", func(w *Writer) error { return w.Replace("state.json", []byte("{}\n")) }},
		{"a new file", func(w *Writer) error { return w.Replace("new.json", []byte("{}\n")) }},
		{"two files", func(w *Writer) error {
			return w.ReplaceAll([]Contents{{"state.json", []byte("{}\n")}, {"new.json", []byte("[]\n")}})
		}},
		{"remove", func(w *Writer) error { return w.Remove("state.json") }},
		{"cut", func(w *Writer) error { return w.Write(Truncated("lines", 4)) }},
		{"finish", func(w *Writer) error { return w.Finish("lock") }},
	} {
		folder := t.TempDir()
		restore(t, folder, before)
		w, err := Open(In(folder), Key{})
		ok(t, err)
		ok(t, s.do(w))
		after := contents(t, folder)[File]
		for cut := len(before[File]) + 1; cut < len(after); cut += (len(after) - len(before[File])) / 3 {
			restore(t, folder, before) // the seal is torn, and nothing that follows has come
			put(t, folder, File, after[:cut])
			if got := found(t, folder, Demand{Sealed: true}); got != "" {
				t.Fatalf("%s, cut after %d bytes: %s", s.about, cut, got)
			}
			again(t, folder, fmt.Sprintf("%s, cut after %d bytes", s.about, cut))
		}
		if s.about == "finish" { // the manifest comes first
			continue
		}
		restore(t, folder, before) // the line is whole, and nothing that it announces has come
		put(t, folder, File, after)
		if got := found(t, folder, Demand{Sealed: true}); got != "" {
			t.Fatalf("%s, before the file: %s", s.about, got)
		}
		again(t, folder, s.about+", before the file")
	}
	// Between the manifest and the line that closes the seal.
	folder, w := made(t, Key{})
	ok(t, w.Finish("lock"))
	all := contents(t, folder)
	lines := strings.SplitAfter(all[File], "\n")
	put(t, folder, File, strings.Join(lines[:len(lines)-2], ""))
	if got := found(t, folder, Demand{}); !strings.HasSuffix(got, "the line that closes it is missing") {
		t.Errorf("%q", got)
	}
	ok(t, Require(In(folder), Demand{Sealed: true}, nil))
	again(t, folder, "between manifest and seal")
}

// contents are the texts of a folder's files.
func contents(t *testing.T, folder string) map[string]string {
	all := map[string]string{}
	for _, name := range names(t, folder) {
		data, err := os.ReadFile(filepath.Join(folder, name))
		ok(t, err)
		all[name] = string(data)
	}
	return all
}

// restore gives a folder other contents.
func restore(t *testing.T, folder string, want map[string]string) {
	for _, name := range names(t, folder) {
		if _, there := want[name]; !there {
			ok(t, os.Remove(filepath.Join(folder, name)))
		}
	}
	for name, text := range want {
		put(t, folder, name, text)
	}
}

// again writes to a folder as the next process, and finishes it.
func again(t *testing.T, folder, about string) {
	t.Helper()
	w, err := Open(In(folder), Key{})
	ok(t, err)
	ok(t, w.Replace("other.json", []byte("[]\n")))
	if got := found(t, folder, Demand{Sealed: true}); got != "" {
		t.Fatalf("%s, and opened again: %s", about, got)
	}
	at, err := w.Covered("lines")
	ok(t, err)
	text, err := os.ReadFile(filepath.Join(folder, "lines"))
	ok(t, err)
	put(t, folder, "lines", string(text[:at]))
	ok(t, w.Finish("lock"))
	if got := found(t, folder, Demand{Sealed: true}); got != "" {
		t.Fatalf("%s, and finished: %s", about, got)
	}
	put(t, folder, "other.json", "[1]\n")
	if got := found(t, folder, Demand{}); got != "other.json:1: it is not what was written here" {
		t.Fatalf("%s, finished and damaged: %q", about, got)
	}
}

// A file that could not be written is not taken for damage later.
func TestFailedReplace(t *testing.T) {
	folder, w := made(t, Key{})
	ok(t, os.Mkdir(filepath.Join(folder, "dir"), 0o755))
	if err := w.Replace("dir/file.json", nil); err != nil {
		t.Fatal(err)
	}
	if err := w.Replace("none/file.json", []byte("x")); err == nil {
		t.Fatal("a file in a folder that is not there")
	}
	ok(t, w.Replace("state.json", []byte("{}\n")))
	if got := found(t, folder, Demand{}); got != "" {
		t.Error(got)
	}
}

// Two processes write to different files of a folder at once.
func TestTwoWriters(t *testing.T) {
	folder, one := made(t, Key{})
	two, err := Open(In(folder), Key{})
	ok(t, err)
	done := make(chan error)
	for i, w := range []*Writer{one, two} {
		go func() {
			var err error
			for n := 0; n < 10 && err == nil; n++ {
				err = w.Replace(fmt.Sprintf("%d.json", i), fmt.Appendf(nil, "%d\n", n))
			}
			done <- err
		}()
	}
	for left := 2; left > 0; {
		select {
		case err := <-done:
			ok(t, err)
			left--
		default:
			if got := found(t, folder, Demand{Sealed: true}); got != "" {
				t.Fatal(got)
			}
		}
	}
	ok(t, one.Finish())
	if got := found(t, folder, Demand{Sealed: true}); got != "" {
		t.Error(got)
	}
}

// A folder of an earlier version is sealed as it is from the next write on.
func TestAdopted(t *testing.T) {
	folder := t.TempDir()
	put(t, folder, "state.json", "{}\n")
	put(t, folder, "lines.jsonl", "{1}\n{2}\n{")
	r, err := Inspect(In(folder), Demand{})
	ok(t, err)
	if r.Sealed || len(r.Changes) > 0 || !strings.HasPrefix(r.Text(), "not sealed") {
		t.Errorf("%+v", r)
	}
	w, err := OpenFolder(folder, Demand{})
	ok(t, err)
	if n, err := w.Covered("lines.jsonl"); n != 8 || err != nil {
		t.Errorf("%d bytes are covered, %v", n, err)
	}
	put(t, folder, "lines.jsonl", "{1}\n{3}\n{")
	if got := found(t, folder, Demand{}); got != "lines.jsonl:2: it is not what was written here" {
		t.Error(got)
	}
}

// The seal of a single file is beside it, and says nothing about others.
func TestBeside(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "event.jsonl")
	w, err := Open(Beside(path), Key{})
	ok(t, err)
	put(t, folder, "event.jsonl", "{1}\n")
	ok(t, w.Write(Added("event.jsonl", 0, []byte("{1}\n"))))
	ok(t, w.Finish())
	if got, want := names(t, folder), []string{"event.jsonl", "event.jsonl.manifest", "event.jsonl.seal", "event.jsonl.seal.lock"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	put(t, folder, "event.jsonl", "{2}\n")
	r, err := Inspect(Beside(path), Demand{})
	ok(t, err)
	if len(r.Changes) != 1 || r.Changes[0].String() != "event.jsonl:1: it is not what was written here" {
		t.Errorf("%+v", r)
	}
}

// Whatever a seal holds, only places that can be are reported, and nothing panics.
func FuzzSeal(f *testing.F) {
	folder := finished(f, Key{})
	text, err := os.ReadFile(filepath.Join(folder, File))
	ok(f, err)
	list, err := os.ReadFile(filepath.Join(folder, ManifestFile))
	ok(f, err)
	f.Add(text, list)
	f.Add([]byte("{}\n{"), []byte("{"))
	k := &ledger{files: map[string]state{}}
	for _, n := range []Entry{{File: "lines", From: 1 << 62, Bytes: 1 << 62}, {File: "../x", Bytes: 1}, {File: "lines", From: -1}, {File: "a\nb"},
		{File: "lines", Bytes: 3, Lines: "123"}, {File: "lines", Whole: true, Bytes: 3, Lines: "0"}} {
		line, err := k.encode(record{Closed: true, Files: []Entry{n}}, Key{})
		ok(f, err)
		f.Add(line, []byte(`{"lines":1}`))
	}
	f.Fuzz(func(t *testing.T, text, list []byte) {
		folder := t.TempDir()
		put(t, folder, File, string(text))
		put(t, folder, ManifestFile, string(list))
		put(t, folder, "lines", "one\ntwo\n")
		r, err := Inspect(In(folder), Demand{})
		if err != nil {
			return // a file that cannot be read
		}
		for _, c := range r.Changes {
			if c.Line < 0 || c.What == "" || strings.ContainsAny(c.File, "\n\x1b") {
				t.Errorf("%+v", c)
			}
		}
		_ = r.Text()
	})
}

// What an earlier version wrote has checksums at most: they are compared, and said not to
// be a seal. A folder that agrees with them is sealed from the next write on.
func TestChecksumsOfEarlierVersions(t *testing.T) {
	folder := t.TempDir()
	good := map[string]string{
		"state.json": "{\n\"a\": 1\n}\n", "lines": "one\ntwo\n",
		ChecksumsFile: `{"file":"state.json","whole":true,"bytes":11,"sums":["8c29e04c","f7014039","e5e6b17e"],"check":"c8cd5706"}
{"file":"lines","bytes":8,"sums":["a2379c0d","88d6e588"],"check":"f23f82ec"}
`,
	}
	for _, c := range []struct{ file, text, want string }{
		{"lines", "one\ntwo\nthree", ""},
		{"lines", "one\ntwp\n", "lines:2: it is not what was written here"},
		{"lines", "one\n", "lines:2: lines that were here are gone"},
		{"state.json", "{\n\"a\": 2\n}\n", "state.json:2: it is not what was written here"},
		{ChecksumsFile, strings.Replace(good[ChecksumsFile], "8c29", "8c28", 1), ChecksumsFile + ":1: it is not what was written here: what it vouched for is not checked"},
	} {
		restore(t, folder, good)
		put(t, folder, c.file, c.text)
		if got := found(t, folder, Demand{}); got != c.want {
			t.Errorf("%s: %q, want %q", c.file, got, c.want)
		}
	}
	var changed *Changed
	if _, err := OpenFolder(folder, Demand{}); !errors.As(err, &changed) {
		t.Errorf("damaged, and sealed: %v", err)
	}
	restore(t, folder, good)
	if r, err := Inspect(In(folder), Demand{}); err != nil || r.Text() != "not sealed: an earlier version wrote it, with checksums" {
		t.Errorf("%q, %v", r.Text(), err)
	}
	if _, err := OpenFolder(folder, Demand{Key: key(t, "a key of sixteen bytes")}); err == nil {
		t.Error("a key vouches for what was there before")
	}
	_, err := OpenFolder(folder, Demand{})
	ok(t, err)
	if got, want := names(t, folder), []string{"lines", File, LockFile, "state.json"}; !slices.Equal(got, want) {
		t.Errorf("the folder has %q", got)
	}
	put(t, folder, "state.json", "{}\n")
	if got := found(t, folder, Demand{}); got == "" {
		t.Error("damaged after it was sealed")
	}
}

// A record that is known to be false is named as such, and nothing builds on it.
func TestCondemned(t *testing.T) {
	p := In(t.TempDir())
	w, err := Open(p, Key{})
	if err == nil {
		err = w.Replace("a.txt", []byte("a"))
	}
	if err == nil {
		err = w.Condemn("ann lied")
	}
	if err == nil {
		err = w.Finish()
	}
	if err != nil {
		t.Fatal(err)
	}
	var changed *Changed
	if err := Require(p, Demand{}, nil); !errors.As(err, &changed) || !changed.Condemned() || changed.Changes[0].String() != "condemned.txt: ann lied" {
		t.Error(err)
	}
	if err := os.Remove(filepath.Join(p.Folder, CondemnedFile)); err != nil {
		t.Fatal(err)
	}
	if r, err := Inspect(p, Demand{}); err != nil || len(r.Changes) == 0 {
		t.Errorf("%v after its removal: %v", r.Changes, err)
	}
}
