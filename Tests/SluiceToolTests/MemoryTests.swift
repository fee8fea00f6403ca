import TestSupport

// Linux can tell how much memory another process has had.
#if os(Linux)
  import SluiceImportTestSupport
  import Testing

  /// The most memory that the tool uses for 100 MB from a pipe, as measured by the system. The versions
  /// with 2 GB are in scripts/soak.
  @Suite("Memory")
  struct MemoryTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test(
      "stays below 48 MiB for any feed with records up to 1 MiB, else 16 MiB and six times those",
      .ownMemory,
      arguments: [
        ("lines", 200, "", "\\n"), ("concatenated", 1_000_000, "", ""),
        ("sequence", 200, "\\036", "\\n"), ("elements", 200, "", ","),
        ("lines", 8_000_000, "", "\\n"), ("lines", 1_000_000, "", "\\n"),
        ("concatenated", 200, "", ""), ("elements", 1_000_000, "", ","),
        ("concatenated", 8_000_000, "", ""), ("elements", 8_000_000, "", ","),
      ].prefix(Rounds.count(3, long: 10)))
    func bounded(framing: String, size: Int, before: String, after: String) throws {
      let records = 100_000_000 / (size + 40)
      // A file of 1 MB at least, over and over.
      let inFile = min(records, 5000)
      let (open, close) = framing == "elements" ? ("[", "0]") : ("", "")
      let line = """
        { printf '\(before)'; printf '{"id":7,"tags":["a","b"],"text":"'
          head -c \(size) /dev/zero | tr '\\0' x; printf '"}'; printf '\(after)'; } > record
        for i in $(seq \(inFile)); do cat record; done > records
        mkfifo feed
        sluice count feed --framing \(framing) --check full > count & reader=$!
        exec 3> feed
        printf '\(open)' >&3
        for i in $(seq \(records / inFile)); do cat records; done >&3
        sleep 0.2
        grep VmHWM /proc/$reader/status
        for child in $(cat /proc/$reader/task/*/children); do grep VmHWM /proc/$child/status; done
        printf '\(close)' >&3
        exec 3>&-
        wait $reader
        cat count
        """
      let result = try BuiltTool.shell(line, in: folder)
      let total = records / inFile * inFile + (close.isEmpty ? 0 : 1)
      #expect(
        result.output.contains("\nrecords      \(total)\nbad records  0\n"), "\(result.output)")
      let peaks = result.output.matches(of: /VmHWM:\s+(\d+) kB/).compactMap { Int($0.output.1) }
      let peak = try #require(peaks.max())
      let most = size < 1 << 20 ? 48 << 10 : (16 << 10) + 6 * size / 1024
      #expect(peak > 1000 && peak < most, "\(peak) KiB, \(framing), \(size)")
    }
  }
#endif
