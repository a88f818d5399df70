// Package cputime reads how much CPU time was used, which is what graders
// limit: Process for the whole process, all its threads together, and Thread
// for the calling thread. A goroutine has to stay on its thread meanwhile: a Stopwatch
// keeps it there, and so do the players and solvers of package agent whose limits are CPU
// time. Where a system has no clock for a thread, Thread is Process; where
// it has neither, both are the time since the program started.
package cputime
