# Writes the importances that Optuna finds for some trials.
import json, random, optuna
from optuna.distributions import FloatDistribution, CategoricalDistribution
from optuna.importance import PedAnovaImportanceEvaluator
optuna.logging.set_verbosity(optuna.logging.ERROR)
random.seed(7)
def case(name, n, grids, score, local=True):
    trials, study = [], optuna.create_study(direction="maximize")
    dists = {}
    for key, (kind, values) in grids.items():
        if kind == "names": dists[key] = CategoricalDistribution(sorted(values))
        else: dists[key] = None
    rows = []
    for i in range(n):
        rows.append({k: (random.choice(v) if isinstance(v, list) else random.uniform(*v)) for k, (_, v) in grids.items()})
    for key, (kind, values) in grids.items():
        if kind != "names":
            xs = [r[key] for r in rows]
            dists[key] = FloatDistribution(min(xs), max(xs), log=kind == "log")
    scores = [score(r) for r in rows]
    for r, s in zip(rows, scores):
        study.add_trial(optuna.trial.create_trial(params=r, distributions=dists, value=s))
    got = optuna.importance.get_param_importances(study, evaluator=PedAnovaImportanceEvaluator())
    return {"name": name, "settings": [{"key": k, "kind": kind, "values": [str(r[k]) if kind == "names" else r[k] for r in rows]} for k, (kind, _) in grids.items()],
            "scores": scores, "importance": [got[k] for k in grids]}
noise = lambda: random.gauss(0, .02)
cases = [
    case("a grid with seeds", 60, {"sigma": ("log", [.01, .03, .12, .3, 1.0]), "population": ("number", [10, 20, 40, 80]), "optimizer": ("names", ["ga", "cma", "de"])},
         lambda r: .5 + .2 * (r["sigma"] > .05) - .001 * r["population"] + (.1 if r["optimizer"] == "cma" else 0) + noise()),
    case("random search", 200, {"x": ("number", (-3.0, 5.0)), "y": ("number", (0.0, 1.0)), "z": ("log", (1e-4, 10.0))}, lambda r: -abs(r["x"] - 1) + .1 * r["y"] + noise()),
    case("few", 12, {"a": ("number", [1, 2, 3]), "b": ("names", ["u", "v"])}, lambda r: .1 * r["a"] + noise()),
    case("equal scores", 30, {"a": ("number", [1, 2, 3]), "b": ("names", ["u", "v"])}, lambda r: .5 + .25 * (r["b"] == "u")),
    case("three trials", 3, {"a": ("number", (0.0, 1.0)), "b": ("names", ["u", "v"])}, lambda r: r["a"]),
]
json.dump({"optuna": optuna.__version__, "cases": cases}, open("optuna.json", "w"), indent=None, separators=(",", ":"))
open("optuna.json", "a").write("\n")
for c in cases: print(c["name"], c["importance"])
