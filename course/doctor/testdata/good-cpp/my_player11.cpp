// Plays the first legal placement from the centre outwards.
#include <cstdlib>
#include <fstream>
#include <string>

const int SIZE = 5;
typedef std::string Board;  // 25 points, '0', '1' or '2'

bool hasLiberty(const Board& b, int p, Board& seen) {
    seen[p] = 'x';
    const int step[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (int i = 0; i < 4; i++) {
        int r = p / SIZE + step[i][0], c = p % SIZE + step[i][1], n = r * SIZE + c;
        if (r < 0 || r >= SIZE || c < 0 || c >= SIZE) continue;
        if (b[n] == '0') return true;
        if (b[n] == b[p] && seen[n] != 'x' && hasLiberty(b, n, seen)) return true;
    }
    return false;
}

bool alive(const Board& b, int p) {
    Board seen(b);
    return hasLiberty(b, p, seen);
}

bool legal(const Board& b, int p, char me, const Board& previous) {
    if (b[p] != '0') return false;
    Board after(b);
    after[p] = me;
    Board taken(after);
    for (int i = 0; i < SIZE * SIZE; i++)
        if (after[i] != '0' && after[i] != me && !alive(after, i)) taken[i] = '0';
    return alive(taken, p) && taken != previous;
}

int main() {
    std::ifstream in("input.txt");
    std::string colour, row;
    in >> colour;
    Board boards[2];
    for (int i = 0; i < 2 * SIZE; i++) {
        in >> row;
        boards[i / SIZE] += row;
    }
    std::ofstream out("output.txt");
    for (int far = 0; far <= 4; far++)
        for (int p = 0; p < SIZE * SIZE; p++)
            if (std::abs(p / SIZE - 2) + std::abs(p % SIZE - 2) == far && legal(boards[1], p, colour[0], boards[0])) {
                out << p / SIZE << ',' << p % SIZE << '\n';
                return 0;
            }
    out << "PASS\n";
}
