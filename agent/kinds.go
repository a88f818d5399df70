package agent

import (
	"fmt"
	"slices"
	"strings"
)

// Kind is one sort of agent.
type Kind struct {
	Name, Doc string
	Params    []ParamDoc
}

// ParamDoc describes one setting of an agent.
type ParamDoc struct{ Key, Doc string }

// Kinds lists the agents. How each is built for a game is in build.go.
func Kinds() []Kind {
	search := searchParams()
	return []Kind{
		{"random", "any legal move, but no pass while there is another", nil},
		{"greedy", "the move with the largest immediate gain", nil},
		{"aggressive", "the first move of the pair of own moves with the largest gain", nil},
		{"alphabeta", "alpha-beta on the pieces, two plies deep, over the ten best moves", []ParamDoc{
			{"depth", "plies to look ahead, 1..8 (default 2)"},
			{"branch", "moves per position, 1..1000 (default 10)"},
		}},
		{"minimax", "plain minimax on the difference in pieces", []ParamDoc{
			{"depth", "plies to look ahead, 1..8 (default 2)"},
		}},
		{"reference", "the opponent of checkers-2021 and halma-2019: plain minimax that keeps the game's clock", []ParamDoc{
			{"depth", "plies to look ahead, 1..8 (default 4); below 100 s left at most 3, below 10 s 2, below 2 s 1; one less where a search has used a quarter of the time left"},
			{"pace", "seconds of CPU that a move is charged at least, a seventh of that for each ply less (default: what it takes)"},
		}},
		{"hand", "the evaluation with the weights set by hand", search[1:]},
		{"frozen", "the best evaluation that there is for the game: the agent that is shipped", search},
		{"evolved", "the evaluation with the weights that evolution found over named features", search},
		{"qlearning", "littlego, tictactoe: the assignment's Q-learner, which compares the learned values of the positions after each move", search},
		{"champion", "littlego: the assignment's championship player, which stays as it is whatever becomes of frozen", search},
		{"perfect", "tictactoe: never loses, and draws among the moves that keep the value", nil},
		{"smart", "tictactoe: as perfect in eight moves of ten, else any move", nil},
		{"human", "a person at the terminal", nil},
		{"exec", "any program that keeps the game's file protocol", []ParamDoc{
			{"dir", "the program's folder, copied for each game"},
			{"reuse", "true: one copy for the whole match"},
			{"wall", "seconds of real time a move, without those in which it waits for a core (default: twice its CPU time and 5)"},
			{"net", "on: the program has the machine's network (default off)"},
			{"cmd", "the command, run once per ply in the copy (last setting)"},
		}},
		{"lines", "any program that keeps running: a position on a line in, a move on a line out, as evolve legal writes them", talkingParams()},
		{"gtp", "littlego: any engine that speaks the Go Text Protocol on 5x5", talkingParams()},
		{"artemis", "konane: any client of an Artemis server; it logs in at 127.0.0.1, port $EVOLAB_PORT, for one game", talkingParams()},
	}
}

// talkingParams are the settings of a program that keeps running.
func talkingParams() []ParamDoc {
	return []ParamDoc{
		{"dir", "the program's folder, copied for each process"},
		{"wall", "seconds of real time a move, without those in which it waits for a core (default: twice its CPU time and 5)"},
		{"net", "on: the program has the machine's network (default off)"},
		{"cmd", "the command, run once for any number of games, one process for each game at a time (last setting; default: the program found in the folder, compiled)"},
	}
}

// searchParams are the settings of an agent that searches with an evaluation.
func searchParams() []ParamDoc {
	return []ParamDoc{
		{"weights", "a weights file, instead of the weights that come with the agent"},
		{"depth", "plies to look ahead"},
		{"endgame_depth", "plies to look ahead once the endgame of weights with two phases has begun"},
		{"nodes", "moves played in the tree, per move (if nothing limits the agent: some thousands, or depth 2 for halma; champion 50,000, qlearning depth 1)"},
		{"time", "seconds of CPU, per move (2, if nothing else limits it and one answer is waited for, as in play and analyze)"},
		{"table", "MB of memory for the positions that a search remembers (16)"},
		{"ties", "first (default) or random (default of qlearning and champion): which of several equal moves is played"},
		{"without", "ideas of the search to leave out, with + between them: " + ideaNames()},
		{"with", "ideas to follow that the game's search leaves out"},
		{"exact", "on (default) or off: prove wins near the end and plan races, if time or nodes limit the search"},
		{"book", "on (default, but off for hand), first (for Black alone; default of champion) or off: play the openings of its book (littlego), if exact is on"},
	}
}

func findKind(name string) (Kind, error) {
	var names []string
	for _, k := range Kinds() {
		if k.Name == name {
			return k, nil
		}
		names = append(names, k.Name)
	}
	return Kind{}, fmt.Errorf("agent: no agent %q (allowed: %s)", name, strings.Join(names, ", "))
}

// isName reports whether a text is the name of an agent.
func isName(text string) bool {
	_, err := findKind(text)
	return err == nil
}

func (k Kind) has(key string) bool {
	return slices.ContainsFunc(k.Params, func(p ParamDoc) bool { return p.Key == key })
}

func (k Kind) usage() string {
	if len(k.Params) == 0 {
		return "none for " + k.Name
	}
	var keys []string
	for _, p := range k.Params {
		keys = append(keys, p.Key+"=...")
	}
	return strings.Join(keys, ", ")
}
