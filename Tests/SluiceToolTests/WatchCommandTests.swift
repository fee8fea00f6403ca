import Foundation
import TestSupport
import Testing

@Suite("Watching a feed")
struct WatchCommandTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// The tool on a terminal of its own, made by util-linux's `script`, in place of its shell: some shells end by Ctrl-C
  /// themselves.
  private final class Terminal {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())
    private var shown = ""
    /// Everything that the terminal was sent.
    private(set) var all = ""

    init(_ command: String, in folder: TemporaryFolder) throws {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/script")
      process.arguments = [
        "-qec", "stty cols 40 rows 16; exec '\(try BuiltTool.path)' \(command)", "/dev/null",
      ]
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      process.standardInput = input
      process.standardOutput = output
      process.standardError = output
      try process.run()
    }

    /// Reads until the terminal was sent this text, and forgets what was before. False: it ended first.
    func waits(for text: String) -> Bool {
      while true {
        if let range = shown.range(of: text) {
          shown = String(shown[range.upperBound...])
          return true
        }
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { return false }
        take(data)
      }
    }

    private func take(_ data: Data) {
      // A character may be cut here; those are not waited for.
      let text = String(decoding: data, as: UTF8.self)
      shown += text
      all += text
    }

    func type(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }

    /// Reads to the end. Returns the rest, and the exit status.
    func end() -> (text: String, status: Int32) {
      take(output.fileHandleForReading.readDataToEndOfFile())
      process.waitUntilExit()
      return (shown, process.terminationStatus)
    }

    static var isThere: Bool {
      #if os(Linux)
        if FileManager.default.isExecutableFile(atPath: "/usr/bin/script") { return true }
      #endif
      print("skipped: there is no script of util-linux to make a terminal")
      return false
    }
  }

  @Test("on a terminal, the table follows the feed in place, and Ctrl-C ends it with a summary")
  func terminal() throws {
    guard Terminal.isThere else { return }
    try folder.write("{\"k\":\"a\",\"n\":1}\n{\"k\":\"b\",\"n\":2}\nbad\n", to: "log")
    let terminal = try Terminal(
      "watch log --group-by k --sum n --quantiles 0.5 n", in: folder)
    // The other screen, without a cursor.
    #expect(terminal.waits(for: "\u{1B}[?1049h\u{1B}[?25l"))
    #expect(terminal.waits(for: "\u{1B}[?2026h\u{1B}[1;1Hlog  0:0"))
    #expect(terminal.waits(for: "records      2 "))
    #expect(terminal.waits(for: "k  count  per second  sum(n)  p50(n)\u{1B}[K"))
    #expect(terminal.waits(for: "the last bad records\u{1B}[K\u{1B}[11;1H  log:3: "))
    // Cut to the terminal's width, and erased after its end.
    #expect(terminal.waits(for: "\u{1B}[K\u{1B}[J\u{1B}[?2026l"))
    try folder.append("{\"k\":\"c\",\"n\":5}\n{\"k\":\"c\",\"n\":6}\n", to: "log")
    #expect(terminal.waits(for: "records      4 "))
    #expect(terminal.waits(for: "Hc  2 "))
    terminal.type("\u{3}")
    #expect(terminal.waits(for: "\u{1B}[?25h\u{1B}[?1049l"))
    let end = terminal.end()
    #expect(end.status == 1)
    let summary = end.text.replacing("\r", with: "")
    #expect(summary.contains("\nrecords      4 "), "\(summary)")
    #expect(summary.contains("\nc  2 "), "\(summary)")
    #expect(!summary.contains("\u{1B}"))
  }

  @Test("no line of the table is longer than the terminal, and there are no more of them")
  func small() throws {
    guard Terminal.isThere else { return }
    let wide = String(repeating: "漢", count: 30)
    let text = (0..<40).map { "{\"k\":\"\(wide)\($0)\"}\n" }.joined() + "\u{1B}[2J\n"
    try folder.write(text, to: "log")
    let terminal = try Terminal("watch log --group-by k", in: folder)
    #expect(terminal.waits(for: "records      40 "))
    #expect(terminal.waits(for: "\u{1B}[?2026h\u{1B}[1;1H"))
    #expect(terminal.waits(for: "and 36 more groups"))
    terminal.type("\u{3}")
    _ = terminal.end()
    let pictures = terminal.all.components(separatedBy: "\u{1B}[?2026h").dropFirst()
      .compactMap { $0.components(separatedBy: "\u{1B}[J\u{1B}[?2026l").first }
    #expect(!pictures.isEmpty)
    for picture in pictures {
      let lines = picture.split(separator: /\u{1B}\[\d+;1H/).map(String.init)
      #expect(lines.count <= 16)
      for line in lines {
        let cells = line.replacing("\u{1B}[K", with: "").unicodeScalars
          .reduce(0) { $0 + ($1.value >= 0x1100 ? 2 : 1) }
        #expect(cells <= 40, "\(line)")
      }
    }
  }

  @Test(
    "without a terminal there is a line for each interval, and a summary at the end of the input")
  func lines() throws {
    let result = try BuiltTool.run(
      ["watch", "-", "--group-by", "k", "--sum", "n", "--rejects", "r"], in: folder,
      input: "{\"k\":1,\"n\":2}\n{\"k\":1,\"n\":3}\n{}\nbad\n")
    #expect(result.status == 1 && result.errors.isEmpty, "\(result.errors)")
    #expect(!result.output.contains("\u{1B}"))
    #expect(result.output.contains("records      3  "), "\(result.output)")
    #expect(result.output.contains("bad records  1\n"), "\(result.output)")
    #expect(result.output.contains("\n1          2 "), "\(result.output)")
    #expect(result.output.contains("\n(missing)  1 "), "\(result.output)")
    #expect(folder.lines("r").count == 1)
  }

  @Test("a followed file without a terminal gives lines until it is interrupted")
  func followed() throws {
    try folder.write("{\"k\":1}\n", to: "log")
    let process = try BuiltTool.process(["watch", "log", "--group-by", "k"], in: folder)
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    var text = ""
    func waits(for part: String) -> Bool {
      while !text.contains(part) {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { return false }
        text += String(decoding: data, as: UTF8.self)
      }
      return true
    }
    #expect(waits(for: "Z  1 record  "))
    try folder.append("{\"k\":2}\n", to: "log")
    #expect(waits(for: "Z  2 records  "))
    process.interrupt()
    _ = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("too many bad records end it, and a reader that goes away ends it quietly")
  func endings() throws {
    let many = try BuiltTool.run(
      ["watch", "-", "--max-errors", "1"], in: folder, input: "bad\nbad\nbad\n")
    #expect(many.status == 3 && many.errors.contains("sluice: "), "\(many.errors)")
    let closed = try BuiltTool.shell(
      "sluice sample --records 20 | sluice watch - | head -c 1 | wc -c", in: folder)
    #expect(closed.output.filter { !$0.isWhitespace } == "1")
  }
}
