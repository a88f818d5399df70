// Package linear is the evaluation that learners adjust: feature weights and
// table entries, by phase, whose sum is the log odds of winning. It knows
// nothing about games: positions come as rows.
//
// Read model.go (the weights, and a step of learning), logistic.go (from logits to
// probabilities) and state.go (a model as bytes, to continue from).
//
// All sums are made in one order, and products are rounded before they are added,
// so that the same rows give the same bits on any machine.
package linear
