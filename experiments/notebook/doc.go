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
//	checkpoint.json    record.Checkpoint: where resume continues
//	champion.json      the champion's weights with record.Evidence
//	labels.json        record.Labels: tags and notes
//	games/, plots/     games of the champion, figures
//
// lab.db, beside the runs, is an SQLite index of them. It is rebuilt from the
// folders whenever it is missing, damaged or of another version, and updated
// at each look-up. It holds nothing else, so it may be deleted.
//
// Read summary.go (a run in a look-up), index.go with schema.go, refresh.go and
// stamp.go (how the index is kept), query.go (queries), then report.go (the whole
// folder of a run), compare.go, group.go, curves.go, overlay.go, export.go, remove.go
// and check.go.
package notebook
