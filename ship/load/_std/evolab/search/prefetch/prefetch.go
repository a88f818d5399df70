package prefetch

const Works = false //ship:native true

func Element[T any](list []T, at int)
