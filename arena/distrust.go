package arena

import (
	"errors"
	"fmt"
	"slices"

	"evolab/internal/quantity"
	"evolab/internal/seal"
	"evolab/internal/untrusted"
)

// Distrusted is the error of a worker that lied, and that nobody had found to lie when
// games of its counted.
type Distrusted struct {
	Worker, Cause string
	Counted       int      // games
	Of            []string // the works that they belong to, as in Round.Of
}

func (d *Distrusted) Error() string {
	return fmt.Sprintf("worker %s is not to be trusted: %s; %s of its had counted before: do the work anew, without it", d.Worker, d.Cause, quantity.Of(d.Counted, "game"))
}

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
