// Package cli is the lab's command line. app.go lists the commands. Each has
// a file named after it; those that only list things share lists.go. Other
// programs use it through package lab.
package cli
