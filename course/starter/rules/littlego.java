static final int SIZE = 5, POINTS = SIZE * SIZE;

// What the parameters weigh, each as mine minus the opponent's.
static final String[] NAMES = {"stones", "liberties", "atari", "groups", "edge", "centre"};

// Position is a board, the one before the opponent's move, and who moves; after a
// move, who has made it.
static class Position {
    final char[] board, before;
    final char me;

    Position(char[] board, char[] before, char me) {
        this.board = board;
        this.before = before;
        this.me = me;
    }
}

static Position ofLine(String[] words) {
    char[] board = words[0].replace("/", "").toCharArray(), before = words[3].replace("/", "").toCharArray();
    if (Arrays.equals(before, board)) before = null; // the opponent has passed: no ko
    return new Position(board, before, words[1].equals("b") ? 'X' : 'O');
}

// ofFile reads the side, the board before the opponent's move, and the board now.
static Position ofFile(String[] words) {
    String[] boards = {"", ""};
    for (int i = 0; i < 2 * SIZE; i++) boards[i / SIZE] += words[1 + i].replace('0', '.').replace('1', 'X').replace('2', 'O');
    return new Position(boards[1].toCharArray(), boards[0].toCharArray(), words[0].equals("1") ? 'X' : 'O');
}

static List<Integer> neighbours(int p) {
    List<Integer> list = new ArrayList<>();
    if (p >= SIZE) list.add(p - SIZE);
    if (p % SIZE > 0) list.add(p - 1);
    if (p % SIZE < SIZE - 1) list.add(p + 1);
    if (p < POINTS - SIZE) list.add(p + SIZE);
    return list;
}

static int centre(int p) { return 2 - Math.max(Math.abs(p / SIZE - 2), Math.abs(p % SIZE - 2)); }

static class Group {
    final List<Integer> stones = new ArrayList<>();
    int liberties;

    Group(char[] board, int start) {
        boolean[] seen = new boolean[POINTS];
        seen[start] = true;
        stones.add(start);
        for (int i = 0; i < stones.size(); i++)
            for (int n : neighbours(stones.get(i))) {
                if (seen[n] || board[n] != '.' && board[n] != board[start]) continue;
                if (board[n] == '.') liberties++;
                else stones.add(n);
                seen[n] = true;
            }
    }
}

// play puts a stone; false if that would be suicide.
static boolean play(char[] board, int point, char me) {
    board[point] = me;
    for (int n : neighbours(point))
        if (board[n] != '.' && board[n] != me) {
            Group g = new Group(board, n);
            if (g.liberties == 0)
                for (int s : g.stones) board[s] = '.';
        }
    return new Group(board, point).liberties > 0;
}

// moves returns the legal moves; a pass is the last.
static List<Move> moves(Position p) {
    List<Move> list = new ArrayList<>();
    for (int i = 0; i < POINTS; i++) {
        char[] after = p.board.clone();
        if (p.board[i] != '.' || !play(after, i, p.me) || Arrays.equals(after, p.before)) continue; // suicide, ko
        list.add(new Move(i / SIZE + "," + i % SIZE, new Position(after, p.board, p.me)));
    }
    if (list.isEmpty()) list.add(new Move("PASS", p));
    return list;
}

// counts returns what the parameters weigh.
static int[] counts(Position p) {
    int[] list = new int[NAMES.length];
    boolean[] seen = new boolean[POINTS];
    for (int i = 0; i < POINTS; i++) {
        if (p.board[i] == '.') continue;
        int sign = p.board[i] == p.me ? 1 : -1;
        list[0] += sign;
        list[4] += centre(i) == 0 ? sign : 0;
        list[5] += sign * centre(i);
        if (seen[i]) continue;
        Group g = new Group(p.board, i);
        for (int s : g.stones) seen[s] = true;
        list[1] += sign * g.liberties;
        list[2] += g.liberties == 1 ? sign : 0;
        list[3] += sign;
    }
    return list;
}
