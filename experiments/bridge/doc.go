// Package bridge says what a run shows to other tools: the scalars of its
// generations. The packages below it write them in the form of each tool:
// tensorboard, tables (CSV and Parquet) and mlflow.
//
// No API: it may change in any release.
package bridge
