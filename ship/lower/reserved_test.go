package lower

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// A name that a runtime declares would hide what is shipped under it, or be hidden.
func TestNamesOfRuntimesAreReserved(t *testing.T) {
	inCPP := regexp.MustCompile(`(?m)^(?:(?:inline|const|int|char\*\*|struct|#define) [^(={;\n]*?|typedef .*?)\b(\w+)(?: __attribute__.*| = .*| )?[({;]`)
	for _, runtime := range []struct {
		file     string
		declared *regexp.Regexp // its group is the name
		some     []string
	}{
		{"../cpp/runtime.cpp.txt", inCPP, []string{"LITERAL", "Slice", "Units", "argumentList", "zeros"}},
		{"../cpp/network.cpp.txt", inCPP, []string{"openLine", "patience"}},
		{"../python/runtime.py.txt", regexp.MustCompile(`(?m)^(?:(?:def|class) )?(\w+)(?:\(| = |:)`), []string{"ItemRef", "cpu_time"}},
	} {
		text, err := os.ReadFile(runtime.file)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, found := range runtime.declared.FindAllSubmatch(text, -1) {
			names = append(names, string(found[1]))
		}
		for _, some := range runtime.some {
			if !slices.Contains(names, some) {
				t.Errorf("%s: %s is not among its names %v", runtime.file, some, names)
			}
		}
		for _, name := range names {
			if !slices.Contains(reserved, name) {
				t.Errorf("%s: %q is not reserved", runtime.file, name)
			}
		}
	}
}
