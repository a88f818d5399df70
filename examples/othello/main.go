// Command othello is the lab with one more game: it has all commands of evolve,
// and its own rules of Othello.
//
// state.go has the rules, text.go how people write them, game.go what an
// evaluation looks at.
package main

import "evolab/lab"

func main() { lab.Main(othello()) }
