package experiment

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"evolab/internal/config"
)

// Tracking names the server that is told of a run while it is running. It changes
// no result.
type Tracking struct {
	MLflow string `key:"mlflow" doc:"an MLflow server that is sent the run; MLFLOW_TRACKING_USERNAME and MLFLOW_TRACKING_PASSWORD, or MLFLOW_TRACKING_TOKEN, authorise it" allowed:"an address such as http://127.0.0.1:5000, or empty" default:"\"\""`
}

// Inert reports whether a key cannot change any result.
func Inert(path string) bool { return strings.HasPrefix(path, "tracking.") }

// TrackingServer reads the address of a server. Its errors do not repeat it: it may
// hold a password.
func TrackingServer(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return nil, errors.New("it is no address (expected: http://host:port or https://host)")
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("its scheme is %q (expected: http or https)", u.Scheme)
	case u.User != nil:
		return nil, errors.New("it holds a user or a password (expected: MLFLOW_TRACKING_USERNAME and MLFLOW_TRACKING_PASSWORD, or MLFLOW_TRACKING_TOKEN, in the environment)")
	case u.Hostname() == "":
		return nil, errors.New("it names no host (expected: http://host:port or https://host)")
	case u.RawQuery != "" || u.Fragment != "" || u.Opaque != "":
		return nil, errors.New("something follows the path (expected: http://host:port or https://host)")
	}
	return u, nil
}

// trackingFits checks the address.
func trackingFits(c *Config, report config.Report) {
	if c.Tracking.MLflow == "" {
		return
	}
	if _, err := TrackingServer(c.Tracking.MLflow); err != nil {
		what, expected, _ := strings.Cut(err.Error(), " (expected: ")
		report("tracking.mlflow", "the address cannot be used: "+what, strings.TrimSuffix(expected, ")"))
	}
}
