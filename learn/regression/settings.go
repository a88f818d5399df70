package regression

// Settings is how a fit is made. Its tags describe the keys of an experiment's
// file, as package config reads them.
type Settings struct {
	Results  []float64 `key:"results" doc:"share of a game's result in what a position is fitted to, by round, the last one for all that follow; the score of the search has the rest" unit:"share" range:"0..1" count:"1..100" default:"[0, .2]"`
	Epochs   int       `key:"epochs" doc:"how often the fit goes over all positions at most; it takes the epoch with the least held-out loss, and its steps shrink in the second half" unit:"epochs" range:"1..1000" default:"6"`
	HeldOut  float64   `key:"held_out" doc:"share of the games that are held out of the fit" unit:"share" range:">0..0.9" default:".05"`
	Step     float64   `key:"step" doc:"first step of the entries of tables (Adagrad)" unit:"logits" range:">0..100" default:".1"`
	CoreStep float64   `key:"core_step" doc:"first step of the weights of features" unit:"logits" range:">0..100" default:".2"`
	Shrink   float64   `key:"shrink" doc:"how much each position draws the entries that it reads towards 0, for those that are rare" unit:"a logit" range:"0..1" default:"0"`
}
