import java.nio.file.*;
import java.util.*;

/** Plays the first legal placement. */
public class my_player {
    static final int SIZE = 5;

    static boolean alive(char[] b, int p, boolean[] seen) {
        seen[p] = true;
        int[][] steps = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
        for (int[] s : steps) {
            int r = p / SIZE + s[0], c = p % SIZE + s[1], n = r * SIZE + c;
            if (r < 0 || r >= SIZE || c < 0 || c >= SIZE) continue;
            if (b[n] == '0' || b[n] == b[p] && !seen[n] && alive(b, n, seen)) return true;
        }
        return false;
    }

    static boolean legal(String board, int p, char me, String previous) {
        if (board.charAt(p) != '0') return false;
        char[] after = board.toCharArray();
        after[p] = me;
        char[] left = after.clone();
        for (int i = 0; i < after.length; i++)
            if (after[i] != '0' && after[i] != me && !alive(after, i, new boolean[after.length])) left[i] = '0';
        return alive(left, p, new boolean[left.length]) && !new String(left).equals(previous);
    }

    public static void main(String[] args) throws Exception {
        List<String> in = Files.readAllLines(Paths.get("input.txt"));
        String previous = String.join("", in.subList(1, 6)), board = String.join("", in.subList(6, 11));
        String answer = "PASS";
        for (int p = 0; p < SIZE * SIZE && answer.equals("PASS"); p++)
            if (legal(board, p, in.get(0).charAt(0), previous)) answer = p / SIZE + "," + p % SIZE;
        Files.write(Paths.get("output.txt"), (answer + "\n").getBytes());
    }
}
