// A small engine for boards up to 19x19 that speaks the Go Text Protocol, version 2,
// written from the protocol's specification alone: a peer for the lab's tests. It
// knows nothing of the lab, but for the weights that it takes from its environment.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

static int size = 19;
static double komi = 6.5;
static std::vector<char> board, before; // '.', 'b' or 'w'

static double weight(const char *name, double usual) {
    const char *text = std::getenv(name);
    return text ? std::atof(text) : usual;
}

static void clear() {
    board.assign(size * size, '.');
    before.clear();
}

static std::vector<int> around(int p) {
    std::vector<int> list;
    int x = p % size, y = p / size;
    if (x > 0) list.push_back(p - 1);
    if (x + 1 < size) list.push_back(p + 1);
    if (y > 0) list.push_back(p - size);
    if (y + 1 < size) list.push_back(p + size);
    return list;
}

static std::set<int> chain(const std::vector<char> &b, int start, std::set<int> &liberties) {
    std::set<int> stones;
    std::vector<int> todo(1, start);
    while (!todo.empty()) {
        int p = todo.back();
        todo.pop_back();
        if (!stones.insert(p).second) continue;
        for (int q : around(p)) {
            if (b[q] == '.') liberties.insert(q);
            else if (b[q] == b[start]) todo.push_back(q);
        }
    }
    return stones;
}

// put places a stone; false for suicide. taken counts captured stones.
static bool put(std::vector<char> &b, int p, char colour, int &taken) {
    taken = 0;
    b[p] = colour;
    for (int q : around(p)) {
        if (b[q] == '.' || b[q] == colour) continue;
        std::set<int> liberties, stones = chain(b, q, liberties);
        if (!liberties.empty()) continue;
        for (int s : stones) b[s] = '.';
        taken += stones.size();
    }
    std::set<int> liberties;
    chain(b, p, liberties);
    return !liberties.empty();
}

// Columns are letters without I, rows count from the bottom.
static std::string name(int p) {
    std::ostringstream out;
    int x = p % size;
    out << char('A' + x + (x >= 8)) << size - p / size;
    return out.str();
}

static int parse(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), ::toupper);
    if (text == "PASS") return -1;
    if (text.size() < 2 || text[0] < 'A' || text[0] > 'Z' || text[0] == 'I') return -2;
    int x = text[0] - 'A' - (text[0] > 'I'), y = size - std::atoi(text.c_str() + 1);
    return x < size && y >= 0 && y < size ? y * size + x : -2;
}

static std::string generate(char colour) {
    int best = -1;
    double best_value = 0;
    for (int p = 0; p < size * size; p++) {
        if (board[p] != '.') continue;
        std::vector<char> after = board;
        int taken;
        if (!put(after, p, colour, taken) || after == before) continue;
        std::set<int> liberties;
        chain(after, p, liberties);
        int x = p % size, y = p / size;
        double value = weight("EVOLAB_taken", 3) * taken + weight("EVOLAB_liberties", 1) * liberties.size();
        value -= weight("EVOLAB_distance", .5) * (std::abs(2 * x - size + 1) + std::abs(2 * y - size + 1)) / 2;
        if (best < 0 || value > best_value) best = p, best_value = value;
    }
    if (best < 0) return "pass";
    std::vector<char> old = board;
    int taken;
    put(board, best, colour, taken);
    before = old;
    return name(best);
}

int main() {
    clear();
    for (std::string line; std::getline(std::cin, line);) {
        line.erase(std::remove_if(line.begin(), line.end(), [](char c) { return c == '\r'; }), line.end());
        line = line.substr(0, line.find('#'));
        std::istringstream in(line);
        std::string command, id, answer;
        if (!(in >> command)) continue;
        if (std::isdigit(command[0])) {
            id = command;
            in >> command;
        }
        bool good = true;
        if (command == "protocol_version") answer = "2";
        else if (command == "name") answer = "peer";
        else if (command == "version") answer = "1";
        else if (command == "boardsize") {
            int n = 0;
            in >> n;
            if (n < 2 || n > 19) good = false, answer = "unacceptable size";
            else size = n, clear();
        } else if (command == "komi") in >> komi;
        else if (command == "clear_board") clear();
        else if (command == "play") {
            std::string colour, vertex;
            in >> colour >> vertex;
            int p = parse(vertex), taken;
            if (p == -2 || (p >= 0 && board[p] != '.')) good = false, answer = "illegal move";
            else if (p == -1) before.clear();
            else {
                std::vector<char> old = board;
                put(board, p, std::tolower(colour[0]), taken);
                before = old;
            }
        } else if (command == "genmove") {
            std::string colour;
            in >> colour;
            answer = generate(std::tolower(colour[0]));
        } else if (command != "quit") good = false, answer = "unknown command";
        std::cout << (good ? "=" : "?") << id << " " << answer << "\n\n" << std::flush;
        if (command == "quit") return 0;
    }
}
