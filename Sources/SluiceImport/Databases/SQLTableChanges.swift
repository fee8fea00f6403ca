import Sluice

/// A table that is there, as far as a job may change it.
struct ExistingTable {
  /// `isLeftNull`: a row that says nothing has NULL there.
  let columns: [(name: ByteName, isLeftNull: Bool)]
  /// Whether it has an index that does the same.
  var serves: (TableIndex) -> Bool = { _ in false }
  /// The form in which the database compares names.
  var normal: (ByteName) -> ByteName = { $0 }

  /// Whether one of some indexes over plain columns and without a condition does the same as another one.
  static func serving(
    _ known: [(columns: [ByteName], isUnique: Bool)],
    normal: @escaping (ByteName) -> ByteName = { $0 }
  ) -> (TableIndex) -> Bool {
    { index in
      let folded = TableIndex(index.columns.map(normal), isUnique: index.isUnique)
      return known.contains {
        folded.isServed(by: $0.columns.map(normal), isUnique: $0.isUnique)
      }
    }
  }
}

/// The changes that a job makes to its table, as far as the caller has asked for them.
struct SQLTableChanges {
  let statements: [String]
  /// Those of them that make indexes.
  let indexes: [String]
  /// The columns that the table lacks, by their numbers among the job's.
  let missing: Set<Int>
  /// Columns of the table that the job leaves NULL.
  let note: ImportNote?

  /// Compares a table with a job.
  init<Database: SQLDatabase>(
    of table: SQLTableName, _ columns: [ImportColumn], _ changes: TableChanges,
    in database: Database
  ) throws(ImportError) {
    let found = try database.existing(table, for: columns)
    let places = ColumnPlaces(found.columns.map(\.name), normal: found.normal)
    let given = ColumnPlaces(columns.map(\.name), normal: found.normal)
    missing = Set(columns.indices.filter { !places.contains(columns[$0].name) })
    let added = changes.addsColumns ? missing.sorted().map { columns[$0] } : []
    indexes = try database.creations(of: changes.indexes.filter { !found.serves($0) }, on: table)
    statements =
      added.map {
        "ALTER TABLE \(table.sql) \(Database.addition) \(Database.quoted($0.name))"
          + " \(Database.declaredType($0.type))"
      } + indexes
    note = TableChanges.note(
      lacking: found.columns.filter { $0.isLeftNull && !given.contains($0.name) }.map(\.name),
      of: table.words)
  }

  /// The columns that are there already.
  func there(_ columns: [ImportColumn]) -> [ImportColumn] {
    columns.indices.filter { !missing.contains($0) }.map { columns[$0] }
  }
}

extension SQLDatabase {
  static var addition: String { "ADD COLUMN" }

  /// The statements that make indexes, whose names the database chooses.
  func creations(
    of indexes: [TableIndex], on table: SQLTableName
  ) throws(ImportError) -> [String] {
    indexes.map { Self.creation(of: $0, named: nil, on: table) }
  }

  static func creation(
    of index: TableIndex, named name: String?, on table: SQLTableName
  ) -> String {
    let list = index.columns.map(quoted).joined(separator: ", ")
    return "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX "
      + (name.map { "\(quoted($0)) " } ?? "") + "ON \(table.sql) (\(list))"
  }

  /// The statement that makes a table of a job. `table`: for statements.
  static func creation(_ table: String, _ columns: [ImportColumn], _ key: [Int]) -> String {
    var parts = columns.map { "\(quoted($0.name)) \(declaredType($0.type))" }
    if !key.isEmpty {
      let names = key.map { quoted(columns[$0].name) }
      parts.append("PRIMARY KEY (\(names.joined(separator: ", ")))")
    }
    return "CREATE TABLE \(table) (\(parts.joined(separator: ", ")))"
  }
}
