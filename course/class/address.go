package class

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"evolab/internal/files"
)

// addresses make the names of pages. They depend on a submission's own name alone, so that
// a link stays right when others come or go.
type addresses struct {
	secret []byte // nil: whoever knows a name can find its page
}

// gamesEnd is the end of the name of a page with games.
const gamesEnd = "-games"

// pageNames are the names of pages, also those of earlier versions, which numbered them,
// and had pages of lost games.
var pageNames = regexp.MustCompile(`^(?:[0-9]{3,}|(?:[a-z0-9-]*-)?[0-9a-f]{8}|[0-9a-f]{32})(?:-lost|` + gamesEnd + `(?:-[0-9]+)?)?\.html$`)

// of is the name of a submission's page, without its ending.
func (a *addresses) of(name string) string {
	if a.secret != nil {
		mac := hmac.New(sha256.New, a.secret)
		mac.Write([]byte(name))
		return hex.EncodeToString(mac.Sum(nil)[:16])
	}
	sum := sha256.Sum256([]byte(name))
	tag := hex.EncodeToString(sum[:4]) // other names may have the same letters
	if plain := plainName(name); plain != "" {
		return plain + "-" + tag
	}
	return tag
}

// games is the name of a submission's page of games, which are counted from 0.
func (a *addresses) games(name string, page int) string {
	end := gamesEnd
	if page > 0 {
		end += fmt.Sprintf("-%d", page+1)
	}
	return a.of(name) + end + ".html"
}

// plainName is a name with nothing but small letters, digits and hyphens.
func plainName(name string) string {
	const longest = 40
	text := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return '-'
	}, name)
	words := strings.FieldsFunc(text, func(r rune) bool { return r == '-' })
	text = strings.Join(words, "-")
	return strings.Trim(text[:min(longest, len(text))], "-")
}

// secretBytes is the length of a folder's secret.
const secretBytes = 32

// newSecret makes the secret of a folder's private addresses.
func newSecret() string {
	var secret [secretBytes]byte
	_, _ = rand.Read(secret[:]) // it never fails
	return hex.EncodeToString(secret[:])
}

// addressesOf are those with a secret as the settings have it; "" is none.
func addressesOf(secret string) (addresses, error) {
	if secret == "" {
		return addresses{}, nil
	}
	key, err := hex.DecodeString(secret)
	if err != nil || len(key) != secretBytes {
		return addresses{}, fmt.Errorf("the secret of the pages in %s is no secret (expected: %d hexadecimal digits)", settingsFile, hex.EncodedLen(secretBytes))
	}
	return addresses{key}, nil
}

// hideSettings makes sure that nobody else reads the settings, before the secret is in
// them.
func (c *Class) hideSettings() error {
	path := filepath.Join(c.Out, settingsFile)
	if err := files.CreatePrivate(path, nil); err == nil || !errors.Is(err, fs.ErrExist) {
		return err
	}
	return os.Chmod(path, 0o600)
}
