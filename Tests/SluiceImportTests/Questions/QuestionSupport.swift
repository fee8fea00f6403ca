import Sluice
import SluiceFeed
import SluiceImport
import TestSupport

/// Feeds of records that are random, but the same for the same seed, with values of all kinds at their
/// fields, and damaged lines between them.
struct QuestionFeed {
  /// Each record as its fields' JSON; nil: a damaged line.
  let records: [[String: String]?]

  init(seed: UInt64, count: Int) {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    records = (0..<count).map { _ in
      if Int.random(in: 0..<50, using: &random) == 0 { return nil }
      var fields: [String: String] = [:]
      fields["a"] = ["1", "2", "\"x\"", "\"\\u0078\"", "null", "true", "[1,2]"].randomElement(
        using: &random)
      if Bool.random(using: &random) {
        fields["b"] = ["\"p\"", "\"q\"", "3.50", "{\"y\":1}"].randomElement(using: &random)
      }
      fields["n"] = [
        "\(Int.random(in: -9...9, using: &random))", "\(Double.random(in: -1...1, using: &random))",
        "9007199254740993", "1e3", "null", "\"text\"",
      ].randomElement(using: &random)
      fields["v"] = "\(Int.random(in: 0..<200, using: &random))"
      return fields
    }
  }

  var text: String {
    records.map { fields in
      guard let fields else { return "{\"a\":1,}\n" }
      let body = fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
      return "{\(body.joined(separator: ","))}\n"
    }.joined()
  }
}

/// Opens a feed of a text whose windows and chunks are small, so that there are many.
func questionFeed(
  _ text: String, threads: Int = 1, framing: FeedFraming = .lines
) throws -> JSONFeed {
  var options = FeedOptions(framing: framing, parallel: threads, badRecords: .collect(limit: 1000))
  options.windowSize = 1 << 12
  return try JSONFeed(.bytes(Array(text.utf8), name: "test"), options: options)
}

/// What `write` of a question hands over.
func written(_ write: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void) rethrows -> String {
  var bytes: [UInt8] = []
  try unsafe write { unsafe bytes += $0 }
  return String(decoding: bytes, as: UTF8.self)
}
