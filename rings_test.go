package evolab

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// room is a folder of packages, and the rooms that these may import.
type room struct{ name, imports string }

// rooms lists them from the ground up: a room imports only rooms above it in the list, so
// that no arrow runs back. The longest name that fits is a package's room.
func rooms() []room {
	return []room{
		{"internal", ""},
		{"game", "internal"},
		{"stats", "internal"},
		{"protocol", "game internal stats"},
		{"host", "internal"},
		{"features", "game internal"},
		{"search", "features game internal"},
		{"learn", "features game internal search"},
		{"evolve", "game internal search stats"},
		{"agent", "features game host internal learn protocol search stats"},
		{"plots", "internal stats"},
		{"arena", "agent features game internal search stats"},
		{"experiments", "agent arena evolve features game internal learn plots search stats"},
		{"arena/record", "agent arena game protocol"},
		{"arena/session", "agent arena game internal"},
		{"arena/artemis", "agent arena arena/record game internal protocol"},
		{"arena/cluster", "agent arena features game host internal stats"},
		{"experiments/bridge", "arena experiments internal stats"},
		{"course", "agent arena experiments game host internal protocol stats"},
		{"ship", "agent features game host internal protocol search"},
		{"lab", "agent arena arena/artemis arena/cluster arena/record arena/session course experiments experiments/bridge features game host internal learn plots protocol search ship stats"},
		{"cmd", "agent lab protocol ship"},
	}
}

// inner is the lab itself, and what it may import: of how strangers' programs run (host,
// protocol) only agent knows.
const (
	inner      = "game features search evolve learn stats arena plots experiments"
	innerNeeds = inner + " agent internal"
)

// The arrows between rooms are those of the list, which all exist.
func TestRooms(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	roomOf := func(path string) (string, bool) {
		path, own := strings.CutPrefix(path, "evolab/")
		longest := ""
		for _, r := range rooms() {
			if strings.HasPrefix(path+"/", r.name+"/") && len(r.name) > len(longest) {
				longest = r.name
			}
		}
		if own && longest == "" {
			t.Errorf("%s is in no room of rings_test.go", path)
		}
		return longest, longest != ""
	}
	found := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		paths := strings.Fields(line)
		from, ok := roomOf(paths[0])
		for _, path := range paths[1:] {
			to, own := roomOf(path)
			if !ok || !own || to == from || slices.Contains(found[from], to) {
				continue
			}
			found[from] = append(found[from], to)
			if !slices.ContainsFunc(rooms(), func(r room) bool { return r.name == from && slices.Contains(strings.Fields(r.imports), to) }) {
				t.Errorf("%s imports %s: %s has no arrow to %s", paths[0], path, from, to)
			}
		}
	}
	for _, r := range rooms() {
		for _, to := range strings.Fields(r.imports) {
			if !slices.Contains(found[r.name], to) {
				t.Errorf("%s does not import %s: take the arrow off the list", r.name, to)
			}
		}
	}
}

// The list has the rings: no arrow runs back up, the ground floor stands alone, and the
// lab itself knows nothing of what stands around it.
func TestRings(t *testing.T) {
	var below []string
	for _, r := range rooms() {
		for _, to := range strings.Fields(r.imports) {
			if !slices.Contains(below, to) {
				t.Errorf("%s imports %s, which is not below it", r.name, to)
			}
			if slices.Contains(strings.Fields(inner), r.name) && !slices.Contains(strings.Fields(innerNeeds), to) {
				t.Errorf("%s belongs to the lab itself and imports %s", r.name, to)
			}
		}
		below = append(below, r.name)
	}
	for _, name := range strings.Fields(innerNeeds) {
		if !slices.Contains(below, name) {
			t.Errorf("there is no room %s", name)
		}
	}
	if internal := rooms()[0]; internal.name != "internal" || internal.imports != "" {
		t.Errorf("the ground floor is %+v", internal)
	}
}
