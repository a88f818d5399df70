// Package regression fits an evaluation to positions with scores of searches and
// results of games: logistic regression by stochastic gradient descent, as Buro
// did it for Logistello ("Improving heuristic mini-max search by supervised
// learning", 2002). It knows no game: positions come as rows.
//
// Read settings.go, scale.go (what a score is worth), target.go (what a position
// is fitted to), then fit.go.
//
// All sums are made in one order by one worker, and products are rounded before
// they are added, so that the same positions give the same bits.
package regression
