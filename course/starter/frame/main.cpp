// A small agent for {{.Game}}: it plays the move after which its evaluation is best.
//
// Its parameters are in weights.json, so that they can be tuned without a change to
// this file. {{if .Files}}It speaks two protocols: that of files (input.txt and output.txt),
// for graders, and lines (a position a line in, a move a line out), which is faster.
{{- else}}It speaks lines: a position a line in, a move a line out.{{end}}
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

{{.Rules}}

// What follows is the same for all games.

// choose returns the best move. Of equal ones it is the first.
std::string choose(const Position &position, const std::vector<double> &weights) {
    std::string best;
    double best_value = 0;
    for (const Move &m : moves(position)) {
        std::vector<int> list = counts(m.second);
        double value = 0;
        for (size_t i = 0; i < list.size(); i++) value += weights[i] * list[i];
        if (best.empty() || value > best_value) best = m.first, best_value = value;
    }
    return best;
}

// read_weights finds "name": number in weights.json.
std::vector<double> read_weights() {
    std::ifstream file("weights.json");
    std::stringstream text;
    text << file.rdbuf();
    std::vector<double> weights;
    for (const std::string &name : names) {
        size_t at = text.str().find("\"" + name + "\"");
        weights.push_back(at == std::string::npos ? 0 : std::atof(text.str().c_str() + text.str().find(':', at) + 1));
    }
    return weights;
}

std::vector<std::string> words(std::istream &in) {
    std::vector<std::string> list;
    for (std::string word; in >> word;) list.push_back(word);
    return list;
}

void by_lines(const std::vector<double> &weights) {
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream in(line);
        std::cout << choose(of_line(words(in)), weights) << std::endl;
    }
}
{{if .Files}}
void by_files(const std::vector<double> &weights) {
    std::ifstream in("input.txt");
    std::string move = choose(of_file(words(in)), weights);
    std::replace(move.begin(), move.end(), ';', '\n');
    std::ofstream("output.txt") << move;
}

int main() {
    const char *protocol = std::getenv("EVOLAB_PROTOCOL");
    if (protocol && std::string(protocol) == "lines") by_lines(read_weights());
    else by_files(read_weights());
}
{{- else}}
int main() { by_lines(read_weights()); }
{{- end}}
