package host

import (
	"os"
	"strings"
)

// environment is all that a program knows of the one that the lab was started
// with: no token of the user's gets there.
func (g *Grants) environment(path, temp string) []string {
	lang := os.Getenv("LANG")
	if lang == "" {
		lang = "C.UTF-8"
	}
	list := []string{"PATH=" + path, "HOME=" + temp, "TMPDIR=" + temp, "LANG=" + lang}
	for _, named := range g.Env {
		if strings.Contains(named, "=") {
			list = append(list, named)
		} else if value, ok := os.LookupEnv(named); ok {
			list = append(list, named+"="+value)
		}
	}
	return list
}
