package experiment

// The purposes of seeds. Games of different purposes share nothing: a champion is
// chosen on games that did not train it, and measured on yet others.
const (
	StartSeed = iota + 1
	TrainSeed
	ValidateSeed
	ChooseSeed
	TestSeed
	AblateSeed
	ArchiveSeed
	ProgressSeed
	AccuracySeed
	SelfPlaySeed
	FitSeed
	RoundSeed
	PracticeSeed
)
