// Package notebook finds, compares and exports runs.
//
// A run is a folder with a config.yaml below the folder of runs; the folder is
// the record, and package record documents its files:
//
//	config.yaml        the resolved config
//	environment.json   record.Environment: versions, git state, overrides
//	start.json         the start weights
//	history.jsonl      record.Event: started, resumed, interrupted, finished, failed
//	metrics.jsonl      record.Metrics: a generation a line
//	timing.jsonl       record.Timing: what depends on the clock
//	individuals.jsonl  record.IndividualLine: a candidate of a generation a line
//	hall.jsonl         record.HallLine: the hall of fame after a generation
//	matches.jsonl      record.MatchLine: games against an opponent
//	checkpoint.json    record.Checkpoint: where resume goes on
//	champion.json      the champion's weights with record.Evidence
//	labels.json        record.Labels: tags and notes
//	games/, plots/     games of the champion, figures
//
// lab.db beside the runs is an index of them, in SQLite. It is made from the
// folders whenever it is missing, damaged or of another version, and brought up
// to date at each look-up; nothing is only there, so it may be deleted.
//
// Read summary.go (what a look-up knows of a run), index.go with schema.go,
// refresh.go and stamp.go (how it is kept), query.go (how it is asked), then
// report.go (all that a run's folder says), compare.go, overlay.go, export.go,
// remove.go and check.go.
package notebook
