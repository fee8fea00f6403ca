import Sluice
import SluiceRows

/// The metadata of messages, by the tables of Arrow's Message.fbs and Schema.fbs.
enum StreamMessage {
  private static let version: Int16 = 4
  private static let schemaHeader: UInt8 = 1
  private static let batchHeader: UInt8 = 3

  static func schema(_ schema: ColumnSchema) -> FlatBuffer {
    // Little-endian.
    let header = FlatValue.table([.short(0), .tables(schema.fields.map(\.message))])
    return FlatBuffer(.table([.short(version), .byte(schemaHeader), header, .long(0)]))
  }

  static func batch(rows: Int, _ body: StreamBody) -> FlatBuffer {
    let header = FlatValue.table([
      .long(Int64(rows)), .longs(body.nodes, each: 2), .longs(body.buffers, each: 2), nil,
      body.variadicCounts.isEmpty ? nil : .longs(body.variadicCounts, each: 1),
    ])
    return FlatBuffer(
      .table([.short(version), .byte(batchHeader), header, .long(Int64(body.count))]))
  }

  /// A message's metadata after the sign that it begins, and its length.
  static func framed(_ metadata: FlatBuffer) -> [UInt8] {
    let count = metadata.bytes.count
    return [0xFF, 0xFF, 0xFF, 0xFF]
      + (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } + metadata.bytes
  }

  /// The stream's end.
  static let end: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]
}

extension ColumnField {
  /// The table `Field`. Recursive, no deeper than types are.
  fileprivate var message: FlatValue {
    let (number, type) = streamType
    var inner = children.map(\.message)
    // A map is a list of structs with a key and a value each.
    if layout == .map { inner = [ColumnField.message("entries", false, 13, [], inner, [])] }
    var metadata: [FlatValue] = []
    if let extensionName {
      metadata = [
        .table([.text("ARROW:extension:name"), .text(extensionName)]),
        .table([.text("ARROW:extension:metadata"), .text("")]),
      ]
    }
    return ColumnField.message(name.text, isNullable, number, type, inner, metadata)
  }

  private static func message(
    _ name: String, _ isNullable: Bool, _ number: UInt8, _ type: [FlatValue?],
    _ children: [FlatValue], _ metadata: [FlatValue]
  ) -> FlatValue {
    .table([
      .text(name), .byte(isNullable ? 1 : 0), .byte(number), .table(type), nil, .tables(children),
      metadata.isEmpty ? nil : .tables(metadata),
    ])
  }

  /// The number of the type in the union `Type`, and its table.
  private var streamType: (UInt8, [FlatValue?]) {
    switch type.storage {
    case .integer: (2, [.int(64), .byte(1)])
    case .real: (3, [.short(2)])
    case .boolean: (6, [])
    case .text, .json:
      switch strings {
      case .large: (20, [])
      case .small: (5, [])
      case .view: (24, [])
      }
    case .blob:
      switch strings {
      case .large: (19, [])
      case .small: (4, [])
      case .view: (23, [])
      }
    case .decimal:
      (7, [.int(Int32(decimal.precision)), .int(Int32(decimal.scale)), .int(128)])
    case .date: (8, [.short(0)])
    case .timestamp: (10, [.short(2), .text("UTC")])
    case .uuid: (15, [.int(16)])
    case .nested:
      switch layout {
      case .list: (12, [])
      case .map: (17, [.byte(0)])
      default: (13, [])
      }
    }
  }
}
