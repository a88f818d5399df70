package cluster_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"evolab/internal/longtest"
)

// On arm64, Go's compiler makes one instruction, rounded once, of x*y+z; on amd64 it
// does not. A game that depends on such a sum could end differently on the two.
func TestGamesFuseNothing(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("it compiles for another processor with -long")
	}
	harmless := map[string]string{
		"game/rand.go":                     "the product is exact: a power of two",
		"search/littlego/proof/replies.go": "the product is exact: a half",
		"search/littlego/proof/extend.go":  "makes books, plays no games",
		"search/littlego/proof/weigh.go":   "makes books, plays no games",
		"search/littlego/proof/prover.go":  "shows progress",
		"features/explain.go":              "explains, plays no games",
	}
	build := exec.Command("go", "build", "-trimpath", "-gcflags=evolab/...=-S", "./arena", "./agent", "./search/...", "./features/...", "./game/...")
	build.Dir, build.Env = "../..", append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
	listing, err := build.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, listing)
	}
	fused := regexp.MustCompile(`\((\S+\.go):(\d+)\)\tFN?M(?:ADD|SUB)[DS]\t`)
	found := fused.FindAllSubmatch(listing, -1)
	if len(found) == 0 {
		t.Fatal("not even the harmless ones are found")
	}
	for _, f := range found {
		file := strings.TrimPrefix(string(f[1]), "evolab/")
		in, _, _ := strings.Cut(file, "/")
		if plays := in == "game" || in == "features" || in == "search" || in == "agent" || in == "arena"; plays && harmless[file] == "" {
			t.Errorf("%s:%s: write float64(x*y) + z", file, f[2])
		}
	}
}
