// Package cputime reads how much CPU time was used, which is what graders
// limit: Process for the whole process, all its threads together, and Thread
// for the calling thread, which has to be locked to its goroutine to mean
// anything. Where a system has no clock for a thread, Thread is Process; where
// it has neither, both are the time since the program started.
package cputime
