/// A type of ClickHouse as the server writes it: `Nullable(Decimal(76, 38))`, without what changes neither the
/// form of values nor their range.
struct ClickHouseType {
  /// As the server writes it.
  let text: String
  let isNullable: Bool
  /// The innermost type: `Decimal` of `Nullable(Decimal(76, 38))`.
  let name: String
  let arguments: [String]

  init(_ text: String) {
    self.text = text
    var rest = text[...]
    var isNullable = false
    while true {
      if let inner = ClickHouseType.inner(of: rest, "Nullable") {
        (rest, isNullable) = (inner, true)
      } else if let inner = ClickHouseType.inner(of: rest, "LowCardinality") {
        rest = inner
      } else {
        break
      }
    }
    self.isNullable = isNullable
    let open = rest.firstIndex(of: "(") ?? rest.endIndex
    name = String(rest[..<open])
    arguments = rest[open...].dropFirst().dropLast().split(separator: ",").map {
      String($0.filter { $0 != " " })
    }
  }

  private static func inner(of text: Substring, _ word: String) -> Substring? {
    guard text.hasPrefix(word + "("), text.hasSuffix(")") else { return nil }
    return text.dropFirst(word.count + 1).dropLast()
  }

  func number(_ index: Int) -> Int? {
    arguments.indices.contains(index) ? Int(arguments[index]) : nil
  }
}
