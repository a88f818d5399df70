// Compares a class with the real Dolos, and prints pairs.csv as its command line does with
// -f csv: cli/src/cli/views/fileView.ts of github.com/dodona-edu/dolos. The columns are its
// own; the command itself is no library.
import { Dolos } from "@dodona/dolos-lib";

const [language, info] = process.argv.slice(2);
const report = await new Dolos({ language }).analyzePaths([info]);
console.log("id,leftFileId,leftFilePath,rightFileId,rightFilePath,similarity,totalOverlap,longestFragment");
for (const p of report.allPairs()) {
  console.log([p.id, p.leftFile.id, p.leftFile.path, p.rightFile.id, p.rightFile.path, p.similarity, p.overlap, p.longest].join(","));
}
