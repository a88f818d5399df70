// Package cluster implements [arena.Pool] on many machines, over NATS
// JetStream. The server runs inside the coordinator (package server) or is an
// existing one; nothing in this package knows which.
//
// # Roles
//
// A coordinator is a process with work, such as a run: it sends games to workers and
// gathers results ([Pool]). A worker plays ([Worker]); the coordinator's own cores
// are a worker inside its process. A worker serves every coordinator that runs the
// same program, and waits for the next one when there is none. The same program
// means the same version, rules and search ([Identity]); workers that differ
// get no jobs.
//
// # Messages
//
//	evolab.lab                   coordinators say that they are there
//	evolab.hello                 workers are asked to say so
//	evolab.status.WORKER         a worker says so, every two seconds
//	evolab.jobs.WORKER           a batch of games for a worker
//	evolab.objects.COORDINATOR   a worker asks for a part of a lineup, by hash
//	evolab.results.WORK.WORKER   what a worker has played: a stream, kept for a week
//
// Only results are stored (JetStream). WORK is a hash of what the games belong to
// (Round.Of) and of where that is stored, so a resumed run finds what it left before.
//
// # Who decides
//
// A worker has a [Policy], and refuses what its owner does not allow before it fetches
// anything of an agent. It tells the coordinator why, and others play these games. Games
// have a deadline; a search that passes it ends only with its process.
//
// A coordinator derives each record from the moves, by its own rules ([arena.Prover]): who
// has won, why, and by how much does not travel. A game that comes out the same each time
// may also be played again by the coordinator: the first ones of each worker, and a sample
// of the others. A round ends when its checks have. A worker whose game cannot have been
// played, or comes out differently, ends all work of the coordinator ([arena.Distrusted]).
// Its reports are removed from the server. A mark there makes later readers skip reports that
// arrive after it.
//
// Nobody can play a game again that is limited by time or played by programs, nor the matches
// of a command ([agent.MatchRunner]), of which only the counts travel: whoever has the token
// is believed. Records say who it was.
//
// # What is guaranteed
//
// A game counts once. Its key is the hash of everything that determines it: program,
// rules, both agents with their weights, opening, limits and seed. So results do not
// depend on the number of workers, or on their speed, order or crashes.
//
// The coordinator sends games again that a worker that is gone had, or that were lost on
// the way, and towards the end of a round those that a worker is slow with; the first
// result counts. A worker that is alive but cannot play a batch reports why, and gets none
// for a while. A game goes to workers that have not failed on it, alone. What three workers,
// or all that are there, have failed on, the coordinator plays itself: only if that fails too
// does the work end, with an error that names the game. Games of programs it plays only if its
// cores take part; else their work ends, or the game is void where that is allowed, after
// three failures and if all workers that were there have failed on it.
//
// The coordinator reads results in order from the beginning, so after a kill it first gets
// those that it had not yet used, and proves them like others: only games without a result
// are sent again. Finished work is purged.
//
// All this also holds between amd64 and arm64 machines if their bench counts
// agree, which coordinator and worker compare: rules and search use whole
// numbers, and weights are rounded to whole numbers first. The coordinator
// does all other arithmetic.
//
// # The road of a game
//
//	round.go    Pool.Run              packs the agents (lineup.go: newLineup) and names the games (wire.go: keyer.key)
//	send.go     round.publish         sends batches of tasks (wire.go: newTask) to workers that have little to do
//	worker.go   Worker.runSlot        takes a batch
//	lineup.go   lineupCache.acquire   fetches the lineup (objects.go), and opens the agents that play
//	worker.go   Worker.playAll        plays the games ([arena.Slot]), and Worker.send stores the report
//	ledger.go   ledger.receive        reads the report
//	check.go    round.consider        derives the record of each game, and has some played again
//	round.go    round.finish          makes it that of each job that asked for the game
//
// A message is read strictly (wire.go): it may be damaged, or of something else.
package cluster
