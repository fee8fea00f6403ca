import Sluice
import SluiceFeed
import SluiceRows

/// The lines of `sluice diff`.
struct DifferenceText {
  private let keys: [ColumnPath]
  private let isNDJSON: Bool
  private let options: FeedOptions

  init(_ keys: [ColumnPath], isNDJSON: Bool, _ options: FeedOptions) {
    self.keys = keys
    self.isNDJSON = isNDJSON
    self.options = options
  }

  func text(of difference: RecordDifference) throws -> String {
    switch difference {
    case .onlyInFirst(let record):
      isNDJSON ? try object("removed", record) : "- \(DifferenceText.line(record))\n"
    case .onlyInSecond(let record):
      isNDJSON ? try object("added", record) : "+ \(DifferenceText.line(record))\n"
    case .changed(let record, _, let changes):
      isNDJSON
        ? try object("changed", record, changes)
        : "~ \(try key(of: record))\n" + changes.map { "    \(line($0))\n" }.joined()
    }
  }

  /// `/actor/login: "ann" → "bob"`.
  private func line(_ change: RecordChange) -> String {
    let (first, second) = (change.first ?? "missing", change.second ?? "missing")
    return "\(change.path): \(DifferenceText.line(first)) → \(DifferenceText.line(second))"
  }

  /// JSON on one line: a newline in it is white space.
  private static func line(_ text: String) -> String {
    String(decoding: text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
  }

  private static func line(_ bytes: [UInt8]) -> String {
    line(String(decoding: bytes, as: UTF8.self))
  }

  /// The fields of a line, in their order: texts, and parts of records.
  private func object(
    _ change: StaticString, _ record: [UInt8], _ changes: [RecordChange]? = nil
  ) throws -> String {
    var writer = JSONWriter()
    try writer.beginObject()
    try writer.key("change")
    try writer.value(change)
    if let changes {
      try writer.key("key")
      try writeKey(of: record, to: &writer)
      try writer.key("values")
      try writer.beginArray()
      for change in changes { try write(change, to: &writer) }
      try writer.endArray()
    }
    try writer.key("record")
    try writer.line(record)
    try writer.endObject()
    return try writer.takeString() + "\n"
  }

  private func write(_ change: RecordChange, to writer: inout JSONWriter) throws {
    try writer.beginObject()
    try writer.key("path")
    try writer.value(change.path)
    if let first = change.first {
      try writer.key("a")
      try writer.line(Array(first.utf8))
    }
    if let second = change.second {
      try writer.key("b")
      try writer.line(Array(second.utf8))
    }
    try writer.endObject()
  }

  private func key(of record: [UInt8]) throws -> String {
    var writer = JSONWriter()
    try writeKey(of: record, to: &writer)
    return try writer.takeString()
  }

  /// The record's key as an object, with the paths as its fields.
  private func writeKey(of record: [UInt8], to writer: inout JSONWriter) throws {
    var reader = JSONReader(
      options: JSONOptions(duplicateKeys: options.duplicateKeys, depthLimit: options.depthLimit))
    let finder = ColumnValues(keys)
    let values = try reader.withDocument(record) { root in try finder.json(in: root) }
    try writer.beginObject()
    for (path, value) in zip(keys, values) {
      try writer.key(path.description)
      if let value { try writer.line(Array(value.utf8)) } else { try writer.null() }
    }
    try writer.endObject()
  }
}

extension JSONWriter {
  /// Writes a part of a record, which was read as JSON, on one line: a newline in it is white space.
  fileprivate mutating func line(_ bytes: [UInt8]) throws {
    let line = bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    try unsafe line.withUnsafeBytes { try unsafe value(uncheckedJSON: $0) }
  }
}
