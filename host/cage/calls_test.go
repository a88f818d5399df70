package cage

import (
	"slices"
	"testing"

	"github.com/elastic/go-seccomp-bpf/arch"
)

// The table has each call of both architectures once, and nothing else.
func TestTableIsWhole(t *testing.T) {
	seen := map[string]bool{}
	for i := range CallTable {
		c := &CallTable[i]
		if c.What == "" || c.Why == "" && c.Rule != Missing || !slices.Contains([]Rule{Allowed, Partly, Nothing, Denied, Missing}, c.Rule) {
			t.Errorf("%+v", c)
		}
		for _, name := range c.Names() {
			_, amd64 := arch.X86_64.SyscallNames[name]
			_, arm64 := arch.AARCH64.SyscallNames[name]
			if !amd64 && !arm64 || seen[name] {
				t.Errorf("%s: there twice (%v), or no call", name, seen[name])
			}
			seen[name] = true
		}
	}
	for _, a := range []*arch.Info{arch.X86_64, arch.AARCH64} {
		for name := range a.SyscallNames {
			if !seen[name] {
				t.Errorf("%s, of %s, is missing", name, a.Name)
			}
		}
	}
}
