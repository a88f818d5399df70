// Package td learns an evaluation during practice games from the differences
// between successive predictions: TD(lambda) (Sutton, "Learning to predict by the
// methods of temporal differences", 1988) and Q-learning (Watkins, 1989). Both
// learn values of the positions after a move (Sutton and Barto, "Reinforcement
// Learning", 2nd ed. 2018, section 6.8). The package knows no game: positions come
// as rows.
//
// Read values.go (what is learned, and when it diverges), lambda.go (the learner
// td) and qlearning.go (the learner qlearning);
// connectives.go says which conditions on features deserve a weight of their own.
package td
