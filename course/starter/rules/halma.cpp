// What the parameters weigh, of my pieces: their way so far, those in the goal, those
// still in the camp, the way of the last one, how far they are off the diagonal, and
// pairs of neighbours.
const std::vector<std::string> names = {"progress", "goal", "camp", "last", "aside", "pairs"};
const int size = 16, squares = size * size;

// Position is a board, and who moves, B or W; after a move, who has made it.
struct Position {
    std::string board;
    char me;
};

typedef std::pair<std::string, Position> Move; // and the position after it

Position of_line(const std::vector<std::string> &words) {
    Position p;
    for (char c : words[0])
        if (c != '/') p.board += c;
    p.me = words[1] == "b" ? 'B' : 'W';
    return p;
}

Position of_file(const std::vector<std::string> &words) {
    Position p;
    for (int y = 0; y < size; y++) p.board += words[3 + y];
    p.me = words[1][0];
    return p;
}

// seen is a square as the side sees it whose camp is in the upper left corner.
int seen(int i, char me) { return me == 'B' ? i : squares - 1 - i; }

bool in_corner(int i) {
    const int width[size] = {5, 5, 4, 3, 2};
    return i % size < width[i / size];
}

bool in_camp(int i, char me) { return in_corner(seen(i, me)); }
bool in_goal(int i, char me) { return in_corner(squares - 1 - seen(i, me)); }

// beside is the square so far in the direction 0..8, row by row; -1 off the board.
int beside(int i, int direction, int length) {
    int x = i % size + length * (direction % 3 - 1), y = i / size + length * (direction / 3 - 1);
    return x >= 0 && x < size && y >= 0 && y < size && direction != 4 ? size * y + x : -1;
}

std::string name(int i) { return std::to_string(i % size) + "," + std::to_string(i / size); }

// ways returns the squares that a piece can reach, each with its move.
std::map<int, std::string> ways(const std::string &board, int start) {
    std::map<int, std::string> found, reached;
    for (int d = 0; d < 9; d++) {
        int to = beside(start, d, 1);
        if (to >= 0 && board[to] == '.') found[to] = "E " + name(start) + " " + name(to);
    }
    std::vector<int> todo(1, start);
    reached[start] = "";
    for (size_t k = 0; k < todo.size(); k++)
        for (int d = 0; d < 9; d++) {
            int i = todo[k], over = beside(i, d, 1), to = beside(i, d, 2);
            // The piece itself is not in its own way: its square counts as empty.
            if (to < 0 || reached.count(to) || board[to] != '.' || board[over] == '.' || over == start) continue;
            reached[to] = reached[i] + (reached[i].empty() ? "" : ";") + "J " + name(i) + " " + name(to);
            found.insert(std::make_pair(to, reached[to]));
            todo.push_back(to);
        }
    return found;
}

// further reports whether a square is further from the corner of the camp than another.
bool further(int i, int to, char me) {
    i = seen(i, me), to = seen(to, me);
    return to % size >= i % size && to / size >= i / size;
}

// moves returns the legal moves.
std::vector<Move> moves(const Position &p) {
    std::vector<Move> ranks[3]; // out of the camp, on within it, outside of it: the first that there are
    for (int i = 0; i < squares; i++) {
        if (p.board[i] != p.me) continue;
        for (const std::pair<const int, std::string> &way : ways(p.board, i)) {
            int to = way.first, rank = 2;
            if ((in_goal(i, p.me) && !in_goal(to, p.me)) || (!in_camp(i, p.me) && in_camp(to, p.me))) continue;
            if (in_camp(i, p.me)) rank = in_camp(to, p.me) ? 1 : 0;
            if (rank == 1 && !further(i, to, p.me)) continue;
            Position after = p;
            std::swap(after.board[i], after.board[to]);
            ranks[rank].push_back(Move(way.second, after));
        }
    }
    return !ranks[0].empty() ? ranks[0] : !ranks[1].empty() ? ranks[1] : ranks[2];
}

// counts returns what the parameters weigh.
std::vector<int> counts(const Position &p) {
    std::vector<int> list(names.size());
    list[3] = 2 * size;
    for (int i = 0; i < squares; i++) {
        if (p.board[i] != p.me) continue;
        int x = seen(i, p.me) % size, y = seen(i, p.me) / size;
        list[0] += x + y;
        list[1] += in_goal(i, p.me);
        list[2] += in_camp(i, p.me);
        list[3] = std::min(list[3], x + y);
        list[4] += std::abs(x - y);
        for (int d = 5; d < 9; d++) {
            int to = beside(i, d, 1);
            list[5] += to >= 0 && p.board[to] == p.me;
        }
    }
    return list;
}
