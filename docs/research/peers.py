"""Tunes Little-Go by optimisers of others, on the objective of experiments/ga.yaml.

    pip install cma nevergrad
    python3 peers.py --evolve bin/evolve --games 36000 --seeds 3

An optimiser proposes weights; `evolve tournament` plays them against the four baselines,
all candidates of a generation from the same openings; the score of the mix goes back. The
answer, the mean that each of them recommends, plays 1,000 fresh games against each baseline.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import warnings

import cma
import nevergrad
import numpy

SHARES = {"random": 0.1, "greedy": 0.2, "aggressive": 0.2, "alphabeta": 0.5}
POPULATION = 24
SIGMA = 0.5  # of the first samples, from a random vector of length 1
TEST = 1_000_000  # seeds from here on are those of the test


class Lab:
    """Plays weights against the baselines."""

    def __init__(self, program, workers, folder):
        self.program, self.workers, self.folder = program, workers, pathlib.Path(folder)
        lines = self.run("features", "littlego", "--format", "json").splitlines()
        self.names = [json.loads(line)["feature"] for line in lines]

    def run(self, *args):
        return subprocess.run([self.program, *args], check=True, capture_output=True, cwd=self.folder).stdout

    def scores(self, vectors, seed, games):
        """The score of each vector against each baseline, for the games of each baseline."""
        agents = []
        for i, v in enumerate(vectors):
            weights = [float(w) for w in v / numpy.linalg.norm(v)]
            (self.folder / f"{i}.json").write_text(json.dumps({"schema": 1, "game": "littlego", "features": self.names, "weights": weights}))
            agents.append({"agent": f"evolved:weights={self.folder / f'{i}.json'},depth=2,ties=random", "name": f"c{i}"})
        table = []
        for opponent, n in games.items():
            config = {"name": "peers", "seed": seed, "format": "gauntlet", "games": n, "openings": {"plies": 4},
                      "gauntlet": {"challengers": len(vectors)}, "agents": agents + [{"agent": opponent}]}
            (self.folder / "peers.yaml").write_text(json.dumps(config))  # JSON is YAML
            result = json.loads(self.run("tournament", "peers.yaml", "--format", "json", "--workers", str(self.workers)))
            met = {e["a"]: e["score"]["value"] for e in result["met"]}
            shutil.rmtree(self.folder / "tournaments")
            table.append([met[f"c{i}"] for i in range(len(vectors))])
        return numpy.array(table)


def mix(scores):
    return numpy.array(list(SHARES.values())) @ scores


def divided(games):
    return {opponent: round(games * share) for opponent, share in SHARES.items()}


class PyCMA:
    def __init__(self, start, evaluations, seed):
        self.es = cma.CMAEvolutionStrategy(start, SIGMA, {"popsize": POPULATION, "seed": seed, "verbose": -9})

    def ask(self):
        return self.es.ask()

    def tell(self, vectors, scores):
        self.es.tell(vectors, list(-scores))

    def answer(self):
        return self.es.result.xfavorite


class TBPSA:
    def __init__(self, start, evaluations, seed):
        array = nevergrad.p.Array(init=start).set_mutation(sigma=SIGMA)
        array.random_state.seed(seed)
        self.optimizer = nevergrad.optimizers.TBPSA(array, budget=evaluations, num_workers=POPULATION)

    def ask(self):
        self.asked = [self.optimizer.ask() for _ in range(POPULATION)]
        return [c.value for c in self.asked]

    def tell(self, vectors, scores):
        for candidate, score in zip(self.asked, scores):
            self.optimizer.tell(candidate, -score)

    def answer(self):
        return self.optimizer.provide_recommendation().value


def tune(lab, make, games, each, seed):
    """Tunes by some games, and returns the answer's score of the mix."""
    start = numpy.random.default_rng(seed).normal(size=len(lab.names))
    start /= numpy.linalg.norm(start)
    optimizer = make(start, games // each, seed)
    for generation in range(games // (each * POPULATION)):
        vectors = optimizer.ask()
        scores = mix(lab.scores(vectors, seed * 1000 + generation, divided(each)))
        optimizer.tell(vectors, scores)
    return mix(lab.scores([optimizer.answer()], TEST + seed, {o: 1000 for o in SHARES}))[0]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--evolve", default="evolve", help="the program")
    parser.add_argument("--games", type=int, default=36000, help="of the training")
    parser.add_argument("--each", type=int, default=120, help="games of a candidate, a multiple of 20")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--optimizers", nargs="+", choices=["pycma", "tbpsa"], default=["pycma", "tbpsa"])
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    program = os.path.abspath(args.evolve) if os.path.exists(args.evolve) else args.evolve
    with tempfile.TemporaryDirectory() as folder:
        lab = Lab(program, args.workers, folder)
        for name in args.optimizers:
            make = {"pycma": PyCMA, "tbpsa": TBPSA}[name]
            scores = [tune(lab, make, args.games, args.each, seed + 1) for seed in range(args.seeds)]
            print(f"{name} {args.games} games, {args.each} a candidate: mean {100 * numpy.mean(scores):.1f} %,",
                  "seeds", ", ".join(f"{100 * s:.1f}" for s in scores), flush=True)


if __name__ == "__main__":
    main()
