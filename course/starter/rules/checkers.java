// What the parameters weigh. All but the last are mine minus the opponent's.
static final String[] NAMES = {"men", "kings", "advance", "back", "centre", "exposed"};

// Position is the board from rank 8 on, and who moves; after a move, who has made it.
static class Position {
    final char[] board;
    final char me;

    Position(char[] board, char me) {
        this.board = board;
        this.me = me;
    }
}

static Position ofLine(String[] words) { return new Position(words[0].replace("/", "").toCharArray(), words[1].charAt(0)); }

static Position ofFile(String[] words) {
    String rows = "";
    for (int r = 0; r < 8; r++) rows += words[3 + r];
    return new Position(rows.toCharArray(), words[1].equals("BLACK") ? 'b' : 'w');
}

static char side(char piece) { return Character.toLowerCase(piece); }

static String square(int i) { return "" + (char) ('a' + i % 8) + (8 - i / 8); }

// steps lists what lies so far away in the directions of a piece.
static List<Integer> steps(int i, char piece, int length) {
    List<Integer> list = new ArrayList<>();
    for (int d = 0; d < 4; d++) {
        int dr = d < 2 ? -1 : 1, dc = d % 2 == 1 ? 1 : -1;
        if (piece == 'b' && dr < 0 || piece == 'w' && dr > 0) continue;
        int r = i / 8 + length * dr, c = i % 8 + length * dc;
        if (r >= 0 && r < 8 && c >= 0 && c < 8) list.add(8 * r + c);
    }
    return list;
}

// landed is what a piece is on a square: a man on the last row is crowned.
static char landed(char piece, int i) {
    if (piece == 'b' && i / 8 == 7) return 'B';
    if (piece == 'w' && i / 8 == 0) return 'W';
    return piece;
}

// captures adds all captures of a piece that has come this way.
static void captures(Position p, int i, String way, List<Move> list) {
    boolean more = false;
    char piece = p.board[i];
    for (int to : steps(i, piece, 2)) {
        int over = (i + to) / 2;
        if (p.board[to] != '.' || p.board[over] == '.' || side(p.board[over]) == p.me) continue;
        more = true;
        Position after = new Position(p.board.clone(), p.me);
        after.board[i] = after.board[over] = '.';
        after.board[to] = landed(piece, to);
        String longer = way + (way.isEmpty() ? "" : ";") + "J " + square(i) + " " + square(to);
        if (after.board[to] != piece) list.add(new Move(longer, after)); // crowned, it stops
        else captures(after, to, longer, list);
    }
    if (!more && !way.isEmpty()) list.add(new Move(way, p));
}

// moves returns the legal moves.
static List<Move> moves(Position p) {
    List<Move> list = new ArrayList<>();
    for (int i = 0; i < 64; i++)
        if (side(p.board[i]) == p.me) captures(p, i, "", list);
    if (!list.isEmpty()) return list; // then it must capture
    for (int i = 0; i < 64; i++) {
        if (side(p.board[i]) != p.me) continue;
        for (int to : steps(i, p.board[i], 1)) {
            if (p.board[to] != '.') continue;
            char[] after = p.board.clone();
            after[i] = '.';
            after[to] = landed(p.board[i], to);
            list.add(new Move("E " + square(i) + " " + square(to), new Position(after, p.me)));
        }
    }
    return list;
}

// counts returns what the parameters weigh.
static int[] counts(Position p) {
    int[] list = new int[NAMES.length];
    for (int i = 0; i < 64; i++) {
        char piece = p.board[i];
        if (piece == '.') continue;
        int sign = side(piece) == p.me ? 1 : -1;
        int row = side(piece) == 'b' ? i / 8 : 7 - i / 8; // from its own side
        if (piece == side(piece)) {
            list[0] += sign;
            list[2] += sign * row;
            list[3] += row == 0 ? sign : 0;
        } else {
            list[1] += sign;
        }
        if (i / 8 >= 2 && i / 8 <= 5 && i % 8 >= 2 && i % 8 <= 5) list[4] += sign;
        if (sign > 0) continue;
        for (int to : steps(i, piece, 2))
            if (p.board[to] == '.' && side(p.board[(i + to) / 2]) == p.me) list[5]++;
    }
    return list;
}
