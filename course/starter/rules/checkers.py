# What the parameters weigh. All but the last are mine minus the opponent's.
NAMES = ["men", "kings", "advance", "back", "centre", "exposed"]
DIAGONALS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]


def of_line(words):
    """A position is the board from rank 8 on, and who moves; after a move, who has made it."""
    return words[0].replace("/", ""), words[1]


def of_file(words):
    return "".join(words[3:11]), words[1][0].lower()


def square(i):
    return "abcdefgh"[i % 8] + str(8 - i // 8)


def steps(i, piece, length):
    """Yields what lies so far away in the directions of a piece."""
    for dr, dc in DIAGONALS:
        if piece in "BW" or dr == (1 if piece == "b" else -1):
            r, c = i // 8 + length * dr, i % 8 + length * dc
            if 0 <= r < 8 and 0 <= c < 8:
                yield 8 * r + c


def changed(board, cells):
    """Returns a board with other symbols in some cells."""
    other = list(board)
    for i, symbol in cells:
        other[i] = symbol
    return "".join(other)


def landed(piece, i):
    """Returns what a piece is on a square: a man on the last row is crowned."""
    return piece.upper() if i // 8 == (7 if piece == "b" else 0) else piece


def captures(board, i, piece):
    """Yields the squares of all captures of a piece, and the board after them."""
    for to in steps(i, piece, 2):
        over = (i + to) // 2
        if board[to] != "." or board[over] == "." or board[over].lower() == piece.lower():
            continue
        now = landed(piece, to)
        after = changed(board, [(i, "."), (over, "."), (to, now)])
        more = list(captures(after, to, piece)) if now == piece else []
        for squares, end in more or [([to], after)]:
            yield [i] + squares, end


def moves(position):
    """Returns the legal moves, each with the position after it."""
    board, me = position
    mine = [i for i in range(64) if board[i].lower() == me]
    found = []
    for i in mine:
        for squares, after in captures(board, i, board[i]):
            jumps = ["J %s %s" % (square(a), square(b)) for a, b in zip(squares, squares[1:])]
            found.append((";".join(jumps), (after, me)))
    if found:  # then it must capture
        return found
    for i in mine:
        for to in steps(i, board[i], 1):
            if board[to] == ".":
                after = changed(board, [(i, "."), (to, landed(board[i], to))])
                found.append(("E %s %s" % (square(i), square(to)), (after, me)))
    return found


def counts(position):
    """Returns what the parameters weigh."""
    board, me = position
    total = [0] * len(NAMES)
    for i in range(64):
        piece = board[i]
        if piece == ".":
            continue
        sign = 1 if piece.lower() == me else -1
        row = i // 8 if piece.lower() == "b" else 7 - i // 8  # from its own side
        if piece.islower():
            total[0] += sign
            total[2] += sign * row
            total[3] += sign * (row == 0)
        else:
            total[1] += sign
        total[4] += sign * (2 <= i // 8 <= 5 and 2 <= i % 8 <= 5)
        if sign < 0:
            for to in steps(i, piece, 2):
                over = board[(i + to) // 2]
                total[5] += board[to] == "." and over != "." and over.lower() == me
    return total
