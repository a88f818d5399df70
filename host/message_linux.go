package host

import "time"

// setup is the first line that a warden reads.
type setup struct {
	Top       string    `json:"top"`
	Program   string    `json:"program"`
	Temp      string    `json:"temp"`
	Resources Resources `json:"resources"`
	Cage      bool      `json:"cage"` // it is the first process of namespaces of its own
	Keep      bool      `json:"keep"` // the scratch folder stays, even if the lab ends unexpectedly
}

// request is every other line: a ply, the end of one that goes on, or the end.
type request struct {
	Command string        `json:"command,omitempty"`
	CPU     time.Duration `json:"cpu,omitempty"`
	Wall    time.Duration `json:"wall,omitempty"`
	Stop    bool          `json:"stop,omitempty"`
	Quit    bool          `json:"quit,omitempty"`
}

// reply is the warden's answer to the setup and to each ply.
type reply struct {
	Error  string        `json:"error,omitempty"` // about the host
	CPU    time.Duration `json:"cpu"`
	Wall   time.Duration `json:"wall"`
	Stderr string        `json:"stderr,omitempty"`
	How    string        `json:"how,omitempty"`
	Code   int           `json:"code"`
	Reason string        `json:"reason,omitempty"` // of a failure
	Detail string        `json:"detail,omitempty"`
}
