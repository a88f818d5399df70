// Package tables writes runs as tables with typed columns, in CSV or Parquet: one of
// generations, one of candidates and one of games. A column's name is its path in the
// lines of the run's files, as in validated.value.
//
// Read table.go (what a table is), leaf.go (columns of a line), runs.go (the three
// tables), then csv.go, parquet.go and write.go.
package tables
