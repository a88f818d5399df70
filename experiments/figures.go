package experiments

func Draw(folder string, formats []string) ([]string, error) { return nil, nil }
