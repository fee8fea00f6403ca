public import Sluice
public import SluiceRows

/// A column of a batch: its name and its Arrow type.
public struct ColumnField: Sendable, Hashable {
  public let name: ByteName
  /// What it holds.
  public let type: ColumnType
  /// For decimals, also those in nested values, their form.
  public let decimal: DecimalForm
  /// Whether its values may be null.
  public let isNullable: Bool
  let strings: ColumnOptions.Strings
  /// What a nested type holds: the `item` of a list, the `key` and the `value` of a map, the fields of a struct.
  public let children: [ColumnField]

  init(_ column: ImportColumn, _ options: ColumnOptions) {
    let contract = column.contract
    let isNullable =
      switch column.origin {
      case .path:
        contract.standIn == nil && !(contract.isRequired && contract.mismatch != .null)
      case .element: true
      case .constant, .source, .offset, .line, .record, .raw: false
      }
    self.init(
      name: column.name, type: column.type, decimal: options.decimal(column.name),
      isNullable: isNullable, strings: options.strings)
  }

  /// Recursive, no deeper than types are.
  package init(
    name: ByteName, type: ColumnType, decimal: DecimalForm = .usual, isNullable: Bool,
    strings: ColumnOptions.Strings
  ) {
    self.name = name
    self.type = type
    self.decimal = decimal
    self.isNullable = isNullable
    self.strings = strings
    children = type.inner.map { field in
      ColumnField(
        name: field.name, type: field.type, decimal: decimal, isNullable: !field.isRequired,
        strings: strings)
    }
  }

  var layout: ColumnLayout { ColumnLayout(type) }

  /// The same, with texts as views where they are.
  var batchLayout: ColumnLayout { layout == .bytes && strings == .view ? .views : layout }

  /// The type as Arrow's C data interface writes it.
  public var format: String {
    switch type.storage {
    case .nested:
      switch layout {
      case .list: "+l"
      case .map: "+m"
      default: "+s"
      }
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
