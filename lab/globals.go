package lab

import (
	"fmt"

	"github.com/spf13/cobra"
)

// addGlobals adds the flags of all commands.
func (a *app) addGlobals(root *cobra.Command) {
	flags := root.PersistentFlags()
	flags.StringVar(&a.dir, "dir", "", "folder of the runs (default: $"+dirVariable+", else runs/ here or in the nearest folder above that holds runs)")
	flags.BoolVar(&a.quiet, "quiet", false, "write results, warnings and errors alone")
	flags.BoolVar(&a.plain, "no-color", false, "send a terminal neither colours nor live progress")
	flags.Bool("version", false, "print the version")
	root.PersistentPreRun = func(*cobra.Command, []string) {
		if screen, ok := a.err.(*console); ok {
			screen.quiet = a.quiet
			if a.plain || a.quiet {
				screen.size = nil
			}
		}
	}
}

// addVersion makes --version work with a command, and with those below.
func addVersion(c *cobra.Command, version string) {
	c.Version = version
	c.SetVersionTemplate("{{.Version}}\n")
	for _, sub := range c.Commands() {
		addVersion(sub, version)
	}
}

// remark writes a message that --quiet leaves out.
func (a *app) remark(format string, args ...any) {
	if !a.quiet {
		fmt.Fprintf(a.err, format, args...)
	}
}
