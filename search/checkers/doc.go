// Package checkers is what only the search of Checkers needs: the exact values of all
// positions with few pieces.
//
// A value counts the quiet plies that are still to come, those without a capture and
// without a crowning: they alone bring the draw after 51 of them nearer. A side wins if it
// can force the next capture or crowning, or the end of the game, before that draw, and
// then the next one, and so on, with the count at 0 each time. So a position that is won
// after n more quiet plies at best is won as long as its counter is at most 50 - n, and a
// draw beyond that: this is exact, whatever the counter. Values are those of positions
// that the game has not seen before. A third repetition can still save a side that is
// lost, but only where the winner has gone round in circles before: each move that Move
// chooses leads to a position with fewer quiet plies to come, or captures or crowns, so
// that none of its lines comes back.
//
// Package retrograde makes the values, and checks them.
package checkers
