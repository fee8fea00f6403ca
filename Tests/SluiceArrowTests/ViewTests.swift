import CSluiceArrow
import SluiceArrow
import SluiceFeed
import SluiceRows
import TestSupport
import Testing

/// Views that point into the windows of a feed. `BatchTests` compares those whose texts were copied.
@Suite("Views of texts")
struct ViewTests {
  private static let columns = [
    "id:int=id", "name:text=name", "deep:text=a.b.c", "tags:json=tags", "body:blob=body",
    "list:list<text>=words", "line:line", "source:source",
  ]

  @Test(
    "have the values of copied texts, on any number of threads, however many windows stay",
    arguments: [1, 2, 3], [0, 0.25, 0.5, 2])
  func values(threads: Int, share: Double) throws {
    let folder = try TemporaryFolder()
    for seed in 0..<UInt64(Rounds.count(1, long: 3)) {
      var random = SeededGenerator(seed: seed)
      let path = try folder.write(Self.feed(4000, &random), to: "\(seed).ndjson")
      let expected = try Self.texts(of: .file(path), ColumnOptions())
      let found = try Self.texts(
        of: .file(path),
        ColumnOptions(strings: .view, batchRows: 700, leastViewedShare: share), threads: threads)
      let isEqual = found == expected
      #expect(isEqual, "seed \(seed): \(found.count) rows, expected \(expected.count)")
      #expect(expected.count > 3000)
    }
  }

  @Test("are copied from bytes in memory, and from records that are no lines")
  func copies() throws {
    var random = SeededGenerator(seed: 4)
    let bytes = Self.feed(2000, &random)
    let options = ColumnOptions(strings: .view, leastViewedShare: 0)
    let expected = try Self.texts(of: .bytes(bytes, name: "t"), ColumnOptions())
    let isEqual = try Self.texts(of: .bytes(bytes, name: "t"), options) == expected
    #expect(isEqual)
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "t.ndjson")
    let asValues = try Self.texts(of: .file(path), ColumnOptions(), framing: .concatenated)
    let isEqualAsValues =
      try Self.texts(of: .file(path), options, framing: .concatenated) == asValues
    #expect(isEqualAsValues && asValues.count > 1000)
  }

  @Test("outlive the stream and the file, and are freed in any order", arguments: [1, 2])
  func lifetimes(threads: Int) throws {
    var random = SeededGenerator(seed: 7)
    let bytes = Self.feed(5000, &random)
    var expected: [[String]] = []
    var batches: [ColumnBatch?] = []
    do {
      let folder = try TemporaryFolder()
      let path = try folder.write(bytes, to: "t.ndjson")
      expected = try Self.texts(of: .file(path), ColumnOptions())
      let stream = try Self.stream(
        .file(path), ColumnOptions(strings: .view, batchRows: 300, leastViewedShare: 0),
        threads: threads)
      while let batch = try stream.next() { batches.append(batch) }
    }
    #expect(batches.count > 10)
    // The first row of each.
    var starts: [Int] = []
    var rows = 0
    for batch in batches {
      starts.append(rows)
      rows += batch?.count ?? 0
    }
    #expect(rows == expected.count)
    for number in batches.indices.shuffled(using: &random) {
      let batch = try #require(batches[number])
      let texts = (0..<batch.count).map { Self.row($0, of: batch) }
      let isEqual = texts == Array(expected[starts[number]..<starts[number] + batch.count])
      #expect(isEqual, "batch \(number)")
      batches[number] = nil
    }
  }

  @Test("keep their windows while a consumer in C has them, and no longer")
  func exported() throws {
    var random = SeededGenerator(seed: 8)
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.feed(3000, &random), to: "t.ndjson")
    let options = ColumnOptions(strings: .view, batchRows: 500, leastViewedShare: 0)
    let expected = try Self.texts(of: .file(path), ColumnOptions()).map { $0[1] }
    let stream = try Self.stream(.file(path), options, threads: 1)
    var arrays: [UnsafeMutablePointer<ArrowArray>] = unsafe []
    var starts: [Int] = []
    var rows = 0
    while let batch = try stream.next() {
      let array = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)
      unsafe batch.export(to: array)
      unsafe arrays.append(array)
      starts.append(rows)
      rows += batch.count
    }
    for number in unsafe arrays.indices.shuffled(using: &random) {
      let array = unsafe arrays[number]
      let column = unsafe array.pointee.children[1]!.pointee
      #expect(unsafe column.n_buffers > 4, "views, the column's own bytes, windows, their sizes")
      for row in 0..<Int(unsafe column.length) {
        let text = unsafe Self.text(of: column, row)
        #expect(text == expected[starts[number] + row])
      }
      unsafe array.pointee.release(array)
      unsafe array.deallocate()
    }
  }

  @Test(
    "deliver the rows before the error that ends the reading, and then that error again",
    arguments: [1, 2])
  func failure(threads: Int) throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "a long text ", count: 9)
    let lines = (0..<5000).map {
      $0 == 4000 ? "{\"n\":\"x\"}\n" : "{\"n\":\($0),\"s\":\"\(text)\($0)\"}\n"
    }
    let path = try folder.write(Array(lines.joined().utf8), to: "t.ndjson")
    let columns = try ["n:int=n", "s:text=s"].map { text throws(ImportError) in
      try ImportColumn(parsing: text)
    }
    let stream = try ColumnStream(
      RowSelection(columns: columns),
      of: JSONFeed(.file(path), options: FeedOptions(parallel: threads, badRecords: .stop)),
      options: ColumnOptions(strings: .view, leastViewedShare: 0))
    var rows = 0
    #expect(throws: RejectedRecord.self) {
      while let batch = try stream.next() {
        for row in 0..<batch.count where batch[1].bytes(row) != Array("\(text)\(rows + row)".utf8) {
          Issue.record("row \(rows + row)")
        }
        rows += batch.count
      }
    }
    #expect(rows == 4000)
    #expect(throws: RejectedRecord.self) { _ = try stream.next() }
  }

  @Test("stay with a batch where enough of the feed is viewed, and are counted")
  func retained() throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "a long text ", count: 40)
    let texts = (0..<4000).map { "{\"n\":\($0),\"s\":\"\(long)\($0)\"}\n" }.joined()
    let few = (0..<4000).map { "{\"s\":\"thirteen bytes\",\"n\":\"\(long)\($0)\"}\n" }.joined()
    func retained(_ text: String, _ share: Double) throws -> (bytes: Int, viewed: Int) {
      let path = try folder.write(text, to: "t.ndjson")
      let columns = [try ImportColumn(parsing: "s:text=s")]
      let stream = try ColumnStream(
        RowSelection(columns: columns), of: JSONFeed(.file(path)),
        options: ColumnOptions(strings: .view, leastViewedShare: share))
      var sum = (bytes: 0, viewed: 0)
      while let batch = try stream.next() {
        sum.bytes += batch.retainedBytes
        sum.viewed += (0..<batch.count).reduce(0) { $0 + (batch[0].bytes($1)?.count ?? 0) }
      }
      return sum
    }
    let kept = try retained(texts, 0.25)
    #expect(kept.bytes >= texts.utf8.count && kept.bytes < 4 * kept.viewed)
    let copied = try retained(few, 0.25)
    #expect(copied.bytes < few.utf8.count / 4 && copied.viewed == 4000 * 14)
    #expect(try retained(few, 0).bytes >= few.utf8.count)
    #expect(try retained(texts, 2).bytes < 3 * kept.viewed)
  }

  @Test("follow a feed that changes: few pieces are read in another way than their texts ask for")
  func changing() throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "a long text ", count: 40)
    var lines: [String] = []
    for part in 0..<4 {
      for number in 0..<1000 {
        let (s, t) = part % 2 == 0 ? ("\(long)\(number)", "t") : ("fourteen bytes", long)
        lines.append("{\"n\":\(number),\"s\":\"\(s)\",\"t\":\"\(t)\"}\n")
      }
    }
    let path = try folder.write(Array(lines.joined().utf8), to: "t.ndjson")
    var options = FeedOptions()
    options.windowSize = 1 << 14
    let columns = try ["n:int=n", "s:text=s"].map { text throws(ImportError) in
      try ImportColumn(parsing: text)
    }
    let stream = try ColumnStream(
      RowSelection(columns: columns), of: JSONFeed(.file(path), options: options),
      options: ColumnOptions(strings: .view, batchRows: 1000))
    var retained: [Int] = []
    while let batch = try stream.next() {
      let isLong = retained.count % 2 == 0
      for row in 0..<batch.count {
        let text = isLong ? "\(long)\(row)" : "fourteen bytes"
        if batch[1].string(row) != text { Issue.record("batch \(retained.count), row \(row)") }
      }
      retained.append(batch.retainedBytes)
    }
    // Half a megabyte of each thousand lines: all of it where texts are long.
    #expect(retained.count == 4)
    #expect(retained[0] > 480_000 && retained[2] > 440_000)
    #expect(retained[1] < 120_000 && retained[3] < 120_000)
  }

  @Test("keep no texts of rejected records", arguments: [0, 2.0])
  func rejects(share: Double) throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "a long text ", count: 80)
    let escaped = String(repeating: "a text\\n", count: 80)
    let lines = (0..<3000).map {
      $0 % 3 == 0
        ? "{\"s\":\"text number \($0), short\",\"n\":\($0)}\n"
        : "{\"s\":\"\($0 % 3 == 1 ? long : escaped)\",\"n\":\"x\"}\n"
    }
    let path = try folder.write(Array(lines.joined().utf8), to: "t.ndjson")
    let columns = try ["s:text=s", "n:int=n"].map { text throws(ImportError) in
      try ImportColumn(parsing: text)
    }
    let stream = try ColumnStream(
      RowSelection(columns: columns),
      of: JSONFeed(.file(path), options: FeedOptions(badRecords: .skip)),
      options: ColumnOptions(strings: .view, leastViewedShare: share))
    let batch = try #require(try stream.next())
    #expect(try stream.next() == nil && batch.count == 1000)
    for row in 0..<batch.count {
      #expect(batch[0].string(row) == "text number \(3 * row), short")
    }
    // The texts that were rejected have a megabyte and a half, all others 22 kilobytes.
    #expect(share == 0 || batch.retainedBytes < 300_000)
  }

  // What is read.

  /// Texts of every length, with escapes and without, in lines that are also damaged.
  private static func feed(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    var text = ""
    for number in 0..<count {
      if Int.random(in: 0..<50, using: &random) == 0 { text += "{\"id\": \"no number\"\n" }
      let words = (0..<Int.random(in: 0...3, using: &random)).map { _ in word(&random) }
      text += "{\"id\":\(number),\"name\":\(word(&random)),\"a\":{\"b\":{\"c\":\(word(&random))}},"
      text += "\"tags\":[1,{\"t\":\(word(&random))}],\"body\":\"aGVsbG8gd29ybGQsIGhlbGxv\","
      text += "\"words\":[\(words.joined(separator: ", "))]}\n"
    }
    return Array(text.utf8)
  }

  private static func word(_ random: inout SeededGenerator) -> String {
    if Int.random(in: 0..<10, using: &random) == 0 { return "null" }
    let parts = ["x", "日", "\\n", "\\u00e9", "words and words, "]
    let isPlain = Int.random(in: 0..<3, using: &random) > 0
    let length = Int.random(in: 0...40, using: &random)
    let text = (0..<length).map { _ in
      isPlain ? "y" : parts.randomElement(using: &random) ?? ""
    }
    return "\"\(text.joined())\""
  }

  private static func stream(
    _ source: FeedSource, _ options: ColumnOptions, threads: Int,
    framing: FeedFraming = .lines
  ) throws -> ColumnStream {
    var feedOptions = FeedOptions(parallel: threads, badRecords: .skip)
    feedOptions.framing = framing
    feedOptions.windowSize = 1 << 14
    feedOptions.chunkSize = 1 << 15
    let columns = try columns.map { text throws(ImportError) in try ImportColumn(parsing: text) }
    return try ColumnStream(
      RowSelection(columns: columns), of: JSONFeed(source, options: feedOptions), options: options)
  }

  private static func texts(
    of source: FeedSource, _ options: ColumnOptions, threads: Int = 1,
    framing: FeedFraming = .lines
  ) throws -> [[String]] {
    let stream = try stream(source, options, threads: threads, framing: framing)
    var rows: [[String]] = []
    while let batch = try stream.next() {
      for number in 0..<batch.count { rows.append(row(number, of: batch)) }
    }
    return rows
  }

  private static func row(_ row: Int, of batch: ColumnBatch) -> [String] {
    batch.schema.fields.indices.map { number in
      let column = batch[number]
      guard let elements = column.field.name == "list" ? column.elements(row) : nil else {
        return column.field.name == "list" ? "NULL" : BatchModel.text(column, row)
      }
      return elements.map { BatchModel.text(column.children[0], $0) }.joined(separator: "|")
    }
  }

  /// A text as a consumer in C finds it.
  private static func text(of column: ArrowArray, _ row: Int) -> String {
    if let bits = unsafe column.buffers[0] {
      let byte = unsafe bits.load(fromByteOffset: row / 8, as: UInt8.self)
      if byte >> UInt8(row % 8) & 1 == 0 { return "NULL" }
    }
    let view = unsafe column.buffers[1]! + 16 * row
    let count = unsafe Int(view.load(as: Int32.self))
    var start = unsafe view + 4
    if count > 12 {
      let number = unsafe Int(view.load(fromByteOffset: 8, as: Int32.self))
      let offset = unsafe Int(view.load(fromByteOffset: 12, as: Int32.self))
      let sizes = unsafe column.buffers[Int(column.n_buffers) - 1]!
      let size = unsafe Int(sizes.load(fromByteOffset: 8 * number, as: Int64.self))
      precondition(offset + count <= size, "a view within its buffer")
      let bytes = unsafe column.buffers[2 + number]! + offset
      let prefix = unsafe view.load(fromByteOffset: 4, as: UInt32.self)
      precondition(unsafe bytes.loadUnaligned(as: UInt32.self) == prefix, "the first four bytes")
      unsafe start = bytes
    }
    return unsafe String(
      decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
