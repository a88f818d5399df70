package mlflow

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"evolab/internal/files"
)

// What goes where: credentials only to the server that they are for, and never into a
// message.
func TestCredentials(t *testing.T) {
	for name, test := range map[string]struct{ uri, user, password, token, want string }{
		"none":              {"", "", "", "", ""},
		"a token":           {"", "", "", "hush", "Bearer hush"},
		"a user":            {"", "me", "hush", "", "Basic bWU6aHVzaA=="},
		"a user and more":   {"", "me", "hush", "other", "Basic bWU6aHVzaA=="},
		"of this server":    {"same", "", "", "hush", "Bearer hush"},
		"of another server": {"http://127.0.0.2:9", "", "", "hush", ""},
		"of a database":     {"sqlite:///runs.db", "", "", "hush", "Bearer hush"},
	} {
		got := ""
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			got = r.Header.Get("Authorization")
			w.WriteHeader(http.StatusForbidden)
			_, _ = io.WriteString(w, `{"error_code": "PERMISSION_DENIED", "message": "not with `+got+`"}`)
		}))
		if test.uri == "same" {
			test.uri = server.URL + "/"
		}
		for key, value := range map[string]string{"URI": test.uri, "USERNAME": test.user, "PASSWORD": test.password, "TOKEN": test.token} {
			t.Setenv("MLFLOW_TRACKING_"+key, value)
		}
		c, err := New(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.experiment(t.Context(), "x")
		if got != test.want || err == nil || strings.Contains(err.Error(), "hush") || !strings.Contains(err.Error(), "403 PERMISSION_DENIED") {
			t.Errorf("%s: sent %q, want %q; %v", name, got, test.want, err)
		}
		server.Close()
	}
}

func TestAddresses(t *testing.T) {
	for uri, want := range map[string]string{
		"http://127.0.0.1:5000":     "",
		"https://host/mlflow/":      "",
		"ftp://host":                `its scheme is "ftp"`,
		"file:///etc/passwd":        `its scheme is "file"`,
		"HTTP://host":               "",
		"http://":                   "it names no host",
		"http:host":                 "it names no host",
		"//host":                    `its scheme is ""`,
		"http://me:hush@host":       "it holds a user or a password",
		"http://hush@host":          "it holds a user or a password",
		"http://host?token=hush":    "something follows the path",
		"http://host#hush":          "something follows the path",
		"http://me:hush@ho st":      "it is no address",
		"http://host:port":          "it is no address",
		"http://[::1]:5000":         "",
		"databricks://hush@profile": `its scheme is "databricks"`,
	} {
		_, err := New(uri)
		if want == "" && err == nil {
			continue
		}
		if err == nil || want == "" || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v, want %q", uri, err, want)
		}
	}
}

// A run is sent by one at a time.
func TestOneAtATime(t *testing.T) {
	p, r := newPeer(t), finished(t)
	lock, err := files.TakeLock(r.Folder + "/" + lockFile)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client(t, p).Send(t.Context(), r); !errors.Is(err, files.ErrLocked) || p.requests > 0 {
		t.Errorf("%v, after %d requests", err, p.requests)
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
}

// Artifacts that only a store of its own takes are said to be missing, once all else
// is there.
func TestOtherStores(t *testing.T) {
	for uri, want := range map[string]string{"s3://bucket/hush": "s3:", "/srv/hush": "a folder of its own", "::": "another kind"} {
		p, r := newPeer(t), finished(t)
		p.store = uri
		sent, err := client(t, p).Send(t.Context(), r)
		if err != nil || sent.Metrics != 27 || !strings.Contains(sent.Note, want) || strings.Contains(sent.Note, "hush") || p.runs[0].status != "FINISHED" {
			t.Errorf("%s: %+v, %v, status %s", uri, sent, err, p.runs[0].status)
		}
	}
}
