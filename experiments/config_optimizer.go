package experiments

// GA holds the settings of the genetic algorithm.
type GA struct {
	Population   int       `key:"population" doc:"candidates in a generation" unit:"candidates" range:"4..10000" default:"60"`
	Elites       int       `key:"elites" doc:"the best, who stay and play again" unit:"candidates" range:"0..population-1" default:"6"`
	Tournament   int       `key:"tournament" doc:"contestants from whom a parent is chosen" unit:"candidates" range:"1..population-1" default:"3"`
	Crossover    Crossover `key:"crossover" doc:"how two parents have children"`
	MutationRate float64   `key:"mutation_rate" doc:"how often a gene of a child changes" unit:"probability per gene" range:"0..1" default:".3"`
	Sigma        float64   `key:"sigma" doc:"size of a change in generation 1" unit:"standard deviation" range:">0..10" default:".4"`
	SigmaEnd     float64   `key:"sigma_end" doc:"the same in the last generation; geometric in between" unit:"standard deviation" range:">0..sigma" default:".05"`
}

// Crossover makes child = a + t (b - a) of the parents a and b.
type Crossover struct {
	Rate  float64 `key:"rate" doc:"how often a couple mixes; otherwise the children are copies" unit:"probability per couple" range:"0..1" default:".9"`
	Blend float64 `key:"blend" doc:"child = a + t (b - a) with t uniform in [-blend, 1 + blend]" unit:"distances of the parents" range:"0..2" default:".25"`
}

// Sampling holds what all optimisers but the GA have in common.
type Sampling struct {
	Population int `key:"population" doc:"candidates in a generation; oes, cma-es and spsa have one more, the vector that they move, de and pso play twice as many" unit:"candidates" range:"4..10000" default:"24"`
}

// DE holds the settings of differential evolution.
type DE struct {
	Weight    float64 `key:"weight" doc:"F, how much of a difference of two candidates is added to a third" unit:"differences" range:"0..2" default:".5"`
	Crossover float64 `key:"crossover" doc:"CR, how often a weight comes from that sum; otherwise it stays" unit:"probability per weight" range:"0..1" default:".9"`
}

// PSO holds the settings of the particle swarm.
type PSO struct {
	Inertia float64 `key:"inertia" doc:"part of a particle's velocity that is kept" unit:"share" range:"0..1" default:".7298"`
	Own     float64 `key:"own" doc:"pull of a particle's own best place" unit:"distances" range:"0..4" default:"1.49618"`
	Swarm   float64 `key:"swarm" doc:"pull of the best place of all" unit:"distances" range:"0..4" default:"1.49618"`
}

// OES holds the settings of OpenAI's evolution strategy.
type OES struct {
	Sigma        float64 `key:"sigma" doc:"how far neighbours lie from the vector" unit:"standard deviation of a weight" range:">0..10" default:".15"`
	LearningRate float64 `key:"learning_rate" doc:"how far the vector follows its neighbours" unit:"steps" range:">0..10" default:".1"`
}

// CMAES holds the settings of the covariance matrix adaptation.
type CMAES struct {
	Sigma float64 `key:"sigma" doc:"width of the first samples; it adapts itself" unit:"standard deviation of a weight" range:".000001..10" default:".5"`
}

// SPSA holds the settings of the simultaneous perturbation.
type SPSA struct {
	Gain         float64 `key:"gain" doc:"a, the first step per unit of gradient" unit:"steps" range:">0..100" default:".3"`
	Perturbation float64 `key:"perturbation" doc:"c, how far the first neighbours lie from the vector in each weight" unit:"weight" range:">0..10" default:".15"`
}
