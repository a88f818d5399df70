// Package mlflow sends runs to an MLflow server through its REST API.
//
// All data comes from the run's folder, and the server knows where sending
// stopped: it has the run with the identity of the lab's run, and the last
// step of each of its metrics. So it does not matter who sends, how often, or
// where an earlier attempt was cut off.
package mlflow

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"evolab/internal/untrusted"
)

const (
	answerTimeout = 2 * time.Minute // with one answer, as MLflow's own client has
	maxAnswer     = 8 << 20         // bytes of an answer
)

// Client speaks to a server.
type Client struct {
	base               *url.URL
	http               *http.Client
	user, secret       string // the user is empty with a token
	asUser, authorized bool
}

// New makes a client of an address. Credentials come from the environment, as those of
// MLflow's own client do.
func New(uri string) (*Client, error) {
	base, err := serverAddress(uri)
	if err != nil {
		return nil, err
	}
	c := &Client{base: base, http: &http.Client{
		Transport:     &http.Transport{Proxy: http.ProxyFromEnvironment, MaxIdleConnsPerHost: 1, IdleConnTimeout: answerTimeout},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	c.authorize()
	return c, nil
}

// serverAddress reads the address of a server. Its errors do not repeat it: it may
// hold a password.
func serverAddress(text string) (*url.URL, error) {
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

// authorize sets the credentials, unless the environment says that they are for
// another server: the address may be a wrong one.
func (c *Client) authorize() {
	if own, err := url.Parse(os.Getenv("MLFLOW_TRACKING_URI")); err != nil || own.Host != "" && (own.Host != c.base.Host || own.Scheme != c.base.Scheme) {
		return
	}
	c.user, c.secret = os.Getenv("MLFLOW_TRACKING_USERNAME"), os.Getenv("MLFLOW_TRACKING_PASSWORD")
	c.asUser = c.user != "" && c.secret != ""
	if !c.asUser {
		c.secret = os.Getenv("MLFLOW_TRACKING_TOKEN")
	}
	c.authorized = c.secret != ""
}

// Refusal is an answer that reports an error.
type Refusal struct {
	Status int
	Code   string // of MLflow, such as RESOURCE_DOES_NOT_EXIST
	Text   string
}

func (r *Refusal) Error() string {
	return strings.TrimSpace(fmt.Sprintf("the server answers %d %s", r.Status, strings.TrimSpace(r.Code+" "+r.Text)))
}

// refused reports whether an error is a refusal with one of the codes.
func refused(err error, code string) bool {
	var r *Refusal
	return errors.As(err, &r) && r.Code == code
}

// get and post call a method of the API.
func (c *Client) get(ctx context.Context, method string, query url.Values, out any) error {
	return c.call(ctx, http.MethodGet, "api/2.0/mlflow/"+method, query, nil, out)
}

func (c *Client) post(ctx context.Context, method string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	return c.call(ctx, http.MethodPost, "api/2.0/mlflow/"+method, nil, bytes.NewReader(body), out)
}

// call sends a request and decodes the answer; out is nil if the caller needs nothing
// of it.
func (c *Client) call(ctx context.Context, verb, path string, query url.Values, body io.Reader, out any) error {
	ctx, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	address := c.base.JoinPath(path)
	address.RawQuery = query.Encode()
	request, err := http.NewRequestWithContext(ctx, verb, address.String(), body)
	if err != nil {
		return err
	}
	request.Header.Set("User-Agent", "evolab")
	if verb == http.MethodPost {
		request.Header.Set("Content-Type", "application/json")
	}
	if c.asUser {
		request.SetBasicAuth(c.user, c.secret)
	} else if c.authorized {
		request.Header.Set("Authorization", "Bearer "+c.secret)
	}
	err = c.exchange(request, out)
	if errors.Is(err, context.DeadlineExceeded) {
		err = &rewordedError{"it does not answer in time", err}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.base, err)
	}
	return nil
}

func (c *Client) exchange(request *http.Request, out any) error {
	answer, err := c.http.Do(request)
	var about *url.Error
	if errors.As(err, &about) { // which repeats the address
		err = about.Err
	}
	if err != nil {
		return c.withoutSecret(err.Error(), err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
	switch {
	case err != nil:
		return c.withoutSecret("the answer broke off: "+err.Error(), err)
	case len(text) > maxAnswer:
		return fmt.Errorf("the answer is longer than %d MB", maxAnswer>>20)
	case answer.StatusCode/100 == 3:
		return errors.New("it sends to another address (expected: the address of the server itself)")
	case answer.StatusCode != http.StatusOK:
		return c.refusal(answer.StatusCode, text)
	case out == nil && len(text) == 0: // that an artifact was taken
		return nil
	}
	if out == nil { // still, it has to be an answer of MLflow
		out = new(struct{})
	}
	if err := json.Unmarshal(text, out); err != nil {
		return fmt.Errorf("the answer is none of MLflow: %s", c.clean(string(text), 60))
	}
	return nil
}

func (c *Client) refusal(status int, text []byte) error {
	var reason struct {
		Code    string `json:"error_code"`
		Message string `json:"message"`
	}
	if json.Unmarshal(text, &reason) != nil {
		return &Refusal{status, "", c.clean(string(text), 200)}
	}
	return &Refusal{status, c.clean(reason.Code, 60), c.clean(reason.Message, 300)}
}

// clean is a server's text on one line, without the secret.
func (c *Client) clean(text string, most int) string {
	if c.secret != "" {
		text = strings.ReplaceAll(text, c.secret, "***")
	}
	return untrusted.Line(text, most)
}

// withoutSecret replaces the text of a connection's error; errors.Is still finds the
// error.
func (c *Client) withoutSecret(text string, err error) error {
	return &rewordedError{c.clean(text, 300), err}
}

type rewordedError struct {
	text string
	err  error
}

func (w *rewordedError) Error() string { return w.text }
func (w *rewordedError) Unwrap() error { return w.err }
