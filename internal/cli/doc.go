// Package cli is the lab's command line. app.go lists the commands. Each has a file
// named after it; those that only list what exists share lists.go. Programs reach it
// by package lab.
package cli
