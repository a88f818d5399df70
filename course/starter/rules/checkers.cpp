// What the parameters weigh. All but the last are mine minus the opponent's.
const std::vector<std::string> names = {"men", "kings", "advance", "back", "centre", "exposed"};

// Position is the board from rank 8 on, and who moves; after a move, who has made it.
struct Position {
    std::string board;
    char me;
};

typedef std::pair<std::string, Position> Move; // and the position after it

Position of_line(const std::vector<std::string> &words) {
    Position p;
    for (char c : words[0])
        if (c != '/') p.board += c;
    p.me = words[1][0];
    return p;
}

Position of_file(const std::vector<std::string> &words) {
    Position p;
    for (int r = 0; r < 8; r++) p.board += words[3 + r];
    p.me = words[1] == "BLACK" ? 'b' : 'w';
    return p;
}

char side(char piece) { return piece == 'B' ? 'b' : piece == 'W' ? 'w' : piece; }

std::string square(int i) { return std::string(1, char('a' + i % 8)) + char('8' - i / 8); }

// steps lists what lies so far away in the directions of a piece.
std::vector<int> steps(int i, char piece, int length) {
    std::vector<int> list;
    for (int d = 0; d < 4; d++) {
        int dr = d < 2 ? -1 : 1, dc = d % 2 ? 1 : -1;
        if ((piece == 'b' && dr < 0) || (piece == 'w' && dr > 0)) continue;
        int r = i / 8 + length * dr, c = i % 8 + length * dc;
        if (r >= 0 && r < 8 && c >= 0 && c < 8) list.push_back(8 * r + c);
    }
    return list;
}

// landed is what a piece is on a square: a man on the last row is crowned.
char landed(char piece, int i) {
    if (piece == 'b' && i / 8 == 7) return 'B';
    if (piece == 'w' && i / 8 == 0) return 'W';
    return piece;
}

// captures adds all captures of a piece that has come this way.
void captures(const Position &p, int i, const std::string &way, std::vector<Move> &list) {
    bool more = false;
    char piece = p.board[i];
    for (int to : steps(i, piece, 2)) {
        int over = (i + to) / 2;
        if (p.board[to] != '.' || p.board[over] == '.' || side(p.board[over]) == p.me) continue;
        more = true;
        Position after = p;
        after.board[i] = after.board[over] = '.';
        after.board[to] = landed(piece, to);
        std::string longer = way + (way.empty() ? "" : ";") + "J " + square(i) + " " + square(to);
        if (after.board[to] != piece) list.push_back(Move(longer, after)); // crowned, it stops
        else captures(after, to, longer, list);
    }
    if (!more && !way.empty()) list.push_back(Move(way, p));
}

// moves returns the legal moves.
std::vector<Move> moves(const Position &p) {
    std::vector<Move> list;
    for (int i = 0; i < 64; i++)
        if (side(p.board[i]) == p.me) captures(p, i, "", list);
    if (!list.empty()) return list; // then it must capture
    for (int i = 0; i < 64; i++) {
        if (side(p.board[i]) != p.me) continue;
        for (int to : steps(i, p.board[i], 1)) {
            if (p.board[to] != '.') continue;
            Position after = p;
            after.board[i] = '.';
            after.board[to] = landed(p.board[i], to);
            list.push_back(Move("E " + square(i) + " " + square(to), after));
        }
    }
    return list;
}

// counts returns what the parameters weigh.
std::vector<int> counts(const Position &p) {
    std::vector<int> list(names.size());
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
