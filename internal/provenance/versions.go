// Package provenance describes what a result was made with.
package provenance

import (
	"fmt"
	"runtime"
	"runtime/debug"
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
		fmt.Sprintf("%s %s/%s, %d cores", info.GoVersion, runtime.GOOS, runtime.GOARCH, runtime.NumCPU()),
	}
	for _, m := range info.Deps {
		if m.Path == "github.com/MaxHalford/eaopt" || m.Path == "gonum.org/v1/gonum" {
			lines = append(lines, m.Path+" "+m.Version)
		}
	}
	return lines
}
