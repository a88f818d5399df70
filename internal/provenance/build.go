// Package provenance describes what a result was made with.
package provenance

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"sync"

	"evolab/internal/quantity"
)

// Versions lists the program and the modules that it was built from.
func Versions() []string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return []string{runtime.Version()}
	}
	build, _ := ReadBuild()
	lines := []string{
		fmt.Sprintf("evolab %s, revision %s", build.Version, build.Revision()),
		fmt.Sprintf("%s %s/%s, %s", info.GoVersion, runtime.GOOS, runtime.GOARCH, quantity.Of(runtime.NumCPU(), "core")),
	}
	for _, m := range info.Deps {
		if m.Path == "github.com/MaxHalford/eaopt" || m.Path == "gonum.org/v1/gonum" {
			lines = append(lines, m.Path+" "+m.Version)
		}
	}
	return lines
}

// Build is what the program was built from, according to Go.
type Build struct {
	Version  string `json:"version"`          // a release's tag, Go's pseudo-version between releases, or (devel)
	Commit   string `json:"commit,omitempty"` // 40 hex digits; empty if Go does not know it, as with go run
	Modified bool   `json:"modified"`         // the source differed from the commit
}

// ReadBuild returns what is known about this program; false if nothing is.
func ReadBuild() (Build, bool) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Build{}, false
	}
	b := Build{Version: info.Main.Version}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b, true
}

// Revision is the commit, with "+" where the source differed from it, or
// "unknown".
func (b Build) Revision() string {
	switch {
	case b.Commit == "":
		return "unknown"
	case b.Modified:
		return b.Commit + "+"
	}
	return b.Commit
}

// Program identifies the build of this program: its version, and the commit with "+"
// if the source differed from it. A build that does not know its commit is
// identified by a hash of the binary's build ID.
func Program() string { return program() }

var program = sync.OnceValue(func() string {
	b, ok := ReadBuild()
	switch {
	case !ok:
		return "binary " + binaryHash()
	case b.Commit == "":
		return b.Version + " binary " + binaryHash()
	}
	return b.Version + " " + b.Revision()
})

// buildID is what Go writes near the start of a program: hashes of what it was made
// from and of what came out.
var buildID = regexp.MustCompile(`[\w-]{20}/[\w-]{20}/[\w-]{20}/[\w-]{20}`)

// binaryHash is the beginning of the SHA-256 of the running program's build ID, which
// takes less time than one of the program; of the program if it has no build ID.
func binaryHash() string {
	path, err := os.Executable()
	if err != nil {
		return "unknown"
	}
	f, err := os.Open(path)
	if err != nil {
		return "unknown"
	}
	defer f.Close()
	start := make([]byte, 1<<16)
	n, err := io.ReadFull(f, start)
	if err != nil {
		return "unknown"
	}
	h := sha256.New()
	if id := buildID.Find(start[:n]); id != nil {
		h.Write(id)
	} else {
		h.Write(start)
		if _, err := io.Copy(h, f); err != nil {
			return "unknown"
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
