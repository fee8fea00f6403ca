import Sluice

/// A record that two feeds do not have in common.
public enum RecordDifference: Sendable, Hashable {
  /// Only the first feed has a record with this key. Its bytes.
  case onlyInFirst([UInt8])
  /// Only the second has one.
  case onlyInSecond([UInt8])
  /// Both have one, and they differ.
  case changed(first: [UInt8], second: [UInt8], [RecordChange])
}

/// A value that differs between two records.
public struct RecordChange: Sendable, Hashable {
  /// The JSON Pointer of the value; empty for the whole record.
  public let path: String
  /// The value's JSON in each of the records; nil: it is missing.
  public let first: String?
  public let second: String?

  public init(path: String, first: String?, second: String?) {
    self.path = path
    self.first = first
    self.second = second
  }
}

extension RecordChange {
  /// The values that differ between two records, in the first one's order, then those that only the second
  /// has. Objects are compared by their fields and arrays by their elements' indexes. Takes no stack for
  /// nesting.
  static func changes(
    from first: [UInt8], to second: [UInt8], _ options: JSONOptions
  ) throws -> [RecordChange] {
    let (a, b) = (
      try JSONDocument(parsing: first, options: options),
      try JSONDocument(parsing: second, options: options)
    )
    var changes: [RecordChange] = []
    var pending: [(path: String, first: JSONView?, second: JSONView?)] = [("", a.root, b.root)]
    while let (path, first, second) = pending.popLast() {
      if let first, let second {
        switch (try first.kind, try second.kind) {
        case (.object, .object):
          pending += try fields(of: first, second, options, below: path).reversed()
          continue
        case (.array, .array):
          pending += try elements(of: first, second, below: path).reversed()
          continue
        default: if first == second { continue }
        }
      }
      changes.append(
        RecordChange(path: path, first: try first.map(text), second: try second.map(text)))
    }
    return changes
  }

  private typealias Pair = (path: String, first: JSONView?, second: JSONView?)

  private static func fields(
    of first: JSONView, _ second: JSONView, _ options: JSONOptions, below path: String
  ) throws -> [Pair] {
    let (mine, others) = (try fields(of: first, options), try fields(of: second, options))
    let values = Dictionary(others.map { ($0.key, $0.value) }) { first, _ in first }
    let known = Set(mine.map(\.key))
    return mine.map { (path + pointer($0.key), $0.value, values[$0.key]) }
      + others.filter { !known.contains($0.key) }.map { (path + pointer($0.key), nil, $0.value) }
  }

  /// The fields that count, by the bytes of their keys.
  private static func fields(
    of object: JSONView, _ options: JSONOptions
  ) throws -> [(key: [UInt8], value: JSONView)] {
    var fields: [(key: [UInt8], value: JSONView)] = []
    var places: [[UInt8]: Int] = [:]
    for (name, value) in try object.fields {
      let key = Array(name.utf8)
      if let place = places[key] {
        if options.duplicateKeys == .lastWins { fields[place].value = value }
      } else {
        places[key] = fields.count
        fields.append((key, value))
      }
    }
    return fields
  }

  private static func pointer(_ key: [UInt8]) -> String {
    JSONPointer(tokens: [String(decoding: key, as: UTF8.self)]).description
  }

  private static func elements(
    of first: JSONView, _ second: JSONView, below path: String
  ) throws -> [Pair] {
    var (rest, others) = (try first.elements.makeIterator(), try second.elements.makeIterator())
    var pairs: [Pair] = []
    while true {
      let (element, other) = (rest.next(), others.next())
      if element == nil, other == nil { return pairs }
      pairs.append(("\(path)/\(pairs.count)", element, other))
    }
  }

  private static func text(_ view: JSONView) throws -> String {
    try unsafe view.withRawBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
