package littlego

import (
	"strings"
	"testing"
)

func sampleRecord(t testing.TB) PlyRecord {
	in, err := ParseInput([]byte(sample))
	if err != nil {
		t.Fatal(err)
	}
	return PlyRecord{Input: in, Ply: 5}
}

func TestRecordIsOneLine(t *testing.T) {
	r := sampleRecord(t)
	const want = "ply2 5 2 0000001200001000000000000 0000001200001000001000000 0381c45c\n"
	if got := string(r.Append(nil)); got != want {
		t.Errorf("got  %swant %s", got, want)
	}
}

func TestRecordsSurviveTheFile(t *testing.T) {
	r := sampleRecord(t)
	line := string(r.Append(nil))
	for _, text := range []string{line, strings.TrimSpace(line), strings.TrimSpace(line) + "\r\n"} {
		if got, err := ParseRecord([]byte(text)); err != nil || got != r {
			t.Errorf("%q: got %+v, %v", text, got, err)
		}
	}
}

func TestDamagedRecordsAreRefused(t *testing.T) {
	r := sampleRecord(t)
	line := string(r.Append(nil))
	for n := range len(line) - 1 {
		if _, err := ParseRecord([]byte(line[:n])); err == nil {
			t.Errorf("accepted when cut to %d bytes", n)
		}
		for _, b := range []byte("0129f \n\x00") {
			if b == line[n] {
				continue
			}
			if _, err := ParseRecord([]byte(line[:n] + string(b) + line[n+1:])); err == nil {
				t.Errorf("accepted with %q at %d", b, n)
			}
		}
	}
	for _, text := range []string{line + line, line + "x", "", "\n", strings.Repeat("1", 1<<16), strings.Replace(line, "ply2", "ply1", 1)} {
		if _, err := ParseRecord([]byte(text)); err == nil {
			t.Errorf("accepted %.40q", text)
		}
	}
}

func FuzzParseRecord(f *testing.F) {
	r := sampleRecord(f)
	f.Add(r.Append(nil))
	f.Add([]byte("ply2 5 2"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := ParseRecord(data)
		if err != nil {
			return
		}
		if again, err := ParseRecord(got.Append(nil)); err != nil || again != got {
			t.Fatalf("%+v became %+v, %v", got, again, err)
		}
	})
}
