package featurestest

import (
	"testing"

	"evolab/features"
	"evolab/game"
)

// Gains plays games and checks what tactics say of the gains of all moves at once.
func Gains[S comparable, P game.Position[S]](t *testing.T, rules game.Rules[S], tactics features.Tactics[S]) {
	t.Helper()
	for seed := range uint64(100) {
		Walk[S, P](t, rules, tactics, seed, func(s *S) {
			most := 0
			var after S
			other := P(s).Turn().Other()
			for _, m := range P(s).Moves(nil) {
				gain := tactics.Gain(s, m)
				most = max(most, gain)
				P(s).Play(m, &after)
				if fell := tactics.Leaf(s, other) - tactics.Leaf(&after, other); tactics.Falls && fell != gain {
					t.Fatalf("%s: a move gains %d, and the other side loses %d", rules.Format(s), gain, fell)
				}
			}
			if tactics.Most != nil && !P(s).Outcome().Over() && tactics.Most(s) != most {
				t.Fatalf("%s: a move gains %d at most, not %d", rules.Format(s), most, tactics.Most(s))
			}
		})
	}
}
