// A small Little-Go agent: it plays the move after which its evaluation is best.
//
// Its six parameters are in weights.json, so that they can be tuned without a change
// to this file. It speaks two protocols: that of files (input.txt and output.txt),
// for graders, and lines (a position a line in, a move a line out), which is faster.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

const int size = 5, points = size * size;
enum { empty, black, white };
typedef std::vector<int> Board; // empty, black or white; no points if it is not known

// What the parameters weigh, each as mine minus the opponent's.
const char *const names[] = {"stones", "liberties", "atari", "groups", "edge", "centre"};
const int parameters = 6;

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

Group group_of(const Board &board, int start) {
    Group g;
    g.liberties = 0;
    std::vector<bool> seen(points);
    seen[start] = true;
    g.stones.push_back(start);
    for (size_t i = 0; i < g.stones.size(); i++)
        for (int n : neighbours(g.stones[i])) {
            if (seen[n]) continue;
            if (board[n] == empty) g.liberties++;
            else if (board[n] == board[start]) g.stones.push_back(n);
            else continue;
            seen[n] = true;
        }
    return g;
}

// play puts a stone; false if that would be suicide.
bool play(Board &board, int point, int me) {
    board[point] = me;
    for (int n : neighbours(point))
        if (board[n] == 3 - me) {
            Group g = group_of(board, n);
            if (g.liberties == 0)
                for (int s : g.stones) board[s] = empty;
        }
    return group_of(board, point).liberties > 0;
}

// evaluate is what a board is worth to the side that has just moved.
double evaluate(const Board &board, int me, const double *weights) {
    double counts[parameters] = {};
    std::vector<bool> seen(points);
    for (int p = 0; p < points; p++) {
        if (board[p] == empty) continue;
        int sign = board[p] == me ? 1 : -1;
        counts[0] += sign;
        counts[4] += sign * (centre(p) == 0);
        counts[5] += sign * centre(p);
        if (seen[p]) continue;
        Group g = group_of(board, p);
        for (int s : g.stones) seen[s] = true;
        counts[1] += sign * g.liberties;
        counts[2] += sign * (g.liberties == 1);
        counts[3] += sign;
    }
    double value = 0;
    for (int i = 0; i < parameters; i++) value += weights[i] * counts[i];
    return value;
}

// choose returns the best point, or -1 to pass. Of equal moves it is the first.
int choose(const Board &previous, const Board &board, int me, const double *weights) {
    int best = -1;
    double best_value = 0;
    for (int p = 0; p < points; p++) {
        if (board[p] != empty) continue;
        Board after = board;
        if (!play(after, p, me) || after == previous) continue; // suicide, ko
        double value = evaluate(after, me, weights);
        if (best < 0 || value > best_value) best = p, best_value = value;
    }
    return best;
}

std::string move_text(int point) {
    if (point < 0) return "PASS";
    std::ostringstream out;
    out << point / size << "," << point % size;
    return out.str();
}

// read_weights finds "name": number in weights.json.
void read_weights(double *weights) {
    std::ifstream file("weights.json");
    std::stringstream text;
    text << file.rdbuf();
    for (int i = 0; i < parameters; i++) {
        weights[i] = 0;
        size_t at = text.str().find("\"" + std::string(names[i]) + "\"");
        if (at != std::string::npos) weights[i] = std::atof(text.str().c_str() + text.str().find(':', at) + 1);
    }
}

Board board_of(const std::string &text, const std::string &symbols) {
    Board board;
    for (char c : text) {
        size_t at = symbols.find(c);
        if (at != std::string::npos) board.push_back(int(at));
    }
    return board;
}

// by_files reads the side, the board before the opponent's move, and the board now.
void by_files(const double *weights) {
    std::ifstream in("input.txt");
    std::string line, rows[2];
    int me = 0;
    in >> me;
    for (int i = 0; i < 2 * size && in >> line; i++) rows[i / size] += line;
    std::ofstream("output.txt") << move_text(choose(board_of(rows[0], "012"), board_of(rows[1], "012"), me, weights));
}

// by_lines reads positions: the rows, b or w to move, the plies so far, the rows before.
void by_lines(const double *weights) {
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream fields(line);
        std::string now, turn, plies, before;
        fields >> now >> turn >> plies >> before;
        Board board = board_of(now, ".XO"), previous = before == "-" ? Board() : board_of(before, ".XO");
        if (previous == board) previous.clear(); // the opponent has passed: no ko
        std::cout << move_text(choose(previous, board, turn == "b" ? black : white, weights)) << std::endl;
    }
}

int main() {
    double weights[parameters];
    read_weights(weights);
    const char *protocol = std::getenv("EVOLAB_PROTOCOL");
    if (protocol && std::string(protocol) == "lines") by_lines(weights);
    else by_files(weights);
}
