package artemis

import (
	"errors"
	"strconv"
)

// maxLogins is how often the client logs in before it gives up.
const maxLogins = 3

// ErrLogin is the error when the server does not accept the account.
var ErrLogin = errors.New("artemis: the server does not accept the username or password")

// introduce says who we are and whom we want to play.
func (c *Client) introduce(e *Event) error {
	e.Kind = Say
	switch e.Message.Kind {
	case AskUser:
		if c.logins++; c.logins > maxLogins {
			e.Kind = Trouble
			return ErrLogin
		}
		e.Send = strconv.Itoa(c.account.User)
	case AskPassword:
		e.Send, e.Private = string(c.account.Password), true
	default:
		if c.account.Event && !c.noticed { // the server names the opponent
			c.noticed, e.Send = true, AskNotice
		} else {
			e.Send, e.Waits = strconv.Itoa(c.account.Opponent), true
		}
	}
	return nil
}
