package artemis

import "fmt"

// News is an event as shown to people, as a result or as a warning; "" for nothing.
// The plies include this one.
func (c *Client) News(e *Event, plies int) (result, warning string) {
	switch e.Kind {
	case Say:
		if e.Waits {
			return "", "waiting for the opponent"
		}
	case Told:
		return "", c.Shown(e)
	case Begun:
		return fmt.Sprintf("game %d", c.Game()), ""
	case Played:
		return fmt.Sprintf("%d. %s %s", plies, e.Who(), e.Message.Move), ""
	case Stuck:
		return "", "there is no legal move"
	case Trouble:
		return "", "the server: " + c.Shown(e)
	}
	return "", ""
}

// Shown is the text of the server's line, without the password.
func (c *Client) Shown(e *Event) string { return Shown(e.Message.Text, c.account.Password) }
