package artemis

import "strings"

// The errors of an evolab server, after "Error: ", that a later attempt may avoid.
const (
	ServerFull     = "the server is full"
	ServerStopping = "the server is stopping"
	ServerCrowded  = "others need the place"
	AlreadyWaiting = "is waiting already"
	LoginTooSlow   = "the login took longer than"
)

// Temporary reports whether an error of the server may pass.
func Temporary(text string) bool {
	for _, part := range [...]string{ServerFull, ServerStopping, ServerCrowded, AlreadyWaiting, LoginTooSlow} {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}
