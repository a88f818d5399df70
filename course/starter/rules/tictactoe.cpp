// What the parameters weigh. All but the last are mine minus the opponent's.
const std::vector<std::string> names = {"three", "two", "one", "centre", "corners", "danger"};

// Position is a board, and who moves; after a move, who has made it.
struct Position {
    std::string board;
    char me;
};

typedef std::pair<std::string, Position> Move; // and the position after it

Position of_line(const std::vector<std::string> &words) {
    Position p;
    for (char c : words[0])
        if (c != '/') p.board += c;
    p.me = words[1] == "x" ? 'X' : 'O';
    return p;
}

// moves returns the legal moves.
std::vector<Move> moves(const Position &p) {
    std::vector<Move> list;
    for (int i = 0; i < 9; i++) {
        if (p.board[i] != '.') continue;
        Position after = p;
        after.board[i] = p.me;
        list.push_back(Move(std::to_string(i / 3) + "," + std::to_string(i % 3), after));
    }
    return list;
}

// counts returns what the parameters weigh.
std::vector<int> counts(const Position &p) {
    const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    std::vector<int> list(names.size());
    for (const int *line : lines) {
        int mine = 0, theirs = 0;
        for (int k = 0; k < 3; k++) {
            char c = p.board[line[k]];
            if (c == p.me) mine++;
            else if (c != '.') theirs++;
        }
        if (mine > 0 && theirs == 0) list[3 - mine]++;
        if (theirs > 0 && mine == 0) list[3 - theirs]--;
        if (theirs == 2 && mine == 0) list[5]++; // it is the opponent's turn
    }
    for (int i = 0; i < 9; i += 2)
        if (p.board[i] != '.') list[i == 4 ? 3 : 4] += p.board[i] == p.me ? 1 : -1;
    return list;
}
