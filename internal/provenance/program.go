package provenance

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"sync"
)

// Program identifies the build of this program: its version, and the commit with "+"
// if the source differed from it. A build that does not know its commit is
// identified by a hash of the binary.
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

// binaryHash is the beginning of the SHA-256 of the running program.
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
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "unknown"
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
