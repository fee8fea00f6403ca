import Foundation
import Sluice
import SluiceDerivation
import SluiceFeed
import SluiceImport
import SluiceRows
import Testing

private struct Line: Codable, Sendable {
  let id: Int
  let name: String
}

/// SluiceImport, into files and SQLite.
extension GrowthRow {
  private static func lines(_ count: Int) -> [UInt8] {
    Array((0..<count).map { "{\"id\":\($0),\"name\":\"n\($0)\"}\n" }.joined().utf8)
  }

  private static func columns() throws -> [ImportColumn] {
    [try ImportColumn(parsing: "id:int=id"), try ImportColumn(parsing: "name:text=name")]
  }

  /// Imports as many lines into a new sink in a folder of its own.
  private static func importing(
    _ name: String, _ size: Int, columns: @escaping @Sendable (Int) throws -> [ImportColumn],
    lines: @escaping @Sendable (Int) -> [UInt8],
    into sink: @escaping @Sendable (SampleFolder) throws -> any Sink
  ) -> GrowthRow {
    GrowthRow(name, size) { count in
      let (columns, bytes) = (try columns(count), lines(count))
      return {
        let folder = try SampleFolder()
        let job = try ImportJob(
          feed: .bytes(bytes, name: "feed"), columns: columns, sink: sink(folder))
        #expect(try job.run().rows > 0)
      }
    }
  }

  private static func manyColumns(_ count: Int) throws -> [ImportColumn] {
    try Samples.keys(count).map { try ImportColumn(parsing: "\($0):int=\($0)") }
  }

  private static func manyFields(_ count: Int) -> [UInt8] {
    Array((Samples.object(count) + "\n").utf8)
  }

  static let imports: [GrowthRow] = [
    importing("FileSink, rows", 300, columns: { _ in try columns() }, lines: lines) {
      try FileSink(path: $0["rows.csv"], format: .csv)
    },
    importing("FileSink, columns", 50, columns: manyColumns, lines: manyFields) {
      try FileSink(path: $0["rows.ndjson"], format: .ndjson)
    },
    importing("SQLiteSink, rows", 300, columns: { _ in try columns() }, lines: lines) {
      try SQLiteSink(path: $0["rows.db"], table: "t")
    },
    importing("SQLiteSink, columns", 100, columns: manyColumns, lines: manyFields) {
      try SQLiteSink(path: $0["rows.db"], table: "t")
    },
    GrowthRow("ImportJob.plan, run again and verify", 200) { count in
      let (columns, bytes) = (try columns(), lines(count))
      return {
        let folder = try SampleFolder()
        let file = folder["feed.ndjson"]
        try Data(bytes).write(to: URL(filePath: file))
        let job = try ImportJob(
          feed: .file(file), columns: columns,
          sink: FileSink(path: folder["rows.ndjson"], format: .ndjson))
        _ = try job.plan()
        #expect(try job.run().rows == count)
        _ = try job.verify()
      }
    },
    GrowthRow("ImportJobFile, many columns", 50) { count in
      let columns = Samples.keys(count).map {
        "{\"name\":\"\($0)\",\"type\":\"int\",\"path\":\"\($0)\"}"
      }
      let text =
        "{\"sources\":[\"feed.ndjson\"],\"columns\":[\(columns.joined(separator: ","))],"
        + "\"into\":\"rows.csv\"}"
      let file = try SampleFile(text)
      return {
        let job = try ImportJobFile(parsing: text)
        #expect(try job.columns == ImportJobFile(contentsOf: file.path).columns)
        _ = (try job.feedSource(), try job.sinkTarget(), try job.job())
      }
    },
    GrowthRow("JobIdentity and TableIndex, many columns", 200) { count in
      let columns = try manyColumns(count)
      let text = Samples.keys(count).joined(separator: "+")
      return { () throws in
        let one = JobIdentity(source: "feed", columns: columns, more: [text])
        #expect(one == JobIdentity(source: "feed", columns: columns, more: [text]))
        #expect(try TableIndex(parsing: text) == TableIndex(columns.map(\.name)))
      }
    },
    GrowthRow("ImportJob, rows that are encoded", 100) { count in
      let (mapping, bytes) = (try RowMapping.codable(Line.self), lines(count))
      return {
        let folder = try SampleFolder()
        let job = try ImportJob(
          feed: .bytes(bytes, name: "feed"), rows: mapping,
          sink: FileSink(path: folder["rows.csv"], format: .csv))
        #expect(try job.run().rows == count)
      }
    },
    GrowthRow("SQLiteSink, rejects, and a plan", 100) { count in
      let (columns, bytes) = (try columns(), lines(count))
      let bad = Array(String(decoding: bytes, as: UTF8.self).replacing(":\"n", with: ":[\"n").utf8)
      return {
        let folder = try SampleFolder()
        let target = try SinkTarget(parsing: folder["rows.db"])
        let job = try ImportJob(
          feed: .bytes(bad, name: "feed"), columns: columns,
          sink: target.sink(table: "t", rejectTable: "r"))
        _ = try job.plan()
        #expect(try job.run().rejects == count)
        var found = 0
        try RejectTable(in: target, named: "r").forEach { _ in found += 1 }
        #expect(found == count)
      }
    },
  ]
}
