// What the parameters weigh, of my pieces: their way so far, those in the goal, those
// still in the camp, the way of the last one, how far they are off the diagonal, and
// pairs of neighbours.
static final String[] NAMES = {"progress", "goal", "camp", "last", "aside", "pairs"};
static final int SIZE = 16, SQUARES = SIZE * SIZE;
static final int[] WIDTH = {5, 5, 4, 3, 2};

// Position is a board, and who moves, B or W; after a move, who has made it.
static class Position {
    final char[] board;
    final char me;

    Position(char[] board, char me) {
        this.board = board;
        this.me = me;
    }
}

static Position ofLine(String[] words) {
    return new Position(words[0].replace("/", "").toCharArray(), Character.toUpperCase(words[1].charAt(0)));
}

static Position ofFile(String[] words) {
    String rows = "";
    for (int y = 0; y < SIZE; y++) rows += words[3 + y];
    return new Position(rows.toCharArray(), words[1].charAt(0));
}

// seen is a square as the side sees it whose camp is in the upper left corner.
static int seen(int i, char me) { return me == 'B' ? i : SQUARES - 1 - i; }

static boolean inCorner(int i) { return i / SIZE < WIDTH.length && i % SIZE < WIDTH[i / SIZE]; }

static boolean inCamp(int i, char me) { return inCorner(seen(i, me)); }

static boolean inGoal(int i, char me) { return inCorner(SQUARES - 1 - seen(i, me)); }

// beside is the square so far in the direction 0..8, row by row; -1 off the board.
static int beside(int i, int direction, int length) {
    int x = i % SIZE + length * (direction % 3 - 1), y = i / SIZE + length * (direction / 3 - 1);
    return x >= 0 && x < SIZE && y >= 0 && y < SIZE && direction != 4 ? SIZE * y + x : -1;
}

static String name(int i) { return i % SIZE + "," + i / SIZE; }

// ways returns the move to each square that a piece can reach, null for the others.
static String[] ways(char[] board, int start) {
    String[] reached = new String[SQUARES];
    List<Integer> todo = new ArrayList<>();
    todo.add(start);
    reached[start] = "";
    for (int k = 0; k < todo.size(); k++)
        for (int d = 0; d < 9; d++) {
            int i = todo.get(k), over = beside(i, d, 1), to = beside(i, d, 2);
            // The piece itself is not in its own way: its square counts as empty.
            if (to < 0 || reached[to] != null || board[to] != '.' || board[over] == '.' || over == start) continue;
            reached[to] = reached[i] + (reached[i].isEmpty() ? "" : ";") + "J " + name(i) + " " + name(to);
            todo.add(to);
        }
    reached[start] = null;
    for (int d = 0; d < 9; d++) {
        int to = beside(start, d, 1);
        if (to >= 0 && board[to] == '.') reached[to] = "E " + name(start) + " " + name(to);
    }
    return reached;
}

// further reports whether a square is further from the corner of the camp than another.
static boolean further(int i, int to, char me) {
    int a = seen(i, me), b = seen(to, me);
    return b % SIZE >= a % SIZE && b / SIZE >= a / SIZE;
}

// moves returns the legal moves.
static List<Move> moves(Position p) {
    // Out of the camp, on within it, outside of it: the first that there are.
    List<Move> out = new ArrayList<>(), on = new ArrayList<>(), outside = new ArrayList<>();
    for (int i = 0; i < SQUARES; i++) {
        if (p.board[i] != p.me) continue;
        String[] way = ways(p.board, i);
        for (int to = 0; to < SQUARES; to++) {
            if (way[to] == null || inGoal(i, p.me) && !inGoal(to, p.me) || !inCamp(i, p.me) && inCamp(to, p.me)) continue;
            boolean within = inCamp(i, p.me) && inCamp(to, p.me);
            if (within && !further(i, to, p.me)) continue;
            char[] after = p.board.clone();
            after[i] = '.';
            after[to] = p.me;
            (within ? on : inCamp(i, p.me) ? out : outside).add(new Move(way[to], new Position(after, p.me)));
        }
    }
    return !out.isEmpty() ? out : !on.isEmpty() ? on : outside;
}

// counts returns what the parameters weigh.
static int[] counts(Position p) {
    int[] list = {0, 0, 0, 2 * SIZE, 0, 0};
    for (int i = 0; i < SQUARES; i++) {
        if (p.board[i] != p.me) continue;
        int x = seen(i, p.me) % SIZE, y = seen(i, p.me) / SIZE;
        list[0] += x + y;
        list[1] += inGoal(i, p.me) ? 1 : 0;
        list[2] += inCamp(i, p.me) ? 1 : 0;
        list[3] = Math.min(list[3], x + y);
        list[4] += Math.abs(x - y);
        for (int d = 5; d < 9; d++) {
            int to = beside(i, d, 1);
            list[5] += to >= 0 && p.board[to] == p.me ? 1 : 0;
        }
    }
    return list;
}
