// Package cluster implements [arena.Pool] on many machines, over NATS
// JetStream. The server runs inside the coordinator (package server) or is an
// existing one; nothing in this package knows which.
//
// # Roles
//
// A coordinator is a process with work, such as a run: it publishes games and
// gathers results ([Pool]). A worker plays ([Worker]); the coordinator's own cores
// are a worker inside its process. A worker serves every coordinator that runs the
// same program, and waits for the next one when there is none. The same program
// means the same version, rules and search ([Identity]); workers that differ
// neither get jobs nor deliver results.
//
// # What is on the server
//
//	stream EVOLAB_JOBS      evolab.jobs.PROGRAM.KIND.WORK   a work queue: one message a batch of games
//	  consumer PROGRAM-plain, PROGRAM-exec                   durable, shared by all workers of the program
//	stream EVOLAB_RESULTS   evolab.results.WORK              one message a played batch, kept for a week
//	objects evolab          by SHA-256                       who plays: specs, weights, tables, bundles of programs
//	keys    evolab-workers  by worker                        who is there, in memory, renewed every two seconds
//	keys    evolab-labs     by coordinator                   which coordinators are there, the same way
//	core    evolab.check.WORKER                              games to be played a second time
//
// KIND is exec if programs play, else plain: a worker that may not run
// programs never sees those jobs. WORK is a hash of what the games belong to
// (Round.Of) and of where that is stored, so a resumed run finds what it left
// before.
//
// # What is acknowledged when
//
// A worker takes one batch per core at a time, sends heartbeats while it plays,
// publishes the results, waits until the server has stored them, and only then
// acknowledges the batch. A worker that is killed, stopped or cut off
// acknowledges nothing: after AckWait another worker gets the batch. AckWait is
// five times a batch's expected time (streams.go); games may take longer,
// because the heartbeats count.
//
// The coordinator does not acknowledge results. It reads them in order from
// the beginning, so after a kill it first gets the results that it had not
// yet used: only games without a result are published again. Finished work is
// purged.
//
// # What is guaranteed
//
// Delivery is at least once, and a game counts once: results are kept by game, not by
// batch. A game's key is the hash of everything that determines it: program, rules,
// both agents with their weights, opening, limits and seed. So results do not depend
// on the number of workers, or on their speed, order or crashes. If a second result
// of a game differs from the first, the work ends with an error that names the
// workers, versions and game; every hundredth game is played twice, by different
// workers, to find such cases. Games that are limited by time or played by programs
// may differ: their first result counts.
//
// A batch that no worker finishes in three tries is split into its games; a
// game that no worker finishes in three more ends the work with an error that
// names it. JetStream leaves such messages in the stream. An advisory tells
// the coordinator of them; in case that is lost, it checks every few seconds
// whether anything is still in progress and publishes games again that are
// neither played nor queued. A worker that is alive but cannot play a batch
// reports why, and pauses; a game that has failed three times, and on as many
// workers as there are, also ends the work.
//
// All this also holds between amd64 and arm64 machines if their bench counts
// agree, which coordinator and worker compare: rules and search use whole
// numbers, and weights are rounded to whole numbers first. The coordinator
// does all other arithmetic.
//
// # The road of a game
//
//	round.go   Pool.Run          packs the agents (lineup.go: newLineup) and names the games (wire.go: keyer.key)
//	pool.go    objectStore.put   stores the lineup and its large parts, by hash
//	round.go   round.publish     sends batches of tasks (wire.go: newTask) while cores are free
//	worker.go  Worker.runSlot    takes a batch from the stream of jobs
//	lineup.go  lineupCache.load  fetches the lineup and makes its agents, once for many batches
//	worker.go  Worker.playAll    plays the games ([arena.Slot]), and Worker.send stores the report
//	ledger.go  ledger.receive    reads the report; the first result of a game counts
//	round.go   round.finish      turns it into the record of each job that asked for the game
//
// A message is read strictly (wire.go): anybody with the token can write one.
package cluster
