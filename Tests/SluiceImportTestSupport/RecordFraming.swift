public import TestSupport

/// How records follow each other in the feeds of tests.
public enum RecordFraming: String, CaseIterable, Sendable {
  case lines, crlf, concatenated, printed, sequence, elements, inner

  /// As `--framing` takes it.
  public var flag: String {
    switch self {
    case .lines, .crlf: "lines"
    case .concatenated, .printed: "concatenated"
    case .sequence: "sequence"
    case .elements: "elements"
    case .inner: "elements:/items"
    }
  }

  public func text(_ records: [String]) -> String {
    switch self {
    case .lines: records.map { "\($0)\n" }.joined()
    case .crlf: records.map { "\($0)\r\n" }.joined()
    case .concatenated: records.joined()
    case .printed:
      records.map { $0.replacing(",\"", with: ",\n  \"").replacing("}", with: "\n}\n") }.joined()
    case .sequence: records.map { "\u{1E}\($0)\n" }.joined()
    case .elements: "[\n" + records.joined(separator: ",\n") + "\n]\n"
    case .inner: "{\"n\":1,\"items\":[" + records.joined(separator: ", ") + "],\"z\":[2]}\n"
    }
  }

  /// Whole records, and some whose "id" is no number.
  public static func records(
    _ count: Int, _ random: inout SeededGenerator
  ) -> [(text: String, isGood: Bool)] {
    (0..<count).map { id in
      let text = String(repeating: "x", count: .random(in: 0..<40, using: &random))
      switch Int.random(in: 0..<40, using: &random) {
      case 0: return ("{\"id\":\"\(id)\",\"v\":[\"\(text)\"]}", false)
      default: return ("{\"id\":\(id),\"v\":{\"t\":\"\(text)\"}}", true)
      }
    }
  }
}
