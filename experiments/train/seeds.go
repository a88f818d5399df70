package train

// The purposes of seeds. Games of different purposes share nothing: a champion
// is chosen on games that did not train it, and measured on others again.
const (
	startSeed = iota + 1
	trainSeed
	validateSeed
	chooseSeed
	testSeed
	ablateSeed
	archiveSeed
	progressSeed
	accuracySeed
)
