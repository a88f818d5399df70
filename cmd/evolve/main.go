// Command evolve is the lab: it tunes, plays, analyses and ships agents for
// board games. Its commands are in lab.
package main

import "evolab/lab"

func main() { lab.Main() }
