package host

import (
	"errors"
	"syscall"
	"time"

	"evolab/host/cage"
)

// request is a message from the lab to a supervisor: to open a box, run a ply in it,
// ask the program that keeps running, stop a ply, or close the box.
type request struct {
	Open  *opening `json:"open,omitempty"`
	Ply   *ply     `json:"ply,omitempty"`
	Say   *remark  `json:"say,omitempty"`
	N     int      `json:"n,omitempty"`    // of the ply
	Stop  int      `json:"stop,omitempty"` // the number of the ply to stop
	Close bool     `json:"close,omitempty"`
}

// opening says how to make a box.
type opening struct {
	Dir       string    `json:"dir"` // the program's; "" for a trial
	Kind      cage.Kind `json:"kind"`
	Top       string    `json:"top"` // the scratch folder, "" for one in memory
	Program   string    `json:"program"`
	Temp      string    `json:"temp"`
	Keep      bool      `json:"keep"` // the scratch folder stays, even if the lab ends unexpectedly
	Resources Resources `json:"resources"`
	ReadOnly  []string  `json:"read_only"`
	Path      string    `json:"path"`
	Grants    Grants    `json:"grants"`
	Extra     []File    `json:"extra,omitempty"`
	Port      bool      `json:"port,omitempty"`
}

// reply is the supervisor's answer to each opening, ply and closing.
type reply struct {
	Error   string        `json:"error,omitempty"` // of the machine
	Errno   syscall.Errno `json:"errno,omitempty"` // the system's number for it, if any
	CPU     time.Duration `json:"cpu"`
	Wall    time.Duration `json:"wall"`
	Memory  int64         `json:"memory,omitempty"`
	Stderr  string        `json:"stderr,omitempty"`
	How     string        `json:"how,omitempty"`
	Code    int           `json:"code"`
	Reason  string        `json:"reason,omitempty"` // of a failure
	Detail  string        `json:"detail,omitempty"`
	Output  []byte        `json:"output,omitempty"`
	Missing string        `json:"missing,omitempty"` // why there is no output
	Held    *held         `json:"held,omitempty"`    // to an opening
}

// wrong returns the reply for an error, an empty one for nil.
func wrong(err error) reply {
	if err == nil {
		return reply{}
	}
	r := reply{Error: err.Error()}
	_ = errors.As(err, &r.Errno)
	return r
}

// err returns the error of a reply, nil if there is none.
func (r *reply) err() error {
	if r.Error == "" {
		return nil
	}
	return &remote{r.Error, r.Errno}
}

// remote is an error that occurred in the supervisor.
type remote struct {
	text  string
	errno syscall.Errno
}

func (r *remote) Error() string { return r.text }

func (r *remote) Unwrap() error {
	if r.errno == 0 {
		return nil
	}
	return r.errno
}

// held is what a supervisor found it can enforce.
type held struct {
	Groups   string `json:"groups"`   // control groups, "" if there are none
	Memory   bool   `json:"memory"`   // they bound memory too
	Clock    bool   `json:"clock"`    // CPU time is counted, not sampled
	Landlock int    `json:"landlock"` // its version; 0: none
	UID      int    `json:"uid"`
}
