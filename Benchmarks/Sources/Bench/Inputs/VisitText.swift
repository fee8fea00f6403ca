/// What a visit passes on besides strings and numbers. As in CContenders/Harness/Visit.hpp.
enum VisitCode: Int64 {
  case beginObject = 1, endObject, beginArray, endArray, yes, no, null
}

extension Sink {
  @inline(__always)
  mutating func code(_ code: VisitCode) { integer(code.rawValue) }
}

/// The text of all values from a visit of a document, made comparable: some libraries keep the document's
/// order of fields, others use their own.
struct VisitText {
  private let text: [UInt8]
  private var at = 0
  /// The open containers, innermost last.
  private var open: [Container] = []

  fileprivate struct Container {
    let isObject: Bool
    /// In an object, keys and values alternate.
    var items: [ArraySlice<UInt8>] = []
  }

  private init(_ text: [UInt8]) { self.text = text }

  /// The same values with each object's fields in the order of their keys. O(size × depth).
  static func sorted(_ text: [UInt8]) throws -> [UInt8] {
    var reading = VisitText(text)
    return try reading.sort()
  }

  private mutating func sort() throws -> [UInt8] {
    var roots: [UInt8] = []
    while let line = try nextLine() {
      var value = line
      switch code(line) {
      case .beginObject?, .beginArray?:
        open.append(Container(isObject: code(line) == .beginObject))
        continue
      case .endObject?, .endArray?:
        guard let closed = open.popLast(), closed.isObject == (code(line) == .endObject) else {
          throw Unavailable(description: "brackets that don't match")
        }
        value = try closed.joined(line)
      default: break
      }
      if open.isEmpty { roots += value } else { open[open.count - 1].items.append(value) }
    }
    guard open.isEmpty else { throw Unavailable(description: "a bracket that is not closed") }
    return roots
  }

  private func code(_ line: ArraySlice<UInt8>) -> VisitCode? {
    guard line.first == UInt8(ascii: "i"), line.count == 3 else { return nil }
    return VisitCode(rawValue: Int64(line[line.startIndex + 1]) - 0x30)
  }

  /// A value's line with its newline; strings may contain newlines, and carry their length.
  private mutating func nextLine() throws -> ArraySlice<UInt8>? {
    guard at < text.count else { return nil }
    let start = at
    if text[at] == UInt8(ascii: "s") {
      guard let colon = text[at...].firstIndex(of: UInt8(ascii: ":")),
        let length = Int(String(decoding: text[(at + 1)..<colon], as: UTF8.self)),
        length >= 0, length < text.count - colon
      else { throw Unavailable(description: "a string that says no length") }
      at = colon + 1 + length
    }
    guard let end = text[at...].firstIndex(of: 0x0A) else {
      throw Unavailable(description: "a value without an end")
    }
    at = end + 1
    return text[start..<at]
  }
}

extension VisitText.Container {
  /// The container as text, its fields sorted. `end` is its last line.
  fileprivate func joined(_ end: ArraySlice<UInt8>) throws -> ArraySlice<UInt8> {
    var text = Array((isObject ? "i1\n" : "i3\n").utf8)
    if isObject {
      guard items.count % 2 == 0 else { throw Unavailable(description: "a key without a value") }
      let fields = stride(from: 0, to: items.count, by: 2).map { (items[$0], items[$0 + 1]) }
      for (key, value) in fields.sorted(by: { $0.0.lexicographicallyPrecedes($1.0) }) {
        text += key
        text += value
      }
    } else {
      for item in items { text += item }
    }
    return text[...] + end
  }
}
