package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"evolab/internal/untrusted"
)

// stream is an open connection over which a browser is sent events.
type stream struct {
	w    http.ResponseWriter
	send *http.ResponseController
	told time.Time // the last time that anything was sent
}

// follower checks what a page follows, and sends it the news.
type follower interface {
	look(to *stream) error
}

// stream lets a page follow something until the browser or the server goes away.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, f follower) error {
	if !s.streams.take() {
		w.Header().Set("Retry-After", "10")
		return refuse(http.StatusServiceUnavailable, "%d pages follow runs already", mostStreams)
	}
	defer s.streams.free()
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.WriteHeader(http.StatusOK)
	to := &stream{w: w, send: http.NewResponseController(w)}
	_ = to.write("retry: 1000\n\n") // what follows fails too if the browser has gone
	beat := time.NewTicker(s.pace)
	defer beat.Stop()
	for {
		if err := f.look(to); err != nil {
			return nil // the browser has gone, and comes back by itself
		}
		select {
		case <-r.Context().Done():
			return nil
		case <-s.jobs.ctx.Done():
			return nil
		case <-beat.C:
		}
	}
}

// tell sends an event; with an empty id the browser keeps its place in the
// stream.
func (s *stream) tell(kind, id string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("web: %w", err)
	}
	message := "event: " + kind + "\n"
	if id != "" {
		message += "id: " + id + "\n"
	}
	return s.write(message + "data: " + untrusted.Text(string(text)) + "\n\n")
}

// write fails if a browser does not read.
func (s *stream) write(text string) error {
	_ = s.send.SetWriteDeadline(time.Now().Add(20 * time.Second)) // not every writer of a test has one
	if _, err := s.w.Write([]byte(text)); err != nil {
		return fmt.Errorf("web: %w", err)
	}
	s.told = time.Now()
	return s.send.Flush()
}

// alive checks now and then whether the browser is still there.
func (s *stream) alive() error {
	if time.Since(s.told) < 15*time.Second {
		return nil
	}
	return s.write(": still here\n\n")
}
