import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The system's limits")
struct SystemLimitTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("a lack of descriptors is reported as such, whichever open fails", arguments: 4...24)
  func descriptors(count: Int) throws {
    try folder.write("{\"id\":1}\nbad\n", to: "feed.ndjson")
    for command in [
      "count feed.ndjson --rejects r", "check feed.ndjson", "count feed.ndjson --jobs 2",
      "import feed.ndjson --into a.csv --column id:int=id --rejects r",
    ] {
      let result = try BuiltTool.shell("ulimit -n \(count); sluice \(command)", in: folder)
      // The loader needs some before the tool begins.
      guard result.status == 2, result.errors.hasPrefix("sluice:") else { continue }
      #expect(result.errors.contains("Too many open files"), "\(command): \(result.errors)")
    }
  }

  @Test("a file at its size limit ends the tool with a message, not a signal")
  func fileSize() throws {
    // A sanitizer's runtime opens files of its own, and does not start or end under this limit.
    guard try BuiltTool.shell("ulimit -f 8; sluice --version", in: folder).status == 0,
      ProcessInfo.processInfo.environment["SLUICE_SANITIZER"] != "thread"
    else {
      return print("skipped: this build does not run with a limit on the size of files")
    }
    let sample = try BuiltTool.shell(
      "sluice sample --records 1000 > feed.ndjson;"
        + " ulimit -f 8; sluice sample --records 1000 > out.ndjson", in: folder)
    #expect(sample.status == 2)
    #expect(sample.errors == "sluice: can't write to standard output: File too large\n")
    let imported = try BuiltTool.shell(
      "ulimit -f 8; sluice import feed.ndjson --into a.csv --column 'all:json=$'", in: folder)
    #expect(imported.status == 2)
    #expect(imported.errors.contains("File too large"), "\(imported.errors)")
  }

  @Test(
    "a record that takes more memory than there is ends the tool by a message, not by a signal",
    arguments: [250_000, 600_000].prefix(Rounds.count(1, long: 2)))
  func memory(kibibytes: Int) throws {
    // A sanitizer's runtime takes more addresses than any limit.
    let limit = "ulimit -v \(kibibytes); ulimit -c 0"
    guard try BuiltTool.shell("\(limit); sluice --version", in: folder).status == 0 else {
      return print("skipped: this build does not run with a limit on its memory")
    }
    let feed =
      #"{ printf '{"id":1}\n{"id":2,"s":"'; head -c 100000000 /dev/zero | tr '\0' x; printf '"}\n'; }"#
    for command in [
      "count - --jobs 2", "import - --into a.csv --column id:int=id", "infer -", "count -",
      "count - --framing concatenated",
    ].prefix(Rounds.count(2, long: 5)) {
      // The default limit refuses the record before it takes that much; two jobs hold two windows of it.
      let refused = try BuiltTool.shell("\(feed) | { \(limit); sluice \(command); }", in: folder)
      #expect(
        refused.status <= 1 || refused.errors.hasPrefix("sluice: out of memory: expected "),
        "\(command): \(refused)")
      let result = try BuiltTool.shell(
        "\(feed) | { \(limit); sluice \(command) --max-record 1000000000; }", in: folder)
      #expect(result.status == 2, "\(command): \(result)")
      #expect(
        result.errors.hasPrefix("sluice: out of memory: expected "), "\(command): \(result)")
      #expect(result.errors.contains("--max-record"), "\(command): \(result)")
    }
    // A document is one value.
    for command in ["format -", "check -", "get /id -"].prefix(Rounds.count(1, long: 3)) {
      let result = try BuiltTool.shell(
        "\(feed) | tail -n 1 | { \(limit); sluice \(command); }", in: folder)
      #expect(result.status == 1 || result.status == 2, "\(command): \(result)")
      #expect((result.output + result.errors).contains("out of memory"), "\(command): \(result)")
    }
  }

  @Test(
    "a value that does not fit into the batch of another thread leaves the rows before it")
  func batchWithoutMemory() throws {
    // Room for the value's window, but not for its copy.
    let limit = "ulimit -v 800000; ulimit -c 0"
    guard try BuiltTool.shell("\(limit); sluice --version", in: folder).status == 0 else {
      return print("skipped: this build does not run with a limit on its memory")
    }
    let result = try BuiltTool.shell(
      #"{ printf '{"id":1}\n{"id":2,"s":"'; head -c 100000000 /dev/zero | tr '\0' x; printf '"}\n'; }"#
        + " | { \(limit); sluice import - --into b.csv --column id:int=id --batch 1"
        + " --framing concatenated --jobs 2 --max-record 1000000000; }", in: folder)
    let rows = try String(contentsOfFile: folder["b.csv"], encoding: .utf8)
    if result.status == 0 {
      #expect(rows == "id\r\n1\r\n2\r\n")
    } else {
      #expect(result.status == 2, "\(result)")
      #expect(result.errors.hasPrefix("sluice: out of memory: expected "), "\(result)")
      #expect(rows == "id\r\n1\r\n")
    }
  }

  #if !canImport(Darwin)
    @Test(
      "Ctrl-C ends the wait for a named pipe's writer",
      arguments: [
        ["count", "pipe"], ["select", "pipe", "--column", "id:int=id"], ["infer", "pipe"],
        ["import", "pipe", "--into", "a.csv", "--column", "id:int=id"],
      ])
    func pipe(arguments: [String]) throws {
      #expect(unsafe mkfifo(folder["pipe"], 0o600) == 0)
      let process = try BuiltTool.process(arguments, in: folder)
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      // Opens as soon as the tool has: it then waits for a writer.
      let writer = unsafe open(folder["pipe"], O_WRONLY)
      #expect(writer >= 0)
      kill(process.processIdentifier, SIGINT)
      process.waitUntilExit()
      close(writer)
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 130)
    }

    @Test("a named pipe is read to its end, from the first byte of its first writer")
    func wholePipe() throws {
      #expect(unsafe mkfifo(folder["pipe"], 0o600) == 0)
      let result = try BuiltTool.shell(
        "{ echo '{\"id\":1}' > pipe; } & sluice select pipe --column id:int=id --format ndjson",
        in: folder)
      #expect(result.output == "{\"id\":1}\n")
      #expect(result.status == 0)
    }
  #endif

  @Test(
    "an argument or a matching file whose name is not UTF-8 is refused, not confused with another")
  func notUTF8() throws {
    let result = try BuiltTool.shell(
      "printf '{\"id\":1}\\n' > \"$(printf 'caf\\351.ndjson')\"; echo '{}' > b.ndjson;"
        + " sluice count '*.ndjson'; echo $?;"
        + " sluice import b.ndjson --into \"$(printf 'caf\\351.csv')\" --column id:int=id; echo $?;"
        + " ls | wc -l", in: folder)
    #expect(result.output.split(separator: "\n").map { $0.filter(\.isNumber) } == ["2", "2", "2"])
    #expect(result.errors.contains("is not UTF-8"))
    #expect(result.errors.contains("argument 4 is not UTF-8"), "\(result.errors)")
  }
}
