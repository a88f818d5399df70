package doctor

import (
	"fmt"
	"slices"
	"strings"

	"evolab/host/compile"
)

// lastLine returns the line where programs usually say what went wrong.
func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return compile.OneLine(text[strings.LastIndexByte(text, '\n')+1:], 200)
}

func addOnce(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

// megabytes rounds up.
func megabytes(bytes int64) string { return fmt.Sprintf("%d MB", (bytes+1<<20-1)>>20) }
