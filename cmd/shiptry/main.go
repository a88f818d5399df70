package main

import (
	"fmt"
	"os"

	"evolab"
	"evolab/ship/cpp"
	"evolab/ship/load"
	"evolab/ship/lower"
	"evolab/ship/python"
)

func main() {
	text, _ := os.ReadFile(os.Args[1])
	p, err := load.Load(evolab.Sources, map[string]string{"evolab/ship/main": string(text)}, "evolab/ship/main")
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	prog, err := lower.Program(p, "evolab/ship/main", "run")
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	var out string
	if len(os.Args) > 2 && os.Args[2] == "python" {
		out, err = python.Source(prog, "", "run")
	} else {
		out, err = cpp.Source(prog, "", "run")
	}
	fmt.Print(out)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
