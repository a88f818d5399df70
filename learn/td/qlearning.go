package td

import (
	"math"

	"evolab/game"
	"evolab/learn/linear"
	"evolab/learn/practice"
)

// QLearning is how qlearning learns: Q(s,a) of a move is the value of the position
// after it, and moves towards the value of the best move at the same side's next
// turn, or towards the result if there is none. After a game it visits the moves
// backwards from the last one, as the assignment describes it.
type QLearning struct {
	Alpha    []float64 `key:"alpha" doc:"how far a value in a table moves towards its target, at first and at the end of the training; evaluations of several parts use steps instead" unit:"share" range:">0..1" count:"1..2" default:"[.7]"`
	Gamma    float64   `key:"gamma" doc:"what the best value of the next turn is worth now" unit:"share" range:">0..1" default:".9"`
	Initial  float64   `key:"initial" doc:"value of moves in a table that were never made" unit:"share" range:"0..1" default:".5"`
	Step     []float64 `key:"step" doc:"step of the entries of tables (Adagrad) in an evaluation of several parts, at first and at the end" unit:"logits" range:">0..1000" count:"1..2" default:"[.1, .02]"`
	CoreStep []float64 `key:"core_step" doc:"step of the weights of features, at first and at the end" unit:"logits" range:">0..1000" count:"1..2" default:"[.1, .02]"`
}

// Begin implements Rule.
func (q *QLearning) Begin(v *Values) {
	if !v.table {
		return
	}
	w := v.Weights()
	for _, table := range w.Tables {
		for i := range table {
			table[i] = (1 - q.Initial - .5) / tableUnit
		}
	}
	v.Set(w)
}

// Learn implements Rule.
func (q *QLearning) Learn(v *Values, g *practice.Game, done float64) (l Lesson) {
	// What the side's next turn is worth; after its last turn that is the result.
	next := [2]float64{practice.Worth(g.Result, game.First), practice.Worth(g.Result, game.Second)}
	steps := linear.Steps{Core: Scheduled(q.CoreStep, done), Tables: Scheduled(q.Step, done)}
	for i := len(g.Steps) - 1; i >= 0; i-- {
		step := &g.Steps[i]
		if !step.Own {
			continue
		}
		side := step.Side
		made := next[side]
		if i < len(g.Steps)-1 {
			l.Add(q.update(v, step, next[side], done, steps))
			made = 1 - v.Value(&step.Row)
		}
		next[side] = float64(q.Gamma * max(made, step.Rest))
	}
	return l
}

// update moves the value of a step to a target, which is for the side that moved.
func (q *QLearning) update(v *Values, step *practice.Step, target, done float64, s linear.Steps) Lesson {
	if !v.table {
		return v.learn(&step.Row, 1-target, s)
	}
	alpha, value := Scheduled(q.Alpha, done), 1-v.Value(&step.Row)
	miss := value - target
	v.set(&step.Row, 1-(value-float64(alpha*miss)))
	return Lesson{1, float64(miss * miss), math.Abs(v.Entry(&step.Row))}
}
