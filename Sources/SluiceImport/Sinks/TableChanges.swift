public import Sluice
import SluiceSystem

/// What a job may change about its table, before its first row and in one transaction: tables live longer
/// than the feeds that fill them look alike.
public struct TableChanges: Sendable, Hashable {
  /// Whether columns of the job that the table lacks are added to it, with the types that a new table would
  /// have. Earlier rows have NULL there. A job that continues may then have other columns than its earlier
  /// run had.
  public var addsColumns: Bool
  /// Indexes that are made unless the table has them.
  public var indexes: [TableIndex]

  public init(addsColumns: Bool = false, indexes: [TableIndex] = []) {
    self.addsColumns = addsColumns
    self.indexes = indexes
  }

  /// Throws `ImportError` for an index over what is not a column.
  func check(_ columns: [ImportColumn]) throws(ImportError) {
    for index in indexes {
      for name in index.columns where !columns.contains(where: { $0.name == name }) {
        let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        throw ImportError(
          .badColumn, "the index \(index): \"\(name)\" is not one of the columns \(names)")
      }
    }
  }

  /// A note about columns that this job does not fill; nil: there are none. `value`: what new rows have there.
  static func note(
    lacking names: [ByteName], of table: String, value: String = "NULL"
  ) -> ImportNote? {
    guard !names.isEmpty else { return nil }
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    return ImportNote(
      kind: .columns,
      message:
        "\(table) has \(names.count == 1 ? "a column" : "columns") that this job does not fill:"
        + " \(list). New rows have \(value) there")
  }
}

/// An index of a table, as people write it: the names of its columns with plus signs between them
/// (`user+at`), after `unique:` if no two rows may have the same values (`unique:id`).
public struct TableIndex: Sendable, Hashable, CustomStringConvertible {
  public let columns: [ByteName]
  public let isUnique: Bool

  private static let unique = "unique:"

  public init(_ columns: [ByteName], isUnique: Bool = false) {
    (self.columns, self.isUnique) = (columns, isUnique)
  }

  /// Throws `ImportError` for an empty name.
  public init(parsing text: String) throws(ImportError) {
    isUnique = text.starts(withText: TableIndex.unique)
    let names = text.utf8.dropFirst(isUnique ? TableIndex.unique.utf8.count : 0)
    columns = Substring(names).parts(at: "+").map { ByteName(String($0)) }
    guard columns.allSatisfy({ !$0.text.isEmpty }) else {
      throw ImportError(
        .badJob,
        "an index is written as its columns, such as user+at or unique:id, found \"\(text)\"")
    }
  }

  public var description: String {
    (isUnique ? TableIndex.unique : "") + columns.map(\.text).joined(separator: "+")
  }

  /// Whether an index over some columns, in their order, does the same.
  func isServed(by other: [ByteName], isUnique: Bool) -> Bool {
    self.isUnique ? isUnique && other == columns : other.starts(with: columns)
  }
}
