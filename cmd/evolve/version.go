package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"evolab/internal/provenance"
)

func versionCommand(a *app) *cobra.Command {
	var format formatFlag
	c := &cobra.Command{
		Use: "version", Short: "Tell the version, the commit and what the program was built with", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			json, err := format.json()
			if err != nil {
				return err
			}
			if json {
				build, _ := provenance.ReadBuild()
				return a.printJSON(struct {
					provenance.Build
					Go     string `json:"go"`
					System string `json:"system"`
				}{build, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH})
			}
			for _, line := range provenance.Versions() {
				if _, err := fmt.Fprintln(a.out, line); err != nil {
					return err
				}
			}
			return nil
		},
	}
	format.add(c)
	return c
}
