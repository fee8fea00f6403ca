import Foundation
import Results
import SampleFeeds
import SluiceFeed

/// What the tool needs besides CPU time: peak memory and start-up. Reported, with a bound; not a target.
struct Footprint {
  let measure: String
  let tool: String

  /// One line for each input size, to show growth.
  func lines() throws -> [FootprintLine] {
    var lines = try [startUp()]
    for megabytes in [16, 64] { lines.append(try check(megabytes: megabytes)) }
    lines.append(try check(megabytes: 64, dense: true))
    for megabytes in [32, 256] {
      lines += try feed(megabytes: megabytes)
    }
    return try lines + RetainedViews.lines()
  }

  private func startUp() throws -> FootprintLine {
    let times = try (0..<21).map { _ in
      try MeasuredProcess(measure, running: tool, ["--help"]).wallSeconds * 1000
    }
    return FootprintLine(
      name: "start-up", value: median(times), unit: "ms", bound: 10,
      note: String(
        format: "median of 21 runs of sluice --help, wall time; best %.2f", times.min() ?? .nan))
  }

  /// One document: an array of sample events, or, the worst case, of one-digit numbers: a token for each byte.
  private func check(megabytes: Int, dense: Bool = false) throws -> FootprintLine {
    let folder = try ScratchFolder()
    var bytes =
      dense
      ? [UInt8](repeating: UInt8(ascii: "7"), count: megabytes << 20)
      : Feeds.make(.events, records: megabytes * 870)
    for i in bytes.indices where dense ? i % 2 == 1 : bytes[i] == 0x0A {
      bytes[i] = UInt8(ascii: ",")
    }
    bytes.insert(UInt8(ascii: "["), at: 0)
    bytes[bytes.count - 1] = UInt8(ascii: "]")
    let path = try folder.write(bytes, to: "document.json")
    let run = try MeasuredProcess(measure, running: tool, ["check", path])
    return FootprintLine(
      name: dense ? "check.dense" : "check", value: Double(run.peakBytes) / Double(bytes.count),
      unit: "bytes per byte", bound: 2.5,
      note: "peak \(run.peakBytes >> 20) MiB for \(bytes.count) bytes of "
        + (dense ? "one-digit numbers" : "events"))
  }

  /// A feed of sample events with a record of 1 MiB in every 16 MiB.
  private func feed(megabytes: Int) throws -> [FootprintLine] {
    let folder = try ScratchFolder()
    let path = "\(folder.path)/events.ndjson"
    let size = try writeFeed(megabytes: megabytes, to: path)
    let columns = ImportWorkload.columns.flatMap { ["--column", $0] }
    let into = ["--into", "\(folder.path)/events.sqlite", "--table", "events"]
    let commands = [
      ["count", path], ["select", path] + columns, ["import", path] + into + columns,
    ]
    return try commands.map { arguments in
      let run = try MeasuredProcess(measure, running: tool, arguments)
      return FootprintLine(
        name: arguments[0], value: Double(run.peakBytes) / 1048576, unit: "MiB", bound: 64,
        note: "a feed of \(size) bytes, records up to 1 MiB, full check")
    }
  }

  private func writeFeed(megabytes: Int, to path: String) throws -> Int {
    let part = Feeds.make(.events, records: 16 * 860)
    let start = #"{"id":1,"type":"BlobEvent","actor":{"login":"a"},"repo":{"name":"r"},"text":""#
    let end = "\"}\n"
    var long = Array(start.utf8)
    long += repeatElement(UInt8(ascii: "x"), count: (1 << 20) - start.utf8.count - end.utf8.count)
    long += Array(end.utf8)
    try Data().write(to: URL(fileURLWithPath: path))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    var written = 0
    while written < megabytes << 20 {
      try file.write(contentsOf: Data(part))
      try file.write(contentsOf: Data(long))
      written += part.count + long.count
    }
    try file.close()
    return written
  }
}
