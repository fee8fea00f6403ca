import Sluice

extension ColumnStore {
  /// Stores a value of the column's type. False: the column can't hold it.
  ///
  /// Sound because values are null or of their column's storage, which decides the layout.
  mutating func set(_ value: ImportValue, _ row: Int) -> Bool {
    switch value {
    case .null: setNull(row)
    case .integer(let value), .timestamp(let value): set(value, row)
    case .real(let value): set(value, row)
    case .boolean(let value): set(UInt8(value ? 1 : 0), row)
    case .date(let days): set(days, row)
    case .uuid(let high, let low):
      let bits = Int128(truncatingIfNeeded: UInt128(high) << 64 | UInt128(low))
      set(bits.bigEndian, row)
    case .text(let bytes), .json(let bytes), .blob(let bytes): return unsafe set(bytes, row)
    case .decimal(let text):
      guard let digits = unsafe DecimalDigits(text) else { return false }
      return set(digits, row)
    }
    return true
  }

  /// Stores a number with all its digits. False: it does not fit the decimal type.
  func set(_ number: DecimalDigits, _ row: Int) -> Bool {
    guard let value = number.integer(as: Int128.self, shiftedBy: scale),
      value.magnitude < limit.magnitude
    else { return false }
    set(value.littleEndian, row)
    return true
  }

  /// What an error says was expected of a decimal that `set` refused.
  var decimalExpectation: String {
    let precision = limit.description.utf8.count - 1
    return "a number that fits decimal(\(precision), \(scale)) exactly"
  }
}

extension ColumnType {
  /// What is in a value, under Arrow's names: each is a child of the value's store.
  package var inner: [Field] {
    switch self {
    case .list(let element): [Field(name: "item", type: element)]
    case .map(let value):
      [Field(name: "key", type: .text, isRequired: true), Field(name: "value", type: value)]
    case .structure(let fields): fields
    default: []
    }
  }

  /// Whether it is the type, or holds it. O(types).
  package func holds(_ type: ColumnType) -> Bool {
    self == type || inner.contains { $0.type.holds(type) }
  }
}
