package bundle_test

import (
	"testing"
	"time"

	"evolab/agent/frozen/books"
	"evolab/game"
	"evolab/game/littlego"
	"evolab/host"
	protocol "evolab/protocol/littlego"
	searchlg "evolab/search/littlego"
	"evolab/ship/bundle"
)

// As White, the programs draw among the replies that the book has, each
// process for itself.
func TestProcessesDrawReplies(t *testing.T) {
	s, err := littlego.Parse("", "...../...../..X../...../..... w 1 ...../...../...../...../.....")
	if err != nil {
		t.Fatal(err)
	}
	book, allowed := books.Littlego(), map[game.Move]bool{}
	for i := range book.Len() {
		if r := book.Record(i); r.Key() == searchlg.KeyOf(&s) {
			allowed[r.Move(&s)] = true
		}
	}
	const most = 12 // processes; the second one mostly has another reply
	for _, lang := range bundle.Languages() {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			dir, command := written(t, lang)
			session, err := host.Open(host.Program{Dir: dir, Command: command})
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			met := map[game.Move]bool{}
			for n := 0; n < most && len(met) < 2; n++ {
				answer, err := session.Ask(t.Context(), protocol.AppendInput(nil, protocol.InputOf(&s)), host.LimitCPU(10*time.Second))
				if err != nil || answer.Stderr != "" {
					t.Fatalf("%v\n%s", err, answer.Stderr)
				}
				m, err := protocol.ParseOutput(answer.Output)
				if err != nil || !allowed[m] {
					t.Fatalf("%q, %v; the book has %d replies", answer.Output, err, len(allowed))
				}
				met[m] = true
			}
			if len(met) == 1 {
				t.Errorf("%d times the same reply", most)
			}
		})
	}
}
