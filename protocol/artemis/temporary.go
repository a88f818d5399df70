package artemis

import "strings"

// What a server of evolab says, after "Error: ", when it will let the same user
// in a little later.
const (
	ServerFull     = "the server is full"
	ServerStopping = "the server is stopping"
	ServerCrowded  = "others need the place"
	AlreadyWaiting = "is waiting already"
	LoginTooSlow   = "the login took longer than"
)

// Temporary reports whether an error of the server passes by itself.
func Temporary(text string) bool {
	for _, part := range [...]string{ServerFull, ServerStopping, ServerCrowded, AlreadyWaiting, LoginTooSlow} {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}
