import Sluice

/// Which values a column does not hold unchanged: those are found here, and concern only their row.
struct DuckDBCodec {
  enum AppendedForm: UInt8 { case integer, real, bool, text, decimal, date, timestamp, uuid, blob }

  let form: AppendedForm
  private(set) var range: ClosedRange<Int64> = .min ... .max
  private(set) var (precision, scale) = (0, 0)
  var isRequired = false
  /// Whether the column is part of the mode's key.
  var isKey = false

  /// Nil when a column of this type does not store such values unchanged.
  init?(_ type: ColumnType, in declared: String) {
    let open = declared.firstIndex(of: "(") ?? declared.endIndex
    let kind = declared[..<open]
    let ranges: [Substring: ClosedRange<Int64>] = [
      "TINYINT": -128...127, "SMALLINT": -32_768...32_767, "UTINYINT": 0...255,
      "USMALLINT": 0...65_535,
      "INTEGER": -2_147_483_648...2_147_483_647, "UINTEGER": 0...4_294_967_295,
      "BIGINT": .min ... .max,
      "UBIGINT": 0 ... .max, "HUGEINT": .min ... .max,
    ]
    let isText = kind == "VARCHAR" || kind == "JSON"
    switch type.storage {
    case .integer:
      guard let range = ranges[kind] else { return nil }
      form = .integer
      self.range = range
    case .boolean where kind == "BOOLEAN": form = .bool
    case .real where kind == "DOUBLE": form = .real
    case .decimal where kind == "DECIMAL":
      form = .decimal
      let numbers = declared[open...].dropFirst().dropLast().split(separator: ",")
        .compactMap { Int($0.filter { $0 != " " }) }
      guard numbers.count == 2 else { return nil }
      (precision, scale) = (numbers[0], numbers[1])
    case .date where kind == "DATE": form = .date
    case .timestamp where kind == "TIMESTAMP" || kind == "TIMESTAMP WITH TIME ZONE":
      form = .timestamp
    case .uuid where kind == "UUID": form = .uuid
    case .blob where kind == "BLOB": form = .blob
    case .json where isText, .nested where isText, .text where kind == "VARCHAR",
      .decimal where kind == "VARCHAR", .date where kind == "VARCHAR",
      .timestamp where kind == "VARCHAR", .uuid where kind == "VARCHAR":
      form = .text
    default: return nil
    }
  }

  /// Why a value can't be stored; nil: it can.
  func refusal(of value: ImportValue) -> ValueRefusal? {
    switch (form, value) {
    case (_, .null): isKey ? .nullKey : isRequired ? .null : nil
    case (.integer, .integer(let number)): range.contains(number) ? nil : .outOfRange
    case (.decimal, .decimal(let bytes)):
      if let digits = unsafe DecimalDigits(bytes),
        ExactDecimal(digits).fits(precision: precision, scale: scale)
      {
        nil
      } else {
        .digits
      }
    default: nil
    }
  }
}
