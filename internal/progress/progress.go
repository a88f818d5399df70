// Package progress is how long work says how far it is. What people see of it is
// up to the command line, the browser or a test.
package progress

import "time"

// Progress follows work that has one part or several, one after the other.
type Progress interface {
	// Begin announces a part of total units, such as a game; 0: unknown.
	Begin(what string, total int, unit string)
	// Add counts units of the current part; several goroutines may call it at once.
	Add(n int)
	// Note passes on a remark, or a warning if it begins with "warning".
	Note(text string)
}

// Estimated is a Progress that can be told how long the current part still takes, by
// whoever knows more than how many units are left; 0: nobody does.
type Estimated interface {
	Left(d time.Duration)
}

// None follows nothing.
type None struct{}

// Begin implements Progress.
func (None) Begin(string, int, string) {}

// Add implements Progress.
func (None) Add(int) {}

// Note implements Progress.
func (None) Note(string) {}
