package wording

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func failed[T any](_ T, err error) error { return err }

func unknownField() error {
	d := json.NewDecoder(strings.NewReader(`{"wieghts": []}`))
	d.DisallowUnknownFields()
	return d.Decode(&struct{ Weights []float64 }{})
}

func TestOf(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var weights struct {
		Weights []float64 `json:"weights"`
	}
	full := &os.PathError{Op: "write", Path: "runs/x/metrics.jsonl", Err: syscall.ENOSPC}
	for want, err := range map[string]error{
		"DIR/none: there is no such file or folder":                     failed(os.Open(filepath.Join(dir, "none"))),
		"DIR/file/none: a part of this path is a file":                  failed(os.Open(filepath.Join(file, "none"))),
		"DIR: it is a folder":                                           failed(os.ReadFile(dir)),
		"DIR/file: it exists already":                                   os.Mkdir(file, 0o755),
		"metrics: runs/x/metrics.jsonl: the disk is full":               fmt.Errorf("metrics: %w", full),
		"runs/x/metrics.jsonl: the disk is full\nline 2":                errors.Join(full, errors.New("line 2")),
		`--games "1e9" is not a number`:                                 fmt.Errorf("--games %w", failed(strconv.Atoi("1e9"))),
		`"99999999999999999999" is too large a number`:                  failed(strconv.ParseInt("99999999999999999999", 10, 64)),
		`"maybe" is not true or false`:                                  failed(strconv.ParseBool("maybe")),
		`"2026-13-01" is not a time`:                                    failed(time.Parse(time.DateOnly, "2026-13-01")),
		`"2026-11-31T00:00:00Z" is not a time`:                          failed(time.Parse(time.RFC3339, "2026-11-31T00:00:00Z")),
		"it is not JSON ('j' is unexpected)":                            json.Unmarshal([]byte("json"), &weights),
		`it is not JSON ('\'' is unexpected)`:                           json.Unmarshal([]byte("'"), &weights),
		"it is cut off in the middle":                                   json.Unmarshal([]byte(`{"weights": [1`), &weights),
		"weights: a string does not belong there":                       json.Unmarshal([]byte(`{"weights": "x"}`), &weights),
		`"x": unknown field "wieghts"`:                                  fmt.Errorf(`"x": %w`, unknownField()),
		"/data/EOF-games.jsonl: it ends too soon":                       fmt.Errorf("/data/EOF-games.jsonl: %w", io.EOF),
		"game record: it is cut off in the middle":                      fmt.Errorf("game record: %w", io.ErrUnexpectedEOF),
		`program "pyhton3" is not installed`:                            failed(exec.LookPath("pyhton3")),
		"no machine is called nohost":                                   &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "nohost", Server: "10.0.0.1:53"}},
		"what we say ourselves: stays (expected: strconv.Atoi, no EOF)": errors.New("what we say ourselves: stays (expected: strconv.Atoi, no EOF)"),
	} {
		if got := strings.ReplaceAll(Of(err), dir, "DIR"); got != want {
			t.Errorf("%q becomes %q, want %q", err, got, want)
		}
	}
}

func TestOfRefusedConnections(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	if _, err := net.Listen("tcp", address); err == nil || Of(err) != address+" is in use already" {
		t.Errorf("%v becomes %q", err, Of(err))
	}
	listener.Close()
	if _, err := net.Dial("tcp", address); err == nil || Of(err) != "nobody listens at "+address {
		t.Errorf("%v becomes %q", err, Of(err))
	}
}
