package agent

// Use is a file or a program that a config names.
type Use struct {
	Key     string // where, as in an override
	Path    string // as the config has it
	Program bool
}

// Uses lists the files and programs of an agent's spec, whether they exist or not, at the key
// of a config. A spec that cannot be read names nothing; the config is refused because of it.
func Uses(key, text string) []Use {
	spec, err := ParseSpec(text)
	if err != nil {
		return nil
	}
	if spec.IsProgram() {
		return []Use{{key, text, true}}
	}
	var list []Use
	for _, p := range spec.Params {
		if p.Key == "weights" {
			list = append(list, Use{Key: key, Path: p.Value})
		}
	}
	return list
}
