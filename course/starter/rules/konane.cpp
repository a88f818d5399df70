// What the parameters weigh: the jumps that I have, and the opponent; the stones that
// have some; and my stones at the edge and in the middle minus the opponent's.
const std::vector<std::string> names = {"moves", "their_moves", "movers", "their_movers", "edge", "middle"};

// Position is the rows of a board, and who moves: X or O, or the number of the stone to
// be removed. After a move it is who has made it.
struct Position {
    std::vector<std::string> board;
    char me;

    int rows() const { return int(board.size()); }
    int cols() const { return int(board[0].size()); }
    // at is the symbol of a cell, 0 outside of the board.
    char at(int r, int c) const { return r >= 0 && r < rows() && c >= 0 && c < cols() ? board[r][c] : 0; }
};

typedef std::pair<std::string, Position> Move; // and the position after it

const int down[4] = {0, 0, 1, -1}, right[4] = {1, -1, 0, 0};

Position of_line(const std::vector<std::string> &words) {
    Position p;
    std::istringstream rows(words[0]);
    for (std::string row; std::getline(rows, row, '/');) p.board.push_back(row);
    p.me = words[1] == "b" ? 'X' : words[1] == "w" ? 'O' : words[1][0];
    return p;
}

std::string cell(int r, int c) { return "[" + std::to_string(r) + ":" + std::to_string(c) + "]"; }

// removable reports whether a stone can be the first, or the second, to be removed.
bool removable(const Position &p, int r, int c) {
    int rows = p.rows(), cols = p.cols();
    if (p.me == '1')
        return (r == 0 || r == rows - 1) ? c == 0 || c == cols - 1
                                         : (r == (rows - 1) / 2 || r == rows / 2) && (c == (cols - 1) / 2 || c == cols / 2);
    for (int d = 0; d < 4; d++)
        if (p.at(r + down[d], c + right[d]) == '.') return true;
    return false;
}

// moves returns the legal moves.
std::vector<Move> moves(const Position &p) {
    std::vector<Move> list;
    for (int r = 0; r < p.rows(); r++)
        for (int c = 0; c < p.cols(); c++) {
            if (p.me == '1' || p.me == '2') {
                if (!removable(p, r, c)) continue;
                Position after = p;
                after.board[r][c] = '.';
                after.me = p.board[r][c];
                list.push_back(Move(cell(r, c), after));
                continue;
            }
            if (p.board[r][c] != p.me) continue;
            for (int d = 0; d < 4; d++) {
                Position after = p;
                after.board[r][c] = '.';
                for (int k = 2;; k += 2) {
                    int over_r = r + (k - 1) * down[d], over_c = c + (k - 1) * right[d];
                    int to_r = r + k * down[d], to_c = c + k * right[d];
                    char over = p.at(over_r, over_c);
                    if (over == 0 || over == '.' || over == p.me || p.at(to_r, to_c) != '.') break;
                    after.board[over_r][over_c] = '.';
                    after.board[to_r][to_c] = p.me;
                    list.push_back(Move(cell(r, c) + ":" + cell(to_r, to_c), after));
                    after.board[to_r][to_c] = '.';
                }
            }
        }
    return list;
}

// jumps counts the single jumps of a side, and the stones that have one.
void jumps(const Position &p, char who, int &number, int &movers) {
    number = movers = 0;
    for (int r = 0; r < p.rows(); r++)
        for (int c = 0; c < p.cols(); c++) {
            if (p.board[r][c] != who) continue;
            int before = number;
            for (int d = 0; d < 4; d++) {
                char over = p.at(r + down[d], c + right[d]);
                if (over != 0 && over != '.' && over != who && p.at(r + 2 * down[d], c + 2 * right[d]) == '.') number++;
            }
            movers += number > before;
        }
}

// counts returns what the parameters weigh.
std::vector<int> counts(const Position &p) {
    std::vector<int> list(names.size());
    int rows = p.rows(), cols = p.cols();
    jumps(p, p.me, list[0], list[2]);
    jumps(p, p.me == 'X' ? 'O' : 'X', list[1], list[3]);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++) {
            if (p.board[r][c] == '.') continue;
            int sign = p.board[r][c] == p.me ? 1 : -1;
            if (r == 0 || r == rows - 1 || c == 0 || c == cols - 1) list[4] += sign;
            if (rows <= 4 * r + 2 && 4 * r + 2 < 3 * rows && cols <= 4 * c + 2 && 4 * c + 2 < 3 * cols) list[5] += sign;
        }
    return list;
}
