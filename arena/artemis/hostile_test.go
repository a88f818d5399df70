package artemis

import (
	"testing"
	"testing/synctest"
)

// Whatever two peers send, before, in and after a game, the server neither
// panics nor keeps anything of them; the bubble would notice.
func FuzzPeers(f *testing.F) {
	const first, second = "1\n7\n2\n[0:0]\n[2:0]:[0:0]\n", "2\n7\n1\n[0:1]\n"
	for _, seed := range [][2]string{
		{first, second}, {first, "2\n7\n1\nnonsense\n"}, {first, "2\n7\n1\n\xff\xfa never ends"}, {"1\n?\n", "\xff\xfb\x1f2\r\n7\r\n?\r\n"}, {"", "x"},
	} {
		f.Add([]byte(seed[0]), []byte(seed[1]), uint16(7))
	}
	f.Fuzz(func(t *testing.T, a, b []byte, cut uint16) {
		synctest.Test(t, func(t *testing.T) {
			served(t, Settings{}, func(p *pipes) {
				for _, sent := range [][]byte{a, b} {
					s, _ := p.dial(0)
					defer s.Close()
					go func() {
						n := int(cut) % (len(sent) + 1)
						s.Write(sent[:n])
						s.Write(sent[n:])
					}()
				}
				synctest.Wait()
			})
		})
	})
}
