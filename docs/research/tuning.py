"""Tunes experiments/tune/testdata/programs.json as Fishtest and pycma do, for tuning.md.

    pip install cma && python3 docs/research/tuning.py 3 500 2000 10000 40000
"""
import json, math, pathlib, random, statistics, sys

PROGRAMS = json.loads((pathlib.Path(__file__).parents[2] / "experiments/tune/testdata/programs.json").read_text())
logistic = lambda x: 1 / (1 + math.exp(-x))
EACH = {500: 8, 2000: 10, 10000: 20, 40000: 40}  # pairs of a candidate of pycma


def score(edge):  # expected, of a pair against the opponent: openings favour a player
    return sum(logistic(edge + luck - .5) - logistic(-edge - luck - .5) + 1 for luck in (-1, 0, 0, 1)) / 8


class Program:  # numbers are genes of -1..1, whole ones values
    def __init__(self, kind, seed, height, pairs):
        self.kind, self.height, self.pairs, self.random = kind, height, pairs, random.Random(seed * 100003 + pairs)
        self.best, self.alt, params = *PROGRAMS[kind]["seeds"][seed - 1].values(), PROGRAMS[kind]["params"]
        self.whole = [p["t"] == "i" for p in params]
        self.low, self.high = zip(*((p["lo"], p["hi"]) if p["t"] == "i" else (-1, 1) for p in params))
        self.start = [p["st"] if p["t"] == "i" else 2 * (p["st"] - p["lo"]) / (p["hi"] - p["lo"]) - 1 for p in params]

    def strength(self, x):
        off = lambda i, worst: 1 - worst * abs(x[i] - self.best[i]) / (self.high[i] - self.low[i])
        away = lambda *widths: math.exp(-sum(w * (v - b) ** 2 for w, v, b in zip(widths, x, self.best)))
        share = {"a": lambda: away(2, 2), "b": lambda: away(1.2, .8, .5, .3), "c": lambda: off(0, .5) * away(0, 1 / .72, 1 / .72),
                 "d": lambda: math.prod(off(i, .6) for i in range(4)),
                 "e": lambda: (1 if x[6] else .7) * math.exp(-.5 * (x[0] - (self.best[0] if x[6] else self.alt)) ** 2)
                 * away(0, .5, .5, .5) * off(4, .5) * off(5, .5) * off(7, .4)}[self.kind]
        return self.height * (share() - .5)

    def won(self, edge):  # points more than the other's in a pair
        lots = ((edge + side, self.random.random()) for side in (.5, -.5))
        return sum((lot >= 1 - logistic(e - .5)) - (lot < logistic(-e - .5)) for e, lot in lots)

    def play(self, x, pairs):  # the same against the opponent
        return sum(self.won(self.strength(x) + self.random.choice((-.5, .5))) for _ in range(pairs))

    def place(self, x, lot=lambda: .5):
        inside = (min(h, max(l, v)) for v, l, h in zip(x, self.low, self.high))
        return [min(h, math.floor(v + lot())) if w else v for v, h, w in zip(inside, self.high, self.whole)]


def spsa(p, r_end, fixed=False):
    pairs, theta, rng = p.pairs // 2 if fixed else p.pairs, p.start, p.random
    ends = [max((h - l) / 20, w / 2) for l, h, w in zip(p.low, p.high, p.whole)]
    for k in range(1, pairs + 1):
        wide, gain = (pairs / k) ** .101, r_end * (1.1 * pairs / (.1 * pairs + k)) ** .602
        moves = [c * rng.choice((-1, 1)) for c in ends]
        x, y = (p.place([t + s * wide * m for t, m in zip(theta, moves)], rng.random) for s in (1, -1))
        won = (p.play(x, 1) - p.play(y, 1)) / 2 if fixed else p.won(p.strength(x) - p.strength(y))
        theta = [min(h, max(l, t + gain / wide * won * m)) for t, m, l, h in zip(theta, moves, p.low, p.high)]
    return theta


def pycma(p):
    import cma
    low, high = ([b + s * w / 2 for b, w in zip(bounds, p.whole)] for s, bounds in ((-1, p.low), (1, p.high)))
    size, each = int(4 + 3 * math.log(len(low))) * (2 if p.pairs >= 10000 else 1), EACH[p.pairs]
    es = cma.CMAEvolutionStrategy(p.start, 1, dict(seed=p.random.getrandbits(30) + 1, bounds=[low, high], popsize=size, verbose=-9,
        CMA_stds=[(h - l) / 4 for l, h in zip(low, high)], integer_variables=[i for i, w in enumerate(p.whole) if w],
        tolfun=0, tolx=0, tolfunhist=0, tolflatfitness=10**9, tolstagnation=10**9))
    for _ in range(p.pairs // (size * each)):
        asked = es.ask()
        es.tell(asked, [-p.play(p.place(x), each) for x in asked])
    return es.result.xfavorite


def gain(tune, *program):
    p = Program(*program)
    got, start, best = (score(p.strength(p.place(x))) for x in (tune(p), p.start, p.best))
    return 100 * (got - start) / (best - start)


for name, tune in {"SPSA, .1": lambda p: spsa(p, .1), "SPSA, .02": lambda p: spsa(p, .02), "SPSA, opponent": lambda p: spsa(p, .05, True), "pycma": pycma}.items():
    for pairs in map(int, sys.argv[2:]):
        gains = [[gain(tune, kind, seed, float(sys.argv[1]), pairs) for seed in range(1, 13)] for kind in "abcde"]
        error = sum(statistics.variance(g) / 300 for g in gains) ** .5
        print(f"{name}, {pairs} pairs: {statistics.mean(sum(gains, [])):.1f} ± {error:.1f}", *(f"{statistics.mean(g):.0f}" for g in gains), flush=True)
