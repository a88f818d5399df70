package report

import (
	_ "embed"
	"fmt"
	"html/template"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/review"
	"evolab/game"
)

//go:embed lost.html
var lostHTML string

// Lost is a game that was lost, and what is known of why.
type Lost struct {
	Game    agent.Game
	Variant string
	Line    arena.Line
	Loss    *review.Loss
}

// lostGame is a game as the page shows it.
type lostGame struct {
	Text, Look string
	Replay     Replay
}

// LostHTML is a self-contained page of lost games, each with its mistake marked.
func LostHTML(title string, games []Lost) ([]byte, error) {
	var list []lostGame
	for i := range games {
		one, err := games[i].page()
		if err != nil {
			return nil, fmt.Errorf("report: game %d: %w", games[i].Line.Game, err)
		}
		list = append(list, one)
	}
	return render(template.New("lost"), lostHTML, struct {
		Title, MoveForm string
		Games           []lostGame
		CSS             template.CSS
		JS              template.JS
	}{title, games[0].Game.Info().Layout.Moves, list, template.CSS(BoardStyle + pageCSS), template.JS(BoardScript + pageJS)})
}

// page replays a game, and marks its mistake.
func (l *Lost) page() (lostGame, error) {
	info := l.Game.Info()
	text, err := Look(info)
	if err != nil {
		return lostGame{}, err
	}
	r := newReplay(&l.Line)
	r.Lost = true
	err = r.walk(l.Game, l.Variant, &l.Line, func(step *Step, _ agent.Board, _ game.Move) error {
		if step.Ply == l.Loss.Ply {
			step.Note, step.Mistake = l.Loss.Text(), true
			r.Mistakes, r.Valued = 1, 1
		}
		return nil
	})
	return lostGame{fmt.Sprintf("Game %d: %s lost as %s.", l.Line.Game, l.Loss.Player, l.Loss.Side), text, r}, err
}
