package provenance

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"sync"
)

// Program says which build of this program it is: its version, and the commit
// with "+" where the source differed from it. A build that does not know its
// commit is told by its bytes.
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
