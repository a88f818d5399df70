// Package python writes.
package python

import "evolab/ship/ir"

// Source is.
func Source(p *ir.Program, head, entry string) (string, error) { return "", nil }
