package cluster

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena"
)

const hash64 = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

func FuzzReport(f *testing.F) {
	game := outcome{Trace: []byte{3, 0}, CPU: [2]float64{.1, 0}}
	void := outcome{Forfeit: "void"}
	for _, r := range []report{
		{Batch: "b", Version: "v", Seconds: .5, Games: []outcome{game}},
		{Batch: "b", Failed: "no", At: &game.Key},
		{Batch: "b", Failed: "no", At: &void.Key, Void: &void},
	} {
		f.Add(written(f, &r))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := parseReport(data)
		if err != nil {
			return
		}
		same(t, r, parseReport)
	})
}

func FuzzBatch(f *testing.F) {
	f.Add(written(f, &batch{ID: "x-1", Coordinator: "c", Work: "0123456789abcdef", Lineup: hash64, Games: []task{{Opening: "start", Second: 1, Seed: 9}}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		if b, err := parseBatch(data); err == nil {
			same(t, b, parseBatch)
		}
	})
}

func FuzzLineup(f *testing.F) {
	f.Add([]byte(`{"game":"littlego","agents":[{"spec":"random"},{"spec":"frozen","weights":{"game":"littlego"},"tables":"` + hash64 + `"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) { _, _ = parseLineup(data) })
}

func FuzzStatus(f *testing.F) {
	f.Add([]byte(`{"worker":"ann","machine":"m","cores":2,"games":1,"rate":3.5,"jobs":1,"identity":{"version":"v","rules":"r","bench":1,"system":"linux/amd64"}}`))
	f.Fuzz(func(t *testing.T, data []byte) { _, _ = parseStatus(data) })
}

// A bundle, whatever is in it, writes into its folder alone.
func FuzzUnpack(f *testing.F) {
	dir := f.TempDir()
	for name, text := range map[string]string{"a.py": "print(1)", "sub/b": "x"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			f.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			f.Fatal(err)
		}
	}
	if err := os.Symlink("../a.py", filepath.Join(dir, "sub", "link")); err != nil {
		f.Fatal(err)
	}
	bundle, _, err := packFolder(dir)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(bundle)
	f.Fuzz(func(t *testing.T, data []byte) {
		above := t.TempDir()
		to := filepath.Join(above, "to")
		if err := os.Mkdir(to, 0o700); err != nil {
			t.Fatal(err)
		}
		_ = unpackFolder(data, to)
		if list, err := os.ReadDir(above); err != nil || len(list) != 1 {
			t.Errorf("%v, %v", list, err)
		}
	})
}

func written(t testing.TB, v any) []byte {
	t.Helper()
	data, err := marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// same checks that what was read is written and read alike.
func same[T any](t *testing.T, v *T, parse func([]byte) (*T, error)) {
	t.Helper()
	data := written(t, v)
	again, err := parse(data)
	if err != nil {
		t.Fatalf("%x: %v", data, err)
	}
	if data2, err := marshal(again); err != nil || !bytes.Equal(data, data2) {
		t.Errorf("%x, then %x: %v", data, data2, err)
	}
}

// A folder travels with its contents, rights, and links that stay inside, and its bundle
// is always the same.
func TestBundles(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(from, "run.sh"), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(from, "data"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(from, "data", "w"), []byte("7"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../run.sh", filepath.Join(from, "data", "link")); err != nil {
		t.Fatal(err)
	}
	bundle, file, err := packFolder(from)
	if err != nil || file != "" {
		t.Fatal(file, err)
	}
	if err := unpackFolder(bundle, to); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(to, "run.sh"))
	if err != nil || info.Mode().Perm() != 0o755 {
		t.Error(info, err)
	}
	if text, err := os.ReadFile(filepath.Join(to, "data", "link")); string(text) != "#!/bin/sh\n" {
		t.Errorf("the link leads to %q, %v", text, err)
	}
	again, _, err := packFolder(to)
	if err != nil || !bytes.Equal(bundle, again) {
		t.Error("another bundle of the same files", err)
	}
	_, file, err = packFolder(filepath.Join(from, "run.sh"))
	if err != nil || file != "run.sh" {
		t.Error(file, err)
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(from, "link")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := packFolder(from); err == nil {
		t.Error("a link that leads out travels")
	}
}

// The address of a server and its token's file.
func TestPlaces(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	p, err := ServerDirOf("localhost", 4222)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Lock(); err != nil {
		t.Fatal(err)
	}
	made, err := p.EnsureToken()
	if err != nil {
		t.Fatal(err)
	}
	q, err := ServerDirOf("127.0.0.1", 4222) // the same machine by another name
	if err != nil {
		t.Fatal(err)
	}
	if found, err := q.Token(); err != nil || found != made || len(found) < 32 {
		t.Error(found, err)
	}
	if err := os.Chmod(p.tokenFile(), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := q.Token(); err == nil {
		t.Error("others may read the token")
	}
	if err := p.Release(true); err != nil {
		t.Error(err)
	}
}

func TestDifferences(t *testing.T) {
	a := Identity{"v1", "r", 5, "linux/amd64"}
	for _, c := range []struct {
		b    Identity
		want string
	}{
		{Identity{"v1", "r", 5, "linux/arm64"}, ""},
		{Identity{"v2", "r", 5, ""}, "version v1 here, v2 there"},
		{Identity{"v1", "s", 6, ""}, "rules' hash r here, s there; bench count 5 here, 6 there"},
	} {
		if got := a.Differences(c.b); got != c.want || (got == "") != reflect.DeepEqual(a.Program(), c.b.Program()) {
			t.Errorf("%+v: %q", c.b, got)
		}
	}
}

// What a game takes on the wire, in batches of a hundred.
func TestBytesOfAGame(t *testing.T) {
	const games = 100
	var b batch
	var r report
	for i := range games {
		k := key{byte(i), 255}
		job := arena.Job{Opening: strings.Repeat(".X", 16) + " b 3 -", First: i, Second: 40, Seed: math.MaxUint64 - uint64(i)}
		b.Games = append(b.Games, newTask(k, &job, [2]agent.Waits{}))
		r.Games = append(r.Games, newOutcome(k, &arena.Record{Result: 1, Reason: arena.Normal, Trace: make([]byte, 24)}))
	}
	there, back := written(t, &b), written(t, &r)
	t.Logf("a game of Little-Go: %d bytes there, %d bytes back", len(there)/games, len(back)/games)
	if len(there)/games > 100 || len(back)/games > 70 {
		t.Errorf("a game takes %d bytes there and %d back", len(there)/games, len(back)/games)
	}
}
