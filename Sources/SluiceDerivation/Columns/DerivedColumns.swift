import Sluice
import SluiceRows

/// Collects the columns of a type, in the order in which it decodes its properties.
struct DerivedColumns {
  private let type: any Any.Type
  private(set) var columns: [ImportColumn] = []
  private var names = ColumnNames()

  init(_ type: any Any.Type) { self.type = type }

  mutating func add(
    _ object: TypeShape.ObjectShape, _ path: [String], isRequired: Bool
  ) throws(DerivationError) {
    for field in object.fields {
      let isNeeded = isRequired && !field.mayBeMissing && !field.mayBeNull && !object.isOpen
      try add(field.shape, path + [field.name], isRequired: isNeeded)
    }
  }

  private mutating func add(
    _ shape: TypeShape, _ path: [String], isRequired: Bool
  ) throws(DerivationError) {
    switch shape.form {
    case .object(let object) where object.hasColumns:
      try add(object, path, isRequired: isRequired)
    case .optional(let wrapped): try add(wrapped, path, isRequired: false)
    default:
      do throws(ImportError) {
        columns.append(
          try ImportColumn(
            name: names.name(for: path), type: shape.columnType, keys: path,
            contract: ColumnContract(isRequired: isRequired)))
      } catch {
        throw DerivationError(type, at: path.reduce("$") { $0 + PathText.step($1) }, error.message)
      }
    }
  }
}

extension TypeShape.ObjectShape {
  /// Whether its fields become columns: all are known, and the object does not contain itself.
  fileprivate var hasColumns: Bool { !isOpen && !fields.isEmpty && recursive == nil }
}

extension TypeShape {
  /// The column that takes every value that the type takes.
  fileprivate var columnType: ColumnType {
    switch form {
    case .bool: .bool
    case .string, .url: .text
    case .number, .date(.sinceReferenceDate): .real
    case .decimal: .decimal
    case .uuid: .uuid
    case .integer(let bits, let isSigned): bits < 64 || bits == 64 && isSigned ? .int : .decimal
    case .date(.seconds): .epoch
    case .date(.milliseconds): .epochms
    case .date(.iso8601): .timestamp
    case .data: .blob
    case .choice(_, let form): TypeShape(form: form, check: nil).columnType
    case .optional(let wrapped): wrapped.columnType
    case .object, .array, .list, .dictionary, .recursive, .any: .json
    }
  }
}
