// What the parameters weigh: the jumps that I have, and the opponent; the stones that
// have some; and my stones at the edge and in the middle minus the opponent's.
static final String[] NAMES = {"moves", "their_moves", "movers", "their_movers", "edge", "middle"};
static final int[] DOWN = {0, 0, 1, -1}, RIGHT = {1, -1, 0, 0};

// Position is the rows of a board, and who moves: X or O, or the number of the stone to
// be removed. After a move it is who has made it.
static class Position {
    final char[][] board;
    final char me;
    final int rows, cols;

    Position(char[][] board, char me) {
        this.board = board;
        this.me = me;
        rows = board.length;
        cols = board[0].length;
    }

    // at is the symbol of a cell, 0 outside of the board.
    char at(int r, int c) { return r >= 0 && r < rows && c >= 0 && c < cols ? board[r][c] : 0; }
}

static Position ofLine(String[] words) {
    String[] rows = words[0].split("/");
    char[][] board = new char[rows.length][];
    for (int r = 0; r < rows.length; r++) board[r] = rows[r].toCharArray();
    return new Position(board, words[1].equals("b") ? 'X' : words[1].equals("w") ? 'O' : words[1].charAt(0));
}

static String cell(int r, int c) { return "[" + r + ":" + c + "]"; }

static char[][] copy(char[][] board) {
    char[][] other = new char[board.length][];
    for (int r = 0; r < board.length; r++) other[r] = board[r].clone();
    return other;
}

// removable reports whether a stone can be the first, or the second, to be removed.
static boolean removable(Position p, int r, int c) {
    if (p.me == '1') {
        if (r == 0 || r == p.rows - 1) return c == 0 || c == p.cols - 1;
        return (r == (p.rows - 1) / 2 || r == p.rows / 2) && (c == (p.cols - 1) / 2 || c == p.cols / 2);
    }
    for (int d = 0; d < 4; d++)
        if (p.at(r + DOWN[d], c + RIGHT[d]) == '.') return true;
    return false;
}

// moves returns the legal moves.
static List<Move> moves(Position p) {
    List<Move> list = new ArrayList<>();
    for (int r = 0; r < p.rows; r++)
        for (int c = 0; c < p.cols; c++) {
            if (p.me == '1' || p.me == '2') {
                if (!removable(p, r, c)) continue;
                char[][] after = copy(p.board);
                after[r][c] = '.';
                list.add(new Move(cell(r, c), new Position(after, p.board[r][c])));
                continue;
            }
            if (p.board[r][c] != p.me) continue;
            for (int d = 0; d < 4; d++) {
                char[][] after = copy(p.board);
                after[r][c] = '.';
                for (int k = 2;; k += 2) {
                    int overR = r + (k - 1) * DOWN[d], overC = c + (k - 1) * RIGHT[d];
                    int toR = r + k * DOWN[d], toC = c + k * RIGHT[d];
                    char over = p.at(overR, overC);
                    if (over == 0 || over == '.' || over == p.me || p.at(toR, toC) != '.') break;
                    after[overR][overC] = '.';
                    after[toR][toC] = p.me;
                    list.add(new Move(cell(r, c) + ":" + cell(toR, toC), new Position(copy(after), p.me)));
                    after[toR][toC] = '.';
                }
            }
        }
    return list;
}

// jumps counts the single jumps of a side, and the stones that have one.
static int[] jumps(Position p, char who) {
    int number = 0, movers = 0;
    for (int r = 0; r < p.rows; r++)
        for (int c = 0; c < p.cols; c++) {
            if (p.board[r][c] != who) continue;
            int before = number;
            for (int d = 0; d < 4; d++) {
                char over = p.at(r + DOWN[d], c + RIGHT[d]);
                if (over != 0 && over != '.' && over != who && p.at(r + 2 * DOWN[d], c + 2 * RIGHT[d]) == '.') number++;
            }
            if (number > before) movers++;
        }
    return new int[] {number, movers};
}

// counts returns what the parameters weigh.
static int[] counts(Position p) {
    int[] mine = jumps(p, p.me), theirs = jumps(p, p.me == 'X' ? 'O' : 'X');
    int[] list = {mine[0], theirs[0], mine[1], theirs[1], 0, 0};
    for (int r = 0; r < p.rows; r++)
        for (int c = 0; c < p.cols; c++) {
            if (p.board[r][c] == '.') continue;
            int sign = p.board[r][c] == p.me ? 1 : -1;
            if (r == 0 || r == p.rows - 1 || c == 0 || c == p.cols - 1) list[4] += sign;
            if (p.rows <= 4 * r + 2 && 4 * r + 2 < 3 * p.rows && p.cols <= 4 * c + 2 && 4 * c + 2 < 3 * p.cols) list[5] += sign;
        }
    return list;
}
