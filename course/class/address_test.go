package class

import (
	"regexp"
	"testing"
)

// Addresses are names of files on any system, tell names apart that look alike, and depend
// on nothing else. Private ones tell nothing.
func TestAddresses(t *testing.T) {
	var open addresses
	private, err := addressesOf(newSecret())
	if err != nil {
		t.Fatal(err)
	}
	other, err := addressesOf(newSecret())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	form := regexp.MustCompile(`^[a-z0-9][a-z0-9-]{7,48}$`)
	for name, want := range map[string]string{
		"kimlee_1235":         "kimlee-1235-1e278dda",
		"Kimlee_1235":         "",
		"Ada, \"A\" <script>": "",
		"../../etc/passwd":    "",
		"囲碁":                  "",
		"=1+1":                "",
		"CON":                 "",
		"":                    "",
		"a very long name that goes on and on and on and on": "",
	} {
		page := open.of(name)
		if want != "" && page != want {
			t.Errorf("%q: %s, want %s", name, page, want)
		}
		hidden := private.of(name)
		if len(hidden) != 32 || hidden != private.of(name) || hidden == other.of(name) {
			t.Errorf("%q: private %s", name, hidden)
		}
		for _, p := range []string{page, hidden} {
			if !form.MatchString(p) || seen[p] || !pageNames.MatchString(p+".html") || !pageNames.MatchString(p+"-games.html") || !pageNames.MatchString(p+"-games-12.html") {
				t.Errorf("%q: %s", name, p)
			}
			seen[p] = true
		}
	}
	if !pageNames.MatchString("001.html") || !pageNames.MatchString("1001-lost.html") || pageNames.MatchString("index.html") || pageNames.MatchString("notes.html") {
		t.Error("pages of others are taken for ours")
	}
	if _, err := addressesOf("xyz"); err == nil {
		t.Error("no secret is taken for one")
	}
}
