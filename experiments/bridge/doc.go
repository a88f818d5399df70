// Package bridge defines what a run exports to other tools: the scalars of
// its generations. The packages below it write them in each tool's format:
// tensorboard, tables (CSV and Parquet) and mlflow.
package bridge
