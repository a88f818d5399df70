"""A small agent for {{.Game}}: it plays the move after which its evaluation is best.

Its parameters are in weights.json, so that they can be tuned without a change to
this file. {{if .Files}}It speaks two protocols: that of files (input.txt and output.txt),
for graders, and lines (a position a line in, a move a line out), which is faster.
{{- else}}It speaks lines: a position a line in, a move a line out.{{end}}
"""

import json
import os
import sys

{{.Rules}}

# What follows is the same for all games.


def choose(position, weights):
    """Returns the best move. Of equal ones it is the first."""
    best, best_value = None, 0.0
    for text, after in moves(position):
        value = sum(w * c for w, c in zip(weights, counts(after)))
        if best is None or value > best_value:
            best, best_value = text, value
    return best


def read_weights():
    values = {}
    if os.path.exists("weights.json"):
        with open("weights.json") as f:
            values = json.load(f)
    return [float(values.get(name, 0)) for name in NAMES]


def by_lines(weights):
    for line in sys.stdin:
        print(choose(of_line(line.split()), weights), flush=True)
{{if .Files}}

def by_files(weights):
    with open("input.txt") as f:
        position = of_file(f.read().split())
    with open("output.txt", "w") as f:
        f.write(choose(position, weights).replace(";", "\n"))


if __name__ == "__main__":
    if os.environ.get("EVOLAB_PROTOCOL") == "lines":
        by_lines(read_weights())
    else:
        by_files(read_weights())
{{- else}}

if __name__ == "__main__":
    by_lines(read_weights())
{{- end}}
