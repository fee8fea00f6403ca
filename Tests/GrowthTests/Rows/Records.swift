import CSluiceArrow
import Sluice
import SluiceArrow
import SluiceFeed
import SluiceImport
import SluiceRows
import Testing

/// Feeds as tables: SluiceRows and SluiceArrow.
extension GrowthRow {
  private static func lines(_ count: Int) -> [UInt8] {
    Array((0..<count).map { "{\"id\":\($0),\"name\":\"n\($0)\"}\n" }.joined().utf8)
  }

  private static func feed(_ bytes: [UInt8]) throws -> JSONFeed {
    try JSONFeed(.bytes(bytes, name: "feed"))
  }

  private static func columns() throws -> [ImportColumn] {
    [try ImportColumn(parsing: "id:int=id"), try ImportColumn(parsing: "name:text=name")]
  }

  private static func manyColumns(_ count: Int) throws -> [ImportColumn] {
    try Samples.keys(count).map { try ImportColumn(parsing: "\($0):int=\($0)") }
  }

  private static func manyFields(_ count: Int) -> [UInt8] {
    Array((Samples.object(count) + "\n").utf8)
  }

  static let records: [GrowthRow] = [
    GrowthRow("Filter.init(_:), long", 300) { count in
      let terms = Samples.keys(count)
      let texts = [
        terms.map { "\($0) = 1" }.joined(separator: " or "),
        "a in (" + terms.map { "'\($0)'" }.joined(separator: ", ") + ")",
        "a = '" + String(repeating: "x''", count: count) + "'",
        "not " + terms.prefix(60).joined(separator: ".") + " matches '" + terms.prefix(60).joined()
          + "'",
      ]
      return { for text in texts { _ = try Filter(text) } }
    },
    GrowthRow("ImportColumn and ColumnType, long", 200) { count in
      let fields = Samples.keys(count).map { "\($0): int" }.joined(separator: ", ")
      let path = String(repeating: "k", count: count) + ".a"
      let name = String(repeating: "a accepts ", count: count)
      let pattern = "'%Y-%m-%d %H%z" + String(repeating: "= accepts", count: count) + "'"
      let paths = Samples.keys(count).joined(separator: "|")
      return {
        let lenient = "\(name):timestamp accepts \(pattern)=\(paths)"
        #expect(try ImportColumn(parsing: lenient).fallbacks.count == count - 1)
        #expect(try ColumnType(parsing: "struct<\(fields)>") != .int)
        _ = try ImportColumn(parsing: "c:struct<\(fields)>=\(path)")
        _ = try ImportColumn(parsingConstant: "c:text='\(path)'")
        _ = try ColumnPath(parsing: path)
        _ = try ColumnConstant(path, as: .text)
      }
    },
    GrowthRow("RowSelection.write, each format", 300) { count in
      let (bytes, selection) = (lines(count), RowSelection(columns: try columns()))
      return {
        for format in FileFormat.allCases {
          var written = 0
          var feed = try feed(bytes)
          try unsafe selection.write(&feed, as: format) { written += $0.count }
          #expect(written > count)
        }
      }
    },
    GrowthRow("InferenceReport, records", 200) { count in
      let bytes = lines(count)
      return { _ = try InferenceReport(reading: .bytes(bytes, name: "feed")) }
    },
    GrowthRow("InferenceReport, fields", 100) { count in
      let bytes = manyFields(count)
      return { _ = try InferenceReport(reading: .bytes(bytes, name: "feed")) }
    },
    GrowthRow("InferenceReport.swiftSource", 100) { count in
      let report = try InferenceReport(reading: .bytes(manyFields(count), name: "feed"))
      return { () throws in #expect(try report.swiftSource(named: "Record").utf8.count > count) }
    },
    GrowthRow("InferenceReport.createTable", 100) { count in
      let report = try InferenceReport(reading: .bytes(manyFields(count), name: "feed"))
      return { () throws in #expect(try report.createTable(named: "t").utf8.count > count) }
    },
    GrowthRow("InferenceReport.jobFile, widened by it", 100) { count in
      let report = try InferenceReport(reading: .bytes(manyFields(count), name: "feed"))
      return { () throws in
        let file = report.jobFile(of: ["feed.ndjson"])
        #expect(try file.widened(by: report).changes.isEmpty)
      }
    },
    GrowthRow("Deduplication", 300) { count in
      let bytes = lines(count) + lines(count)
      let unique = Deduplication(keys: [try ColumnPath(parsing: "id")])
      return {
        var written = 0
        var first = try feed(bytes)
        var second = try feed(bytes)
        _ = try unsafe unique.write(&first) { written += $0.count }
        first = try feed(bytes)
        _ = try unsafe unique.writeLast(&first, again: &second) { written += $0.count }
        #expect(written == bytes.count)
      }
    },
    GrowthRow("FeedComparison", 300) { count in
      let comparison = FeedComparison(keys: [try ColumnPath(parsing: "id")])
      let (one, other) = (lines(count), lines(count).map { $0 == 0x6E ? 0x6D : $0 })
      return {
        var changed = 0
        _ = try comparison.forEach(
          from: .bytes(one, name: "one"),
          to: .bytes(
            Array(
              String(decoding: other, as: UTF8.self).replacing("\"mame\"", with: "\"name\"").utf8),
            name: "other")
        ) { _ in changed += 1 }
        #expect(changed == count)
      }
    },
    GrowthRow("Tally, a group for each record", 300) { count in
      let bytes = lines(count)
      let id = try ColumnPath(parsing: "id")
      let tally = Tally(
        groupedBy: try ColumnPath(parsing: "name"),
        sums: [.init(.sum, of: id), .init(.maximum, of: id)])
      let several = Tally(groupedBy: [id, try ColumnPath(parsing: "name")])
      return {
        var written = 0
        var feed = try feed(bytes)
        let result = try tally.groups(of: &feed)
        try unsafe tally.write(result, as: .csv) { written += $0.count }
        #expect(result.groups.count == count && result.top(10).groups.count == 10)
        feed = try GrowthRow.feed(bytes)
        #expect(try several.groups(of: &feed).groups.count == count && written > count)
      }
    },
    GrowthRow("ColumnStream and ArrowStreamWriter, rows", 300) { count in
      let (bytes, selection) = (lines(count), RowSelection(columns: try columns()))
      return {
        var options = ColumnOptions()
        options.batchRows = 64
        let stream = try ColumnStream(selection, of: feed(bytes), options: options)
        let writer = ArrowStreamWriter(stream.schema)
        var written = 0
        while let batch = try stream.next() {
          unsafe writer.write(batch) { written += $0.count }
          for row in 0..<batch.count {
            #expect(batch[0].int64(row) != nil && batch[1].string(row) != nil)
            #expect(batch[1].bytes(row)?.isEmpty == false && !batch[0].isNull(row))
          }
        }
        #expect(written > count)
      }
    },
    GrowthRow("ColumnSchema and ArrowStreamWriter, columns", 100) { count in
      let (columns, bytes) = (try manyColumns(count), manyFields(count))
      return {
        let schema = ColumnSchema(columns)
        #expect(schema.column(columns[count - 1].name) == count - 1)
        let stream = try ColumnStream(RowSelection(columns: columns), of: feed(bytes))
        let writer = ArrowStreamWriter(stream.schema)
        var written = 0
        unsafe writer.begin { written += $0.count }
        while let batch = try stream.next() { unsafe writer.write(batch) { written += $0.count } }
        #expect(written > count)
      }
    },
    GrowthRow("ColumnBatch, columns of each type", 200) { count in
      let columns = try [
        "a:real=a", "b:bool=b", "c:date=c", "d:decimal=d", "e:list<int>=e",
      ].map { try ImportColumn(parsing: $0) }
      let record = "{\"a\":1.5,\"b\":true,\"c\":\"2026-01-31\",\"d\":\"1.50\",\"e\":[1,2,3]}\n"
      let bytes = Array(String(repeating: record, count: count).utf8)
      return {
        let stream = try ColumnStream(RowSelection(columns: columns), of: feed(bytes))
        var rows = 0
        while let batch = try stream.next() {
          for row in 0..<batch.count {
            #expect(batch[0].double(row) != nil && batch[1].bool(row) != nil)
            #expect(batch[2].days(row) != nil && batch[3].scaled(row) != nil)
            #expect(batch[4].elements(row)?.count == 3)
          }
          rows += batch.count
          var array = unsafe ArrowArray()
          unsafe batch.export(to: &array)
          #expect(unsafe array.length == Int64(batch.count))
          unsafe array.release(&array)
        }
        #expect(rows == count)
      }
    },
  ]
}
