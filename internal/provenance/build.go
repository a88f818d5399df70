package provenance

import "runtime/debug"

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
