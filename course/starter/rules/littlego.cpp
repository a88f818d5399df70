const int size = 5, points = size * size;

// What the parameters weigh, each as mine minus the opponent's.
const std::vector<std::string> names = {"stones", "liberties", "atari", "groups", "edge", "centre"};

// Position is a board, the one before the opponent's move, and who moves; after a
// move, who has made it.
struct Position {
    std::string board, before;
    char me;
};

typedef std::pair<std::string, Position> Move; // and the position after it

std::string board_of(const std::string &text, const std::string &symbols) {
    std::string board;
    for (char c : text) {
        size_t at = symbols.find(c);
        if (at != std::string::npos) board += ".XO"[at];
    }
    return board;
}

Position of_line(const std::vector<std::string> &words) {
    Position p = {board_of(words[0], ".XO"), board_of(words[3], ".XO"), words[1] == "b" ? 'X' : 'O'};
    if (p.before == p.board) p.before.clear(); // the opponent has passed: no ko
    return p;
}

// of_file reads the side, the board before the opponent's move, and the board now.
Position of_file(const std::vector<std::string> &words) {
    std::string rows[2];
    for (int i = 0; i < 2 * size; i++) rows[i / size] += words[1 + i];
    return Position{board_of(rows[1], "012"), board_of(rows[0], "012"), words[0] == "1" ? 'X' : 'O'};
}

std::vector<int> neighbours(int p) {
    std::vector<int> list;
    if (p >= size) list.push_back(p - size);
    if (p % size > 0) list.push_back(p - 1);
    if (p % size < size - 1) list.push_back(p + 1);
    if (p < points - size) list.push_back(p + size);
    return list;
}

int centre(int p) { return 2 - std::max(std::abs(p / size - 2), std::abs(p % size - 2)); }

struct Group {
    std::vector<int> stones;
    int liberties;
};

Group group_of(const std::string &board, int start) {
    Group g;
    g.liberties = 0;
    std::vector<bool> seen(points);
    seen[start] = true;
    g.stones.push_back(start);
    for (size_t i = 0; i < g.stones.size(); i++)
        for (int n : neighbours(g.stones[i])) {
            if (seen[n]) continue;
            if (board[n] == '.') g.liberties++;
            else if (board[n] == board[start]) g.stones.push_back(n);
            else continue;
            seen[n] = true;
        }
    return g;
}

// play puts a stone; false if that would be suicide.
bool play(std::string &board, int point, char me) {
    board[point] = me;
    for (int n : neighbours(point))
        if (board[n] != '.' && board[n] != me) {
            Group g = group_of(board, n);
            if (g.liberties == 0)
                for (int s : g.stones) board[s] = '.';
        }
    return group_of(board, point).liberties > 0;
}

// moves returns the legal moves; a pass is the last.
std::vector<Move> moves(const Position &p) {
    std::vector<Move> list;
    for (int i = 0; i < points; i++) {
        Position after = {p.board, p.board, p.me};
        if (p.board[i] != '.' || !play(after.board, i, p.me) || after.board == p.before) continue; // suicide, ko
        list.push_back(Move(std::to_string(i / size) + "," + std::to_string(i % size), after));
    }
    if (list.empty()) list.push_back(Move("PASS", p));
    return list;
}

// counts returns what the parameters weigh.
std::vector<int> counts(const Position &p) {
    std::vector<int> list(names.size());
    std::vector<bool> seen(points);
    for (int i = 0; i < points; i++) {
        if (p.board[i] == '.') continue;
        int sign = p.board[i] == p.me ? 1 : -1;
        list[0] += sign;
        list[4] += centre(i) == 0 ? sign : 0;
        list[5] += sign * centre(i);
        if (seen[i]) continue;
        Group g = group_of(p.board, i);
        for (int s : g.stones) seen[s] = true;
        list[1] += sign * g.liberties;
        list[2] += g.liberties == 1 ? sign : 0;
        list[3] += sign;
    }
    return list;
}
