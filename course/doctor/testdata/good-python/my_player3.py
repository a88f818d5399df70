"""Plays the legal placement that takes most, nearest to the centre."""
SIZE = 5


def around(point):
    r, c = point
    near = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
    return [(a, b) for a, b in near if 0 <= a < SIZE and 0 <= b < SIZE]


def group(board, point):
    """The stones connected to a point, and whether they have a liberty."""
    stones, todo, free = {point}, [point], False
    while todo:
        for n in around(todo.pop()):
            if board[n] == '0':
                free = True
            elif board[n] == board[point] and n not in stones:
                stones.add(n)
                todo.append(n)
    return stones, free


def play(board, point, colour, previous):
    """The board after a placement and how much it takes, or None."""
    if board[point] != '0':
        return None
    after = dict(board)
    after[point] = colour
    taken = 0
    for n in around(point):
        if after[n] not in ('0', colour):
            stones, free = group(after, n)
            if not free:
                taken += len(stones)
                after.update((s, '0') for s in stones)
    if not group(after, point)[1] or after == previous:
        return None
    return taken


def main():
    with open('input.txt') as f:
        lines = f.read().split()
    boards = [{(r, c): rows[r][c] for r in range(SIZE) for c in range(SIZE)}
              for rows in (lines[1:6], lines[6:11])]
    best = None
    for point in boards[1]:
        taken = play(boards[1], point, lines[0], boards[0])
        if taken is not None:
            key = (taken, -abs(point[0] - 2) - abs(point[1] - 2))
            if best is None or key > best[0]:
                best = (key, point)
    with open('output.txt', 'w') as f:
        f.write('%d,%d' % best[1] if best else 'PASS')


main()
