"""A small Little-Go agent: it plays the move after which its evaluation is best.

Its six parameters are in weights.json, so that they can be tuned without a change
to this file. It speaks two protocols: that of files (input.txt and output.txt),
for graders, and lines (a position a line in, a move a line out), which is faster.
"""

import json
import os
import sys

SIZE = 5
EMPTY, BLACK, WHITE = 0, 1, 2
NEIGHBOURS = [
    [n for n, ok in ((p - SIZE, p >= SIZE), (p - 1, p % SIZE > 0), (p + 1, p % SIZE < SIZE - 1), (p + SIZE, p < SIZE * (SIZE - 1))) if ok]
    for p in range(SIZE * SIZE)
]
CENTRE = [2 - max(abs(p // SIZE - 2), abs(p % SIZE - 2)) for p in range(SIZE * SIZE)]

# What the parameters weigh, each as mine minus the opponent's.
NAMES = ["stones", "liberties", "atari", "groups", "edge", "centre"]


def group(board, start):
    """Returns the stones of a group, and its liberties."""
    colour, stones, liberties, todo = board[start], {start}, set(), [start]
    while todo:
        for n in NEIGHBOURS[todo.pop()]:
            if board[n] == EMPTY:
                liberties.add(n)
            elif board[n] == colour and n not in stones:
                stones.add(n)
                todo.append(n)
    return stones, liberties


def play(board, point, me):
    """Returns the board after a stone, or None if that would be suicide."""
    after = board[:]
    after[point] = me
    for n in NEIGHBOURS[point]:
        if after[n] == 3 - me:
            stones, liberties = group(after, n)
            if not liberties:
                for s in stones:
                    after[s] = EMPTY
    return after if group(after, point)[1] else None


def evaluate(board, me, weights):
    """Returns what a board is worth to the side that has just moved."""
    counts = [0.0] * len(NAMES)
    seen = set()
    for p in range(SIZE * SIZE):
        if board[p] == EMPTY:
            continue
        sign = 1 if board[p] == me else -1
        counts[0] += sign
        counts[4] += sign * (CENTRE[p] == 0)
        counts[5] += sign * CENTRE[p]
        if p not in seen:
            stones, liberties = group(board, p)
            seen |= stones
            counts[1] += sign * len(liberties)
            counts[2] += sign * (len(liberties) == 1)
            counts[3] += sign
    return sum(w * c for w, c in zip(weights, counts))


def choose(previous, board, me, weights):
    """Returns the best point, or None to pass. Of equal moves it is the first."""
    best, best_value = None, 0.0
    for p in range(SIZE * SIZE):
        if board[p] != EMPTY:
            continue
        after = play(board, p, me)
        if after is None or after == previous:  # ko
            continue
        value = evaluate(after, me, weights)
        if best is None or value > best_value:
            best, best_value = p, value
    return best


def move_text(point):
    return "PASS" if point is None else "%d,%d" % (point // SIZE, point % SIZE)


def read_weights():
    values = {}
    if os.path.exists("weights.json"):
        with open("weights.json") as f:
            values = json.load(f)
    return [float(values.get(name, 0)) for name in NAMES]


def board_of(rows, symbols):
    return [symbols.index(c) for row in rows for c in row.strip()]


def by_files(weights):
    """input.txt: the side, the board before the opponent's move, and the board now."""
    with open("input.txt") as f:
        lines = f.read().split("\n")
    previous, board = board_of(lines[1:6], "012"), board_of(lines[6:11], "012")
    with open("output.txt", "w") as f:
        f.write(move_text(choose(previous, board, int(lines[0]), weights)))


def by_lines(weights):
    """A position: the rows, b or w to move, the plies so far, the rows before."""
    for line in sys.stdin:
        fields = line.split()
        board = board_of(fields[0].split("/"), ".XO")
        previous = board_of(fields[3].split("/"), ".XO") if fields[3] != "-" else None
        if previous == board:  # the opponent has passed: no ko
            previous = None
        print(move_text(choose(previous, board, BLACK if fields[1] == "b" else WHITE, weights)), flush=True)


if __name__ == "__main__":
    if os.environ.get("EVOLAB_PROTOCOL") == "lines":
        by_lines(read_weights())
    else:
        by_files(read_weights())
