public import SluiceRows

/// A column of a batch: its name and its Arrow type.
public struct ColumnField: Sendable, Hashable {
  public let name: String
  /// What it holds.
  public let type: ColumnType
  /// For decimals, their form.
  public let decimal: DecimalForm
  /// Whether its values may be null.
  public let isNullable: Bool
  let strings: ColumnOptions.Strings

  init(_ column: ImportColumn, _ options: ColumnOptions) {
    name = column.name
    type = column.type
    decimal = options.decimal(column.name)
    strings = options.strings
    let contract = column.contract
    isNullable =
      switch column.origin {
      case .path:
        contract.standIn == nil && !(contract.isRequired && contract.mismatch != .null)
      case .element: true
      case .constant, .source, .offset, .line, .record, .raw: false
      }
  }

  package init(
    name: String, type: ColumnType, isNullable: Bool, strings: ColumnOptions.Strings
  ) {
    self.name = name
    self.type = type
    decimal = .usual
    self.isNullable = isNullable
    self.strings = strings
  }

  var layout: ColumnLayout { ColumnLayout(type) }

  /// The type as Arrow's C data interface writes it.
  public var format: String {
    switch type.storage {
    case .integer: "l"
    case .real: "g"
    case .boolean: "b"
    case .text, .json:
      switch strings {
      case .large: "U"
      case .small: "u"
      case .view: "vu"
      }
    case .blob:
      switch strings {
      case .large: "Z"
      case .small: "z"
      case .view: "vz"
      }
    case .decimal: "d:\(decimal.precision),\(decimal.scale)"
    case .date: "tdD"
    case .timestamp: "tsu:UTC"
    case .uuid: "w:16"
    }
  }

  /// The extension type, if it is one.
  public var extensionName: String? {
    switch type.storage {
    case .json: "arrow.json"
    case .uuid: "arrow.uuid"
    default: nil
    }
  }
}
