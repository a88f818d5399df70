package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"evolab/internal/untrusted"
)

// stream is an open connection on which a browser is told what happens.
type stream struct {
	w    http.ResponseWriter
	send *http.ResponseController
	told time.Time // the last time that anything was sent
}

// open begins to answer with server-sent events.
func open(w http.ResponseWriter) *stream {
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.WriteHeader(http.StatusOK)
	return &stream{w: w, send: http.NewResponseController(w)}
}

// tell sends an event; an empty id leaves a browser where it was.
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

// alive notices now and then whether the browser is still there.
func (s *stream) alive() error {
	if time.Since(s.told) < 15*time.Second {
		return nil
	}
	return s.write(": still here\n\n")
}
