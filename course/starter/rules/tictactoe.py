# What the parameters weigh. All but the last are mine minus the opponent's.
NAMES = ["three", "two", "one", "centre", "corners", "danger"]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def of_line(words):
    """A position is the board, and who moves; after a move, who has made it."""
    return words[0].replace("/", ""), words[1].upper()


def moves(position):
    """Returns the legal moves, each with the position after it."""
    board, me = position
    return [("%d,%d" % (i // 3, i % 3), (board[:i] + me + board[i + 1 :], me)) for i in range(9) if board[i] == "."]


def counts(position):
    """Returns what the parameters weigh."""
    board, me = position
    total = [0] * len(NAMES)
    for line in LINES:
        mine = sum(board[i] == me for i in line)
        theirs = sum(board[i] not in (me, ".") for i in line)
        if mine > 0 and theirs == 0:
            total[3 - mine] += 1
        elif theirs > 0 and mine == 0:
            total[3 - theirs] -= 1
            total[5] += theirs == 2  # it is the opponent's turn
    for i in (0, 2, 4, 6, 8):
        if board[i] != ".":
            total[3 if i == 4 else 4] += 1 if board[i] == me else -1
    return total
