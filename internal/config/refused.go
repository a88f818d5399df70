package config

import (
	"strconv"
	"strings"
)

// Refused is the error of a word that is none of the allowed ones.
type Refused struct {
	Message string   // up to the allowed words, such as `no agent "frozn"`
	Word    string   // as the user wrote it
	Allowed []string // the words that are allowed, or descriptions of them
	List    string   // how they are shown, if not separated by commas
}

// Refuse returns the error of a word, quoted after what it is.
func Refuse(what, word string, allowed []string) *Refused {
	return &Refused{Message: what + " " + strconv.Quote(word), Word: word, Allowed: allowed}
}

func (r *Refused) Error() string { return r.Message + r.AllowedText() }

// AllowedText is the end of the error: it lists what is allowed.
func (r *Refused) AllowedText() string {
	list := r.List
	if list == "" {
		list = strings.Join(r.Allowed, ", ")
	}
	return " (allowed: " + list + ")"
}
