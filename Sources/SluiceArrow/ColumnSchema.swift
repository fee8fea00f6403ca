public import Sluice
public import SluiceRows

/// The columns of batches, in their order.
public final class ColumnSchema: Sendable {
  public let fields: [ColumnField]

  /// The columns of batches of these rows.
  public init(_ columns: [ImportColumn], options: ColumnOptions = ColumnOptions()) {
    fields = columns.map { ColumnField($0, options) }
  }

  package init(_ fields: [ColumnField]) { self.fields = fields }

  /// The number of the column with that name; nil if it is missing. O(columns).
  public func column(_ name: ByteName) -> Int? {
    fields.firstIndex { $0.name == name }
  }
}
