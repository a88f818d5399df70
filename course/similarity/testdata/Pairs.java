import de.jplag.JPlag;
import de.jplag.Language;
import de.jplag.csv.comparisons.CsvComparisonOutput;
import de.jplag.options.JPlagOptions;
import java.io.File;
import java.util.Set;

/** Compares a class with the real JPlag, and writes results.csv as --csv-export does. */
public class Pairs {
    public static void main(String[] args) throws Exception {
        Language language = (Language) Class.forName(args[0]).getDeclaredConstructor().newInstance();
        JPlagOptions options = new JPlagOptions(language, Set.of(new File(args[1])), Set.of())
            .withBaseCodeSubmissionDirectory(new File(args[2]));
        CsvComparisonOutput.writeCsvResults(JPlag.run(options).getAllComparisons(), false, new File(args[3]), "results");
    }
}
