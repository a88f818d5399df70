package train

// recording brings generations to the disk in their order, each while the next one
// plays. A kill can come between: then the run continues from the generation before the
// one that was being recorded, and plays it again.
type recording struct {
	last int        // the last generation that is on the disk; -1: none
	done chan error // of the one that is being recorded; nil: there is none
}

// begin records a generation; the one before has to be on the disk. If that fails, stop
// is called, and wait returns the error.
func (r *recording) begin(generation int, record func() error, stop func()) {
	r.done = make(chan error, 1)
	go func() {
		err := record()
		if err == nil {
			r.last = generation
		} else {
			stop()
		}
		r.done <- err
	}()
}

// wait waits until what was begun is on the disk.
func (r *recording) wait() error {
	if r.done == nil {
		return nil
	}
	err := <-r.done
	r.done = nil
	return err
}
