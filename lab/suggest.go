package lab

import (
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evolab/internal/config"
)

// refused matches a word of the user and the list of allowed ones: an agent, a
// setting, a game, a variant, a rubric, an order, a flag's value.
var refused = compiled(`"([^"\\]+)"([^"()]*) \(allowed: ([^()]+)\)`)

// suggested adds the most similar allowed word to a message, if one is similar.
func suggested(text string) string {
	at := refused().FindStringSubmatchIndex(text)
	if at == nil {
		return text
	}
	word, _, _ := strings.Cut(text[at[2]:at[3]], "=")
	var known []string
	for _, name := range strings.Split(text[at[6]:at[7]], ", ") {
		name, _, _ = strings.Cut(strings.TrimSpace(name), "=")
		known = append(known, name)
	}
	return text[:at[5]] + didYouMean("", word, known) + text[at[5]:]
}

// didYouMean asks for the known name that a word was probably meant to be, written
// after a prefix; "" if there is none.
func didYouMean(prefix, word string, known []string) string {
	near := nearName(word, known)
	if near == "" {
		return ""
	}
	return ", did you mean " + prefix + near + "?"
}

// nearName returns the known name that a word was probably meant to be, or "".
func nearName(word string, known []string) string {
	word = strings.ToLower(word)
	known = slices.DeleteFunc(slices.Clone(known), func(name string) bool { return name == "" || strings.ContainsAny(name, " .") })
	if len(known) == 0 || word == "" {
		return ""
	}
	for _, name := range known {
		if len(word) >= 3 && (strings.HasPrefix(name, word) || name != word && letters(name) == letters(word)) {
			return name
		}
	}
	near := config.Nearest(word, known)
	far := levenshtein.ComputeDistance(word, near)
	for _, name := range known { // of two equally similar names, either may be meant
		if name != near && levenshtein.ComputeDistance(word, name) == far {
			return ""
		}
	}
	if far == 0 || far > (len(word)+2)/3 {
		return ""
	}
	return near
}

// letters sorts the letters of a word: typing errors often swap two.
func letters(word string) string {
	list := []byte(word)
	slices.Sort(list)
	return string(list)
}

// unknownFlag adds the most similar flag of a command to the error of an unknown
// one.
func unknownFlag(c *cobra.Command, text string) string {
	_, name, found := strings.Cut(text, "unknown flag: --")
	if !found {
		return text
	}
	var known []string
	c.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	return text + didYouMean("--", name, known)
}
