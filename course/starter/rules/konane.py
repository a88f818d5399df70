# What the parameters weigh: the jumps that I have, and the opponent; the stones that
# have some; and my stones at the edge and in the middle minus the opponent's.
NAMES = ["moves", "their_moves", "movers", "their_movers", "edge", "middle"]
DIRECTIONS = [(0, 1), (0, -1), (1, 0), (-1, 0)]


def of_line(words):
    """A position is the rows of the board, and who moves: X or O, or the number of the
    stone to be removed. After a move it is who has made it."""
    return words[0].split("/"), {"b": "X", "w": "O"}.get(words[1], words[1])


def at(board, r, c):
    return board[r][c] if 0 <= r < len(board) and 0 <= c < len(board[0]) else ""


def changed(board, cells):
    """Returns a board with other symbols in some cells."""
    rows = [list(row) for row in board]
    for (r, c), symbol in cells:
        rows[r][c] = symbol
    return ["".join(row) for row in rows]


def removals(board, number):
    """Returns the cells whose stone can be the first or the second to be removed."""
    rows, cols = len(board), len(board[0])
    if number == "1":
        corners = [(r, c) for r in (0, rows - 1) for c in (0, cols - 1)]
        centre = [(r, c) for r in ((rows - 1) // 2, rows // 2) for c in ((cols - 1) // 2, cols // 2)]
        return sorted(set(corners + centre))
    r, c = next((r, c) for r in range(rows) for c in range(cols) if board[r][c] == ".")
    return sorted((r + dr, c + dc) for dr, dc in DIRECTIONS if at(board, r + dr, c + dc))


def moves(position):
    """Returns the legal moves, each with the position after it."""
    board, me = position
    if me in "12":
        return [("[%d:%d]" % (r, c), (changed(board, [((r, c), ".")]), board[r][c])) for r, c in removals(board, me)]
    found = []
    for r in range(len(board)):
        for c in range(len(board[0])):
            if board[r][c] != me:
                continue
            for dr, dc in DIRECTIONS:
                jumped = [((r, c), ".")]
                while True:
                    k = 2 * len(jumped)
                    over, to = (r + (k - 1) * dr, c + (k - 1) * dc), (r + k * dr, c + k * dc)
                    if at(board, *over) in ("", me, ".") or at(board, *to) != ".":
                        break
                    jumped.append((over, "."))
                    found.append(("[%d:%d]:[%d:%d]" % (r, c, *to), (changed(board, jumped + [(to, me)]), me)))
    return found


def jumps(board, who):
    """Returns the number of single jumps of a side, and of the stones that have one."""
    number, movers = 0, set()
    for r in range(len(board)):
        for c in range(len(board[0])):
            if board[r][c] != ".":
                continue
            for dr, dc in DIRECTIONS:
                if at(board, r + dr, c + dc) not in ("", who, ".") and at(board, r + 2 * dr, c + 2 * dc) == who:
                    number += 1
                    movers.add((r + 2 * dr, c + 2 * dc))
    return number, len(movers)


def counts(position):
    """Returns what the parameters weigh."""
    board, me = position
    rows, cols = len(board), len(board[0])
    edge = middle = 0
    for r in range(rows):
        for c in range(cols):
            if board[r][c] != ".":
                sign = 1 if board[r][c] == me else -1
                edge += sign * (r in (0, rows - 1) or c in (0, cols - 1))
                middle += sign * (rows <= 4 * r + 2 < 3 * rows and cols <= 4 * c + 2 < 3 * cols)
    mine, theirs = jumps(board, me), jumps(board, "O" if me == "X" else "X")
    return [mine[0], theirs[0], mine[1], theirs[1], edge, middle]
