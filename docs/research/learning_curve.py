"""Redraws the learning curve of runs from their tables.

    evolve export RUN... --to csv --out tables
    python3 learning_curve.py tables curve.png

It needs pandas and matplotlib.
"""
import pathlib
import sys

import matplotlib
import pandas

matplotlib.use("Agg")  # draws without a screen
import matplotlib.pyplot as plt


def curve(axes, part, name, low, high, label):
    """A line with its 95 % interval."""
    part = part.dropna(subset=[name])
    axes.plot(part["generation"], part[name], label=label)
    axes.fill_between(part["generation"], part[low], part[high], alpha=0.2)


def main(folder, picture):
    generations = pandas.read_csv(pathlib.Path(folder) / "generations.csv")
    figure, axes = plt.subplots(figsize=(8, 5))
    for run, part in generations.groupby("run"):
        curve(axes, part, "best", "interval.low", "interval.high", f"{run}: claimed in training")
        curve(axes, part, "validated.value", "validated.low", "validated.high", f"{run}: validated")
    axes.set(xlabel="generation", ylabel="fitness", title="Learning curve")
    axes.legend()
    axes.grid(alpha=0.3)
    figure.savefig(picture, dpi=150)
    print(f"{picture}: {len(generations)} generations of {generations['run'].nunique()} runs")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: learning_curve.py FOLDER PICTURE")
    main(*sys.argv[1:])
