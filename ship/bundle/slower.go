package bundle

// slower are constants that have other values in a language in which a node
// takes a hundred times as long. They are about time and room alone: with a
// limit of nodes they change nothing.
var slower = map[string]int64{
	"evolab/ship/player.atStake":        8_800_000_000, // ns
	"evolab/ship/player.afterStake":     1_000_000_000,
	"evolab/search.lookInterval":        8,
	"evolab/search.nodeTime":            100_000,    // ns
	"evolab/search/budget.leastReserve": 25_000_000, // ns
	"evolab/search/budget.tooShort":     4_000_000,  // ns
	"evolab/search/budget.unknownSpeed": 2_000,      // nodes a second
	"evolab/search/halma.lookInterval":  1,
	"evolab/search/halma.timePerWidth":  5_000_000,
	"evolab/search/littlego.perSecond":  60_000,
}
