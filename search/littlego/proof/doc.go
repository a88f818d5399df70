// Package proof makes long proofs about Little-Go: who wins a position when the
// search takes hours, and a book of winning answers to everything that the
// other side can play. What has been proven is kept in a journal, so that a
// proof can be stopped at any time and resumed.
//
// Read facts.go (the journal), prover.go (one position), book.go (an opening),
// hints.go (moves to try first), and replies.go with trial.go and weigh.go
// (replies that are no proofs, for the side that loses).
package proof
