package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// idle refuses flags that were given and would do nothing; where says when they
// count.
func idle(c *cobra.Command, where string, names ...string) error {
	for _, name := range names {
		if c.Flags().Changed(name) {
			return badInput(fmt.Errorf("evolve: --%s would do nothing (it counts %s)", name, where), "leave it out")
		}
	}
	return nil
}
