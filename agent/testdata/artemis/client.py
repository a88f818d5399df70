"""A client for an Artemis server, written from docs/reference/konane-protocol.md alone.

It plays the move after which mine * (own moves) - theirs * (the opponent's) is best.
"""

import os
import re
import socket

SIZE = int(os.environ.get("SIZE", "18"))
MINE = float(os.environ.get("EVOLAB_mine", "1"))
THEIRS = float(os.environ.get("EVOLAB_theirs", "1"))

stones = {(r, c) for r in range(SIZE) for c in range(SIZE)}
colour = None  # 0 for black


def jumps(board, who):
    for r, c in sorted(board):
        if (r + c) % 2 != who:
            continue
        for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            over, to = (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
            while over in board and 0 <= to[0] < SIZE and 0 <= to[1] < SIZE and to not in board:
                yield (r, c), to
                over, to = (to[0] + dr, to[1] + dc), (to[0] + 2 * dr, to[1] + 2 * dc)


def after(board, start, to):
    steps = max(abs(to[0] - start[0]), abs(to[1] - start[1]))
    dr, dc = (to[0] - start[0]) // steps, (to[1] - start[1]) // steps
    return board - {(start[0] + i * dr, start[1] + i * dc) for i in range(steps)} | {to}


def value(start, to):
    board = after(stones, start, to)
    return MINE * len(list(jumps(board, colour))) - THEIRS * len(list(jumps(board, 1 - colour)))


def removal():
    if len(stones) == SIZE * SIZE:
        return "[0:0]"
    hole = next((r, c) for r in range(SIZE) for c in range(SIZE) if (r, c) not in stones)
    r, c = next(n for n in ((hole[0], hole[1] + 1), (hole[0] + 1, hole[1]), (hole[0], hole[1] - 1)) if n in stones)
    return "[%d:%d]" % (r, c)


def jump():
    start, to = max(jumps(stones, colour), key=lambda m: value(*m))
    return "[%d:%d]:[%d:%d]" % (start + to)


lab = socket.create_connection(("127.0.0.1", int(os.environ.get("EVOLAB_PORT", "4705"))))
for line in lab.makefile():
    line = line.strip()
    numbers = [int(n) for n in re.findall(r"\d+", line)]
    answer = None
    if line == "?Username:":
        answer = "7"
    elif line == "?Password:":
        answer = "4711"
    elif line == "?Opponent:":
        answer = "8"
    elif line.startswith("Color:"):
        colour = ["BLACK", "WHITE"].index(line[6:])
    elif line.startswith("Removed:"):
        stones -= {tuple(numbers)}
    elif line.startswith("Move["):
        stones = after(stones, tuple(numbers[:2]), tuple(numbers[2:]))
    elif line == "?Remove:":
        answer = removal()
    elif line.startswith("?Move("):
        answer = jump()
    if answer:
        lab.sendall((answer + "\n").encode())
