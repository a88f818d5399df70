SIZE = 5
NEIGHBOURS = [
    [n for n, ok in ((p - SIZE, p >= SIZE), (p - 1, p % SIZE > 0), (p + 1, p % SIZE < SIZE - 1), (p + SIZE, p < SIZE * (SIZE - 1))) if ok]
    for p in range(SIZE * SIZE)
]
CENTRE = [2 - max(abs(p // SIZE - 2), abs(p % SIZE - 2)) for p in range(SIZE * SIZE)]

# What the parameters weigh, each as mine minus the opponent's.
NAMES = ["stones", "liberties", "atari", "groups", "edge", "centre"]


def of_line(words):
    """A position is the board, the one before the opponent's move, and who moves.

    After a move it is who has made it."""
    board, before = (words[i].replace("/", "") for i in (0, 3))
    return board, "" if before == board else before, "X" if words[1] == "b" else "O"


def of_file(words):
    """The side, the board before the opponent's move, and the board now."""
    before, board = ("".join(rows).replace("0", ".").replace("1", "X").replace("2", "O") for rows in (words[1:6], words[6:11]))
    return board, before, ".XO"[int(words[0])]


def group(board, start):
    """Returns the stones of a group, and its liberties."""
    colour, stones, liberties, todo = board[start], {start}, set(), [start]
    while todo:
        for n in NEIGHBOURS[todo.pop()]:
            if board[n] == ".":
                liberties.add(n)
            elif board[n] == colour and n not in stones:
                stones.add(n)
                todo.append(n)
    return stones, liberties


def play(board, point, me):
    """Returns the board after a stone, or "" if that would be suicide."""
    after = list(board)
    after[point] = me
    for n in NEIGHBOURS[point]:
        if after[n] not in (me, "."):
            stones, liberties = group(after, n)
            if not liberties:
                for s in stones:
                    after[s] = "."
    return "".join(after) if group(after, point)[1] else ""


def moves(position):
    """Returns the legal moves, each with the position after it; a pass is the last."""
    board, before, me = position
    found = []
    for p in range(SIZE * SIZE):
        after = play(board, p, me) if board[p] == "." else ""
        if after and after != before:  # ko
            found.append(("%d,%d" % (p // SIZE, p % SIZE), (after, board, me)))
    return found or [("PASS", (board, board, me))]


def counts(position):
    """Returns what the parameters weigh."""
    board, _, me = position
    total = [0] * len(NAMES)
    seen = set()
    for p in range(SIZE * SIZE):
        if board[p] == ".":
            continue
        sign = 1 if board[p] == me else -1
        total[0] += sign
        total[4] += sign * (CENTRE[p] == 0)
        total[5] += sign * CENTRE[p]
        if p not in seen:
            stones, liberties = group(board, p)
            seen |= stones
            total[1] += sign * len(liberties)
            total[2] += sign * (len(liberties) == 1)
            total[3] += sign
    return total
