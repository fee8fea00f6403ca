import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The Java side of a contender: its file implements {@link Contender}, and its main calls {@link #run}. The
 * modes are those of score.hpp.
 */
final class Score {
  interface Contender {
    /** Passes on every value of a text. Throws what is wrong with it. */
    void visit(byte[] text, Sink sink) throws Exception;
  }

  enum Code {NONE, BEGIN_OBJECT, END_OBJECT, BEGIN_ARRAY, END_ARRAY, YES, NO, NULL}

  interface Sink {
    void code(Code code);
    void real(double value);
    void text(String value);
  }

  static final class Tally implements Sink {
    long numbers, length, edges;
    public void code(Code code) { numbers += code.ordinal(); }
    public void real(double value) { numbers += Double.doubleToRawLongBits(value); }
    public void text(String value) {
      length += value.length();
      if (!value.isEmpty()) edges += value.charAt(0) + value.charAt(value.length() - 1);
    }
  }

  static final class Text implements Sink {
    final java.io.ByteArrayOutputStream found = new java.io.ByteArrayOutputStream();
    void add(String text) { found.writeBytes(text.getBytes(StandardCharsets.UTF_8)); }
    public void code(Code code) { add("i" + code.ordinal() + "\n"); }
    public void real(double value) {
      add("r" + Long.toUnsignedString(Double.doubleToRawLongBits(value)) + "\n");
    }
    public void text(String value) {
      add("s" + value.getBytes(StandardCharsets.UTF_8).length + ":" + value + "\n");
    }
  }

  static List<byte[]> documents(String path) throws IOException {
    byte[] data = Files.readAllBytes(Path.of(path));
    List<byte[]> found = new ArrayList<>();
    for (int at = 0; at < data.length; ) {
      int length = 0;
      while (data[at] != '\n') length = length * 10 + data[at++] - '0';
      byte[] text = new byte[length];
      System.arraycopy(data, at + 1, text, 0, length);
      found.add(text);
      at += length + 2;
    }
    return found;
  }

  static void judge(Contender one, String input, String output, int from) throws IOException {
    List<byte[]> all = documents(input);
    try (FileOutputStream out = new FileOutputStream(output, true)) {
      for (byte[] text : all.subList(from, all.size())) {
        String verdict = "yes";
        byte[] found;
        try {
          Text sink = new Text();
          one.visit(text, sink);
          found = sink.found.toByteArray();
        } catch (Exception | StackOverflowError error) {
          verdict = "no";
          found = String.valueOf(error).getBytes(StandardCharsets.UTF_8);
        }
        // At once: the next document may end the process.
        ByteBuffer answer = ByteBuffer.allocate(found.length + 32);
        answer.put((verdict + " " + found.length + "\n").getBytes(StandardCharsets.UTF_8));
        answer.put(found).put((byte) '\n');
        out.write(answer.array(), 0, answer.position());
      }
    }
  }

  /**
   * Nanoseconds of all threads, the compiler's and the garbage collector's among them, as of their last
   * tick: passes have to take some milliseconds.
   */
  static long cpu() throws IOException {
    long sum = 0;
    try (var threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
      for (Path thread : threads) {
        sum += Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[0]);
      }
    }
    return sum;
  }

  static void run(Contender one, String version, String[] words) throws Exception {
    Tally tally = new Tally();
    switch (words[0]) {
      case "version" -> System.out.println(version);
      case "judge" -> judge(one, words[1], words[2], Integer.parseInt(words[3]));
      case "time" -> {
        List<byte[]> all = documents(words[1]);
        for (int pass = 0; pass < Integer.parseInt(words[2]); pass++) {
          long start = cpu();
          for (byte[] text : all) one.visit(text, tally);
          System.out.println(cpu() - start);
        }
        System.out.println("sum " + tally.numbers + " " + tally.length + " " + tally.edges);
      }
      case "records" -> {
        List<byte[]> all = documents(words[1]);
        int passes = Integer.parseInt(words[2]);
        ByteBuffer spent = ByteBuffer.allocate(4 * passes * all.size()).order(ByteOrder.LITTLE_ENDIAN);
        for (int pass = 0; pass < passes; pass++) {
          for (byte[] text : all) {
            long start = System.nanoTime();
            one.visit(text, tally);
            spent.putFloat(System.nanoTime() - start);
          }
        }
        Files.write(Path.of(words[3]), spent.array(), StandardOpenOption.CREATE);
      }
      default -> System.exit(2);
    }
  }
}
