package host

import (
	"syscall"
	"testing"
	"time"
)

func spent(t testing.TB, who int) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// added plays games of 12 plies and returns the CPU time per ply that is not
// the program's: of the lab and of the wardens.
func added(t testing.TB, games int) time.Duration {
	t.Helper()
	const plies = 12
	before := spent(t, syscall.RUSAGE_SELF) + spent(t, syscall.RUSAGE_CHILDREN)
	programs := time.Duration(0)
	for range games {
		s, err := Open(Program{Dir: "testdata/program", Command: "./echo.sh"})
		if err != nil {
			t.Fatal(err)
		}
		for range plies {
			answer, err := s.Ask(t.Context(), []byte("input"), LimitCPU(time.Second))
			if err != nil {
				t.Fatal(err)
			}
			programs += answer.CPU
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	all := spent(t, syscall.RUSAGE_SELF) + spent(t, syscall.RUSAGE_CHILDREN) - before
	return (all - programs) / time.Duration(games*plies)
}

// The host adds little to what a program takes; the benchmark has the figure.
func TestHostAddsLittle(t *testing.T) {
	const most = 3 * time.Millisecond
	cost := added(t, 20)
	for range 2 { // a busy machine can only add to it
		cost = min(cost, added(t, 20))
	}
	if cost > most {
		t.Errorf("%v of CPU per ply, want less than %v", cost, most)
	}
}

func BenchmarkHost(b *testing.B) {
	total, n := time.Duration(0), 0
	for b.Loop() {
		total += added(b, 10)
		n++
	}
	b.ReportMetric(float64(total.Microseconds())/float64(n), "us-added/ply")
}
