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
      isNDJSON ? object("removed", record) : "- \(DifferenceText.line(record))\n"
    case .onlyInSecond(let record):
      isNDJSON ? object("added", record) : "+ \(DifferenceText.line(record))\n"
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

  private func object(_ change: String, _ record: [UInt8]) -> String {
    "{\"change\":\"\(change)\",\"record\":\(DifferenceText.line(record))}\n"
  }

  private func object(
    _ change: String, _ record: [UInt8], _ changes: [RecordChange]
  ) throws -> String {
    let values = changes.map { change in
      var text = "{\"path\":\(JSON.string(change.path))"
      if let first = change.first { text += ",\"a\":\(DifferenceText.line(first))" }
      if let second = change.second { text += ",\"b\":\(DifferenceText.line(second))" }
      return text + "}"
    }
    return "{\"change\":\"\(change)\",\"key\":\(try key(of: record)),\"values\":["
      + values.joined(separator: ",") + "],\"record\":\(DifferenceText.line(record))}\n"
  }

  /// The record's key as an object, with the paths as its fields.
  private func key(of record: [UInt8]) throws -> String {
    var reader = JSONReader(
      options: JSONOptions(duplicateKeys: options.duplicateKeys, depthLimit: options.depthLimit))
    let finder = ColumnValues(keys)
    let values = try reader.withDocument(record) { root in try finder.json(in: root) }
    let fields = zip(keys, values).map { path, value in
      "\(JSON.string(path.description)):\(value.map(DifferenceText.line) ?? "null")"
    }
    return "{" + fields.joined(separator: ",") + "}"
  }
}
