// What programs in Java use of the system.
import java.io.*;
import java.nio.*;
import java.nio.channels.FileChannel;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

class needs {
  public static void main(String[] args) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    List<Future<Integer>> list = new ArrayList<>();
    for (int i = 0; i < 8; i++) { final int n = i; list.add(pool.submit(() -> n * n)); }
    int sum = 0;
    for (Future<Integer> f : list) sum += f.get();
    pool.shutdown();
    long parallel = IntStream.range(0, 100000).parallel().filter(n -> n % 3 == 0).count();
    Path file = Files.createTempFile("needs", ".bin");
    try (FileChannel c = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MappedByteBuffer b = c.map(FileChannel.MapMode.READ_WRITE, 0, 4096);
      b.put(0, (byte) 1);
      b.force();
      c.force(true);
    }
    Files.move(file, Paths.get("kept.bin"), StandardCopyOption.REPLACE_EXISTING);
    Process child = new ProcessBuilder("echo", "hi").start();
    String said = new BufferedReader(new InputStreamReader(child.getInputStream())).readLine();
    byte[][] blocks = new byte[64][];
    for (int i = 0; i < 256; i++) blocks[i % 64] = new byte[1 << 20];
    System.gc();
    int cores = Runtime.getRuntime().availableProcessors();
    long random = new java.security.SecureRandom().nextLong() | 1;
    if (sum == 140 && parallel == 33334 && said.equals("hi") && cores > 0 && random != 0)
      Files.write(Paths.get("output.txt"), "fine".getBytes());
  }
}
