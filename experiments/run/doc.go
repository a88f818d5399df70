// Package run is the record of experiments: it writes what a run does to a folder,
// reads it back, intact or damaged, and finds, compares and exports runs. It plays no
// games: package train uses it, as do all packages that only show runs.
//
// A run is a folder with a config.yaml below the folder of runs:
//
//	config.yaml        the resolved config
//	environment.json   Environment: versions, git state, overrides
//	start.json         the start weights
//	history.jsonl      Event: started, resumed, interrupted, finished, failed
//	metrics.jsonl      Metrics: a generation a line
//	timing.jsonl       Timing: what depends on the clock
//	individuals.jsonl  IndividualLine: a candidate of a generation a line
//	hall.jsonl         HallLine: the hall of fame after a generation
//	matches.jsonl      MatchLine: games against an opponent
//	checkpoint.json    Checkpoint: where resume continues
//	champion.json      the champion's weights with Evidence
//	labels.json        Labels: tags and notes
//	games/, plots/     games of the champion, figures
//
// lab.db, beside the runs, is an SQLite index of them. It is rebuilt from the
// folders whenever it is missing, damaged or of another version, and updated
// at each look-up. It holds nothing else, so it may be deleted.
package run
