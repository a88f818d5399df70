package server

import (
	"crypto/subtle"

	"github.com/nats-io/nats-server/v2/server"

	"evolab/arena/cluster"
)

// doorkeeper lets nobody in without a token. The coordinator's own token allows
// everything, the workers' token only what workers do.
type doorkeeper struct{ secret, token string }

// Check implements server.Authentication.
func (d *doorkeeper) Check(c server.ClientAuthentication) bool {
	given := c.GetOpts().Token
	switch {
	case same(given, d.secret):
		return true
	case d.token != "" && same(given, d.token):
		publish, subscribe := cluster.WorkerRights()
		c.RegisterUser(&server.User{Username: "worker", Permissions: &server.Permissions{
			Publish: &server.SubjectPermission{Allow: publish}, Subscribe: &server.SubjectPermission{Allow: subscribe},
		}})
		return true
	}
	return false
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
