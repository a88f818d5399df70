package arena

import (
	"errors"
	"fmt"
	"slices"

	"evolab/internal/seal"
	"evolab/internal/untrusted"
)

// Distrusted is the error of a worker that has reported what cannot be, or what comes out
// differently here.
type Distrusted struct {
	Worker, Cause string
	Of            []string // the works of which it has reported games, as in Round.Of
}

func (d *Distrusted) Error() string { return fmt.Sprintf("worker %s: %s", d.Worker, d.Cause) }

// Condemn marks the record of a work in which games of a worker have counted that lied:
// nothing builds on it any more. Other errors leave it as it is.
func Condemn(w *seal.Writer, of string, err error) error {
	var d *Distrusted
	if !errors.As(err, &d) || !slices.Contains(d.Of, of) {
		return nil
	}
	return w.Condemn(untrusted.Line(d.Error(), maxCause))
}

const maxCause = 1000 // bytes
