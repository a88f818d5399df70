package config

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agnivade/levenshtein"
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
	return &Refused{Message: strings.TrimLeft(what+" "+strconv.Quote(word), " "), Word: word, Allowed: allowed}
}

// Unknown returns the error of a name that nothing has, such as that of a game. An empty
// one is perhaps a variable of a shell.
func Unknown(noun, name string, allowed []string) *Refused {
	if name == "" {
		return &Refused{Message: "no " + noun + " is named", Allowed: allowed}
	}
	return Refuse("no "+noun, name, allowed)
}

// Error asks for the allowed word that was probably meant, and lists all.
func (r *Refused) Error() string {
	list := r.List
	if list == "" {
		list = strings.Join(r.Allowed, ", ")
	}
	if list != "" {
		list = " (allowed: " + list + ")"
	}
	return r.Message + DidYouMean(r.Word, r.Allowed) + list
}

// DidYouMean asks for the known word that was probably meant, or for one of two that are
// as near; "" if none is near, or more are.
func DidYouMean(word string, known []string) string {
	const most = 2
	near := nearest(word, known)
	if len(near) == 0 || len(near) > most {
		return ""
	}
	return ", did you mean " + strings.Join(near, " or ") + "?"
}

// Nearest returns the known word that a word was probably meant to be; "" if there is none,
// or more than one.
func Nearest(word string, known []string) string {
	if near := nearest(word, known); len(near) == 1 {
		return near[0]
	}
	return ""
}

// nearest are the known words that a word was probably meant to be: one that it begins, one
// with the same letters, or those with the fewest typing errors. Ranges, lists and
// descriptions among the known words do not count.
func nearest(word string, known []string) (near []string) {
	if len(word) < 2 || slices.Contains(known, word) {
		return nil
	}
	word = strings.ToLower(shorten(word))
	known = slices.DeleteFunc(slices.Clone(known), func(name string) bool {
		return name == "" || strings.ContainsAny(name, " []") || strings.Contains(name, "..")
	})
	const shortest = 3 // letters that are enough to tell words apart
	if len(word) >= shortest {
		for _, name := range known {
			if strings.HasPrefix(name, word) || letters(name) == letters(word) {
				return []string{name}
			}
		}
	}
	far := max(len(word), shortest) / 3
	for _, name := range known {
		switch d := levenshtein.ComputeDistance(word, strings.ToLower(name)); {
		case d > far:
		case d < far:
			near, far = []string{name}, d
		case !slices.Contains(near, name):
			near = append(near, name)
		}
	}
	return near
}

// letters sorts the letters of a word: typing errors often swap two.
func letters(word string) string {
	list := []byte(word)
	slices.Sort(list)
	return string(list)
}
