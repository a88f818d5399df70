// Package sgf reads and writes Little-Go games in the Smart Game Format, FF[4]
// (https://www.red-bean.com/sgf/), so that other programs can show our games
// and we can show theirs.
//
// Read game.go (a game), write.go (from a game to text), scan.go (from text to
// the nodes of the main line), read.go (from nodes to a game) and opening.go (the
// position that it begins from); point.go and value.go hold the forms of points
// and of texts.
//
// The package is pure: it works on bytes. It does not check the legality of moves;
// replaying a game does.
package sgf
