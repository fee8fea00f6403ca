import Foundation
import Sluice
import SluiceImportTestSupport
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Metrics in Prometheus's text form, read strictly: each family has its help and its type once, before its
/// samples, which stand together.
private struct Metrics {
  var samples: [String: Double] = [:]

  init(_ text: String) throws {
    var family = ""
    var seen: Set<String> = []
    #expect(text.hasSuffix("\n"))
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let words = line.split(separator: " ", maxSplits: 3)
      if line.hasPrefix("# HELP ") {
        family = String(words[2])
        #expect(seen.insert(family).inserted && words.count == 4, "\(line)")
      } else if line.hasPrefix("# TYPE ") {
        #expect(words[2] == family && ["counter", "gauge"].contains(words[3]), "\(line)")
        #expect(family.hasSuffix("_total") == (words[3] == "counter"), "\(line)")
      } else {
        let sample = try #require(
          line.wholeMatch(
            of: /([a-z_]+)(\{(?:[a-z_]+="(?:[^"\\]|\\["\\n])*",?)*\})? ([0-9.e+-]+)/), "\(line)")
        #expect(sample.output.1 == family, "\(line)")
        let name = "\(sample.output.1)\(sample.output.2 ?? "")"
        #expect(samples.updateValue(Double(sample.output.3) ?? .nan, forKey: name) == nil)
      }
    }
  }

  subscript(_ name: String) -> Double? { samples["sluice_import_" + name] }
}

@Suite("Metrics of imports")
struct MetricsTests {
  let folder: TemporaryFolder
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "{\"id\":1}\n{\"id\":\"x\"}\nbad\n{\"id\":\"y\"}\n{\"id\":4}\n{\"id\":9}\n", to: "f")
  }

  private let target = ["--into", "x.sqlite", "--table", "a\"b\\c", "--column", "id:int=id"]

  private func metrics(_ name: String = "m.prom") throws -> Metrics {
    try Metrics(String(decoding: folder.bytes(name), as: UTF8.self))
  }

  @Test("rows that the target skips are counted, so that rows and records add up")
  func skipped() throws {
    try folder.write("{\"id\":1}\n{\"id\":1}\n{\"id\":2}\n{\"id\":1}\n", to: "f")
    let result = try BuiltTool.run(
      ["import", "f", "--mode", "ignore", "--key", "id", "--metrics", "m.prom"] + target, in: folder
    )
    #expect(result.status == 0, "\(result)")
    let found = try metrics()
    #expect(found["records_total"] == 4 && found["rows_total"] == 2)
    #expect(found["skipped_rows_total"] == 2)
  }

  @Test("a file has the counts of the run, which add up, and the state that it ended in")
  func file() throws {
    let result = try BuiltTool.run(
      ["import", "f", "--where", "id != 9", "--metrics", "m.prom"] + target, in: folder)
    #expect(result.status == 1)
    let found = try metrics()
    #expect(found["records_total"] == 6 && found["rows_total"] == 2)
    #expect(found["filtered_records_total"] == 1 && found["empty_records_total"] == 0)
    #expect(found["skipped_rows_total"] == 0)
    #expect(found[#"rejects_total{code="type-mismatch",column="id"}"#] == 2)
    #expect(found[#"rejects_total{code="invalid-literal",column=""}"#] == 1)
    #expect(found["bytes_total"] == 53 && found["lag_bytes"] == 0)
    #expect(found[#"state{state="finished"}"#] == 1 && found[#"state{state="running"}"#] == 0)
    #expect(found["commits_total"] ?? 0 >= 1)
    let now = Date().timeIntervalSince1970
    #expect(abs((found["last_commit_timestamp_seconds"] ?? 0) - now) < 3600)
    let info = found.samples.keys.first { $0.hasPrefix("sluice_import_info") }
    #expect(info?.contains(#"target="x.sqlite",table="a\"b\\c""#) == true, "\(info ?? "")")
    #expect(folder.names.filter { $0.hasPrefix("m.prom") } == ["m.prom"])
  }

  @Test("a run that fails says so, with what it committed")
  func failed() throws {
    let result = try BuiltTool.run(
      ["import", "f", "--max-errors", "1", "--metrics", "m.prom"] + target, in: folder)
    #expect(result.status == 3)
    #expect(try metrics()[#"state{state="failed"}"#] == 1)
    let gone = try BuiltTool.run(["import", "gone", "--metrics", "m.prom"] + target, in: folder)
    #expect(gone.status == 2)
    #expect(try metrics()[#"state{state="failed"}"#] == 1)
    #expect(try metrics()["records_total"] == 0)
  }

  @Test(
    "a place where nothing can be written is refused before anything is imported",
    arguments: [
      "no/m.prom", "unix:no/s", "unix:f", "f", "x.sqlite", "unix:", "",
      "unix:" + String(repeating: "x", count: 200),
    ])
  func badPlace(place: String) throws {
    let before = try folder.bytes("f")
    let result = try BuiltTool.run(["import", "f", "--metrics", place] + target, in: folder)
    #expect(result.status == 2 && !result.errors.isEmpty)
    #expect(!folder.has("x.sqlite"))
    #expect(try folder.bytes("f") == before)
  }

  /// Asks at the socket of a running import; nil while it does not listen.
  private func ask(_ request: String, at name: String) throws -> String? {
    let made = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(made) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array(folder[name].utf8)
    try #require(path.count < MemoryLayout.size(ofValue: address.sun_path))
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
    let result = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(made, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { return nil }
    let handle = FileHandle(fileDescriptor: made, closeOnDealloc: false)
    try handle.write(contentsOf: Data(request.utf8))
    return try handle.readToEnd().map { String(decoding: $0, as: UTF8.self) }
  }

  private static let request = "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"

  @Test("a socket answers while a followed log is imported, with its lag, and is gone at the end")
  func served() throws {
    // A socket that a killed run left.
    _ = try BuiltTool.shell(
      "python3 -c \"import socket; socket.socket(socket.AF_UNIX).bind('s')\" 2> /dev/null",
      in: folder)
    let process = try BuiltTool.process(
      ["import", "f", "--follow", "--metrics", "unix:s", "--progress", "none"] + target, in: folder)
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    let deadline = Date(timeIntervalSinceNow: 60)
    var answer = ""
    while !answer.contains("rows_total 3"), Date() < deadline {
      answer = try ask(Self.request, at: "s") ?? ""
      usleep(20_000)
    }
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    let parts = answer.split(separator: "\r\n\r\n", maxSplits: 1)
    let body = String(parts.last ?? "")
    #expect(answer.contains("Content-Length: \(body.utf8.count)\r\n"))
    let found = try Metrics(body)
    #expect(found["rows_total"] == 3 && found[#"state{state="running"}"#] == 1)
    #expect(found["lag_bytes"] == 0)
    // What is not a whole line stays behind the last commit.
    try folder.append("{\"id\":", to: "f")
    while !answer.contains("lag_bytes 6"), Date() < deadline {
      answer = try ask(Self.request, at: "s") ?? ""
      usleep(20_000)
    }
    #expect(answer.contains("\nsluice_import_lag_bytes 6\n"))
    #expect(try ask("POST / HTTP/1.1\r\n\r\n", at: "s")?.hasPrefix("HTTP/1.1 405 ") == true)
    let second = try BuiltTool.run(
      ["import", "f", "--metrics", "unix:s", "--into", "y.csv", "--column", "id:int=id"], in: folder
    )
    #expect(second.status == 2 && second.errors.contains("can't serve metrics at s"))
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(!folder.has("s"))
  }
}
