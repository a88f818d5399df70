// A small Little-Go agent: it plays the move after which its evaluation is best.
//
// Its six parameters are in weights.json, so that they can be tuned without a change
// to this file. It speaks two protocols: that of files (input.txt and output.txt),
// for graders, and lines (a position a line in, a move a line out), which is faster.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class my_player {
    static final int SIZE = 5, POINTS = SIZE * SIZE;
    static final int EMPTY = 0, BLACK = 1, WHITE = 2;

    // What the parameters weigh, each as mine minus the opponent's.
    static final String[] NAMES = {"stones", "liberties", "atari", "groups", "edge", "centre"};

    static List<Integer> neighbours(int p) {
        List<Integer> list = new ArrayList<>();
        if (p >= SIZE) list.add(p - SIZE);
        if (p % SIZE > 0) list.add(p - 1);
        if (p % SIZE < SIZE - 1) list.add(p + 1);
        if (p < POINTS - SIZE) list.add(p + SIZE);
        return list;
    }

    static int centre(int p) { return 2 - Math.max(Math.abs(p / SIZE - 2), Math.abs(p % SIZE - 2)); }

    static class Group {
        final List<Integer> stones = new ArrayList<>();
        int liberties;

        Group(int[] board, int start) {
            boolean[] seen = new boolean[POINTS];
            seen[start] = true;
            stones.add(start);
            for (int i = 0; i < stones.size(); i++)
                for (int n : neighbours(stones.get(i))) {
                    if (seen[n] || board[n] != EMPTY && board[n] != board[start]) continue;
                    if (board[n] == EMPTY) liberties++;
                    else stones.add(n);
                    seen[n] = true;
                }
        }
    }

    // play puts a stone; false if that would be suicide.
    static boolean play(int[] board, int point, int me) {
        board[point] = me;
        for (int n : neighbours(point))
            if (board[n] == 3 - me) {
                Group g = new Group(board, n);
                if (g.liberties == 0)
                    for (int s : g.stones) board[s] = EMPTY;
            }
        return new Group(board, point).liberties > 0;
    }

    // evaluate is what a board is worth to the side that has just moved.
    static double evaluate(int[] board, int me, double[] weights) {
        double[] counts = new double[NAMES.length];
        boolean[] seen = new boolean[POINTS];
        for (int p = 0; p < POINTS; p++) {
            if (board[p] == EMPTY) continue;
            int sign = board[p] == me ? 1 : -1;
            counts[0] += sign;
            counts[4] += centre(p) == 0 ? sign : 0;
            counts[5] += sign * centre(p);
            if (seen[p]) continue;
            Group g = new Group(board, p);
            for (int s : g.stones) seen[s] = true;
            counts[1] += sign * g.liberties;
            counts[2] += g.liberties == 1 ? sign : 0;
            counts[3] += sign;
        }
        double value = 0;
        for (int i = 0; i < counts.length; i++) value += weights[i] * counts[i];
        return value;
    }

    // choose returns the best point, or -1 to pass. Of equal moves it is the first.
    static int choose(int[] previous, int[] board, int me, double[] weights) {
        int best = -1;
        double bestValue = 0;
        for (int p = 0; p < POINTS; p++) {
            if (board[p] != EMPTY) continue;
            int[] after = board.clone();
            if (!play(after, p, me) || Arrays.equals(after, previous)) continue; // suicide, ko
            double value = evaluate(after, me, weights);
            if (best < 0 || value > bestValue) {
                best = p;
                bestValue = value;
            }
        }
        return best;
    }

    static String moveText(int point) { return point < 0 ? "PASS" : point / SIZE + "," + point % SIZE; }

    static double[] readWeights() throws IOException {
        double[] weights = new double[NAMES.length];
        if (!Files.exists(Paths.get("weights.json"))) return weights;
        String text = new String(Files.readAllBytes(Paths.get("weights.json")));
        for (int i = 0; i < NAMES.length; i++) {
            Matcher m = Pattern.compile("\"" + NAMES[i] + "\"\\s*:\\s*([-+.eE0-9]+)").matcher(text);
            if (m.find()) weights[i] = Double.parseDouble(m.group(1));
        }
        return weights;
    }

    static int[] boardOf(String rows, String symbols) {
        return rows.chars().map(symbols::indexOf).filter(i -> i >= 0).toArray();
    }

    // byFiles reads the side, the board before the opponent's move, and the board now.
    static void byFiles(double[] weights) throws IOException {
        List<String> lines = Files.readAllLines(Paths.get("input.txt"));
        int[] previous = boardOf(String.join("", lines.subList(1, 6)), "012");
        int[] board = boardOf(String.join("", lines.subList(6, 11)), "012");
        int point = choose(previous, board, Integer.parseInt(lines.get(0).trim()), weights);
        Files.write(Paths.get("output.txt"), moveText(point).getBytes());
    }

    // byLines reads positions: the rows, b or w to move, the plies so far, the rows before.
    static void byLines(double[] weights) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] fields = line.split(" ");
            int[] board = boardOf(fields[0], ".XO");
            int[] previous = fields[3].equals("-") ? null : boardOf(fields[3], ".XO");
            if (Arrays.equals(previous, board)) previous = null; // the opponent has passed: no ko
            System.out.println(moveText(choose(previous, board, fields[1].equals("b") ? BLACK : WHITE, weights)));
            System.out.flush();
        }
    }

    public static void main(String[] args) throws IOException {
        double[] weights = readWeights();
        if ("lines".equals(System.getenv("EVOLAB_PROTOCOL"))) byLines(weights);
        else byFiles(weights);
    }
}
