// A small agent for {{.Game}}: it plays the move after which its evaluation is best.
//
// Its parameters are in weights.json, so that they can be tuned without a change to
// this file. {{if .Files}}It speaks two protocols: that of files (input.txt and output.txt),
// for graders, and lines (a position a line in, a move a line out), which is faster.
{{- else}}It speaks lines: a position a line in, a move a line out.{{end}}
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

public class {{.Class}} {
{{.Rules}}

    // What follows is the same for all games.

    static class Move {
        final String text;
        final Position after;

        Move(String text, Position after) {
            this.text = text;
            this.after = after;
        }
    }

    // choose returns the best move. Of equal ones it is the first.
    static String choose(Position position, double[] weights) {
        String best = null;
        double bestValue = 0;
        for (Move m : moves(position)) {
            int[] list = counts(m.after);
            double value = 0;
            for (int i = 0; i < list.length; i++) value += weights[i] * list[i];
            if (best == null || value > bestValue) {
                best = m.text;
                bestValue = value;
            }
        }
        return best;
    }

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

    static void byLines(double[] weights) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(choose(ofLine(line.trim().split("\\s+")), weights));
            System.out.flush();
        }
    }
{{if .Files}}
    static void byFiles(double[] weights) throws IOException {
        String text = new String(Files.readAllBytes(Paths.get("input.txt")));
        String move = choose(ofFile(text.trim().split("\\s+")), weights);
        Files.write(Paths.get("output.txt"), move.replace(';', '\n').getBytes());
    }

    public static void main(String[] args) throws IOException {
        if ("lines".equals(System.getenv("EVOLAB_PROTOCOL"))) byLines(readWeights());
        else byFiles(readWeights());
    }
}
{{- else}}
    public static void main(String[] args) throws IOException {
        byLines(readWeights());
    }
}
{{- end}}
