package prefetch

func Element[T any](list []T, at int)
