// What the parameters weigh. All but the last are mine minus the opponent's.
static final String[] NAMES = {"three", "two", "one", "centre", "corners", "danger"};
static final int[][] LINES = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

// Position is a board, and who moves; after a move, who has made it.
static class Position {
    final char[] board;
    final char me;

    Position(char[] board, char me) {
        this.board = board;
        this.me = me;
    }
}

static Position ofLine(String[] words) {
    return new Position(words[0].replace("/", "").toCharArray(), words[1].equals("x") ? 'X' : 'O');
}

// moves returns the legal moves.
static List<Move> moves(Position p) {
    List<Move> list = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
        if (p.board[i] != '.') continue;
        char[] after = p.board.clone();
        after[i] = p.me;
        list.add(new Move(i / 3 + "," + i % 3, new Position(after, p.me)));
    }
    return list;
}

// counts returns what the parameters weigh.
static int[] counts(Position p) {
    int[] list = new int[NAMES.length];
    for (int[] line : LINES) {
        int mine = 0, theirs = 0;
        for (int i : line) {
            if (p.board[i] == p.me) mine++;
            else if (p.board[i] != '.') theirs++;
        }
        if (mine > 0 && theirs == 0) list[3 - mine]++;
        if (theirs > 0 && mine == 0) list[3 - theirs]--;
        if (theirs == 2 && mine == 0) list[5]++; // it is the opponent's turn
    }
    for (int i = 0; i < 9; i += 2)
        if (p.board[i] != '.') list[i == 4 ? 3 : 4] += p.board[i] == p.me ? 1 : -1;
    return list;
}
