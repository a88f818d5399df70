package cluster

import "slices"

// KnowsSetting reports whether workers know what a setting of an agent costs.
func KnowsSetting(key string) bool { return capOf[key] != nil || slices.Contains(freeSettings, key) }
