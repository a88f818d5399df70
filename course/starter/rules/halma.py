# What the parameters weigh, of my pieces: their way so far, those in the goal, those
# still in the camp, the way of the last one, how far they are off the diagonal, and
# pairs of neighbours.
NAMES = ["progress", "goal", "camp", "last", "aside", "pairs"]
SIZE = 16
CAMP = {SIZE * y + x for y, width in enumerate((5, 5, 4, 3, 2)) for x in range(width)}
DIRECTIONS = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]


def of_line(words):
    """A position is the board, and who moves, B or W; after a move, who has made it."""
    return words[0].replace("/", ""), words[1].upper()


def of_file(words):
    return "".join(words[3:19]), words[1][0]


def seen(i, me):
    """Returns a square as the side sees it whose camp is in the upper left corner."""
    return i if me == "B" else SIZE * SIZE - 1 - i


def in_camp(i, me):
    return seen(i, me) in CAMP


def in_goal(i, me):
    return SIZE * SIZE - 1 - seen(i, me) in CAMP


def beside(i, dx, dy):
    x, y = i % SIZE + dx, i // SIZE + dy
    return SIZE * y + x if 0 <= x < SIZE and 0 <= y < SIZE else -1


def name(i):
    return "%d,%d" % (i % SIZE, i // SIZE)


def ways(board, start):
    """Returns the squares that a piece can reach, each with its move."""
    found = {}
    for dx, dy in DIRECTIONS:
        to = beside(start, dx, dy)
        if to >= 0 and board[to] == ".":
            found[to] = "E %s %s" % (name(start), name(to))
    reached = {start: ""}
    todo = [start]
    while todo:
        i = todo.pop(0)
        for dx, dy in DIRECTIONS:
            over, to = beside(i, dx, dy), beside(i, 2 * dx, 2 * dy)
            # The piece itself is not in its own way: its square counts as empty.
            if to < 0 or to in reached or board[to] != "." or board[over] == "." or over == start:
                continue
            reached[to] = (reached[i] + ";" if reached[i] else "") + "J %s %s" % (name(i), name(to))
            found.setdefault(to, reached[to])
            todo.append(to)
    return found


def further(i, to, me):
    """Reports whether a square is further from the corner of the camp than another."""
    i, to = seen(i, me), seen(to, me)
    return to % SIZE >= i % SIZE and to // SIZE >= i // SIZE


def moves(position):
    """Returns the legal moves, each with the position after it."""
    board, me = position
    ranks = [[], [], []]  # out of the camp, on within it, outside of it: the first that there are
    for i in range(SIZE * SIZE):
        if board[i] != me:
            continue
        for to, text in sorted(ways(board, i).items()):
            if in_goal(i, me) and not in_goal(to, me) or not in_camp(i, me) and in_camp(to, me):
                continue
            rank = 2
            if in_camp(i, me):
                rank = 1 if in_camp(to, me) else 0
                if rank == 1 and not further(i, to, me):
                    continue
            first, last = min(i, to), max(i, to)
            after = board[:first] + board[last] + board[first + 1 : last] + board[first] + board[last + 1 :]
            ranks[rank].append((text, (after, me)))
    return ranks[0] or ranks[1] or ranks[2]


def counts(position):
    """Returns what the parameters weigh."""
    board, me = position
    total = [0] * len(NAMES)
    total[3] = 2 * SIZE
    for i in range(SIZE * SIZE):
        if board[i] != me:
            continue
        x, y = seen(i, me) % SIZE, seen(i, me) // SIZE
        total[0] += x + y
        total[1] += in_goal(i, me)
        total[2] += in_camp(i, me)
        total[3] = min(total[3], x + y)
        total[4] += abs(x - y)
        for dx, dy in DIRECTIONS:
            to = beside(i, dx, dy)
            total[5] += to > i and board[to] == me
    return total
