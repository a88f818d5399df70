// Package cluster plays games on many machines: behind [arena.Pool], over NATS
// JetStream. The server runs inside the coordinator (package server) or is one that
// exists already; nothing here knows which.
//
// # Roles
//
// A coordinator is a process with work, such as a run: it publishes games and
// gathers results ([Pool]). A worker plays ([Worker]); the coordinator's own cores
// are a worker inside its process. A worker serves every coordinator of its own
// program, and waits for the next one when there is none. Program means version,
// rules and search (identity.go): others neither get jobs nor give results.
//
// # What is on the server
//
//	stream EVOLAB_JOBS      evolab.jobs.PROGRAM.KIND.WORK   a work queue: one message a batch of games
//	  consumer PROGRAM-plain, PROGRAM-exec                   durable, shared by all workers of the program
//	stream EVOLAB_RESULTS   evolab.results.WORK              one message a played batch, kept for a day
//	objects evolab          by SHA-256                       who plays: specs, weights, tables, bundles of programs
//	keys    evolab-workers  by worker                        who is there, in memory, renewed every two seconds
//	keys    evolab-labs     by work                          which coordinators are there, the same way
//	core    evolab.check.WORKER                              games to be played a second time
//
// KIND is exec where programs play, else plain: a worker without the right to run
// programs never sees them. WORK is a hash of what the games belong to (Round.Of)
// and of where it is kept, so that a resumed run finds what its last life left.
//
// # What is acknowledged when
//
// A worker takes one batch per core at a time, tells the server by heartbeats that
// it is still at it, publishes the results, waits until the server has stored them,
// and only then acknowledges the batch. A worker that is killed, stopped or cut off
// acknowledges nothing: after AckWait somebody else gets the batch. AckWait is five
// times a batch's expected time (ackwait.go); games may take longer, because the
// heartbeats count.
//
// The coordinator does not acknowledge results. It reads them in order and from the
// beginning, so that after a kill it first gets what its last life has not used: only
// games without a result are published again. Finished work is purged.
//
// # What is guaranteed
//
// Delivery is at least once, and a game counts once: results are kept by game, not
// by batch. A game's key is the hash of all that decides it: program, rules, both
// agents with their weights, opening, limits and seed. So neither the number of
// workers nor their speed, order or death shows in a result. A second, different
// result of one game ends the work and names workers, versions and game; every
// hundredth game is played twice, by different workers, to find those. Games that are
// limited by time, and those of programs, may differ: their first result counts.
//
// A batch that nobody finishes in three tries is split into its games, and a game
// that nobody finishes in three more is named and ends the work. JetStream leaves such
// messages in the stream; the coordinator hears of them by an advisory and, in case
// that is lost, asks every few seconds whether anything is still under way: games
// that are neither played nor queued are published again. A worker that cannot play
// a batch but lives reports why, and rests; a game that has failed three times, and on
// as many workers as there are, ends the work, too.
//
// The same holds between amd64 and arm64 where the bench count agrees, which
// coordinator and worker compare: rules and search are whole numbers, and weights are
// rounded to whole numbers first. All other arithmetic is the coordinator's.
//
// Read names.go, identity.go, wire.go, lineup.go (who plays, as it travels), task.go (a
// game), report.go (its result), key.go; then pool.go with round.go, inbox.go, batches.go,
// ledger.go, result.go, fault.go, watch.go, ackwait.go and check.go (the coordinator),
// and worker.go with slot.go, play.go, rest.go, seats.go and status.go.
//
// No API: it may change in any release.
package cluster
