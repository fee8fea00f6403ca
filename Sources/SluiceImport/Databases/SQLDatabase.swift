import Sluice
import SluiceSystem

/// A database with tables, to which a connection sends statements: what a sink needs of it. One thread uses it at a time.
///
/// What all databases do the same is said once, over this: ``SQLRejectTable``, ``SQLProgressTable``. Where they differ, a
/// requirement is a value that says how, or a method.
protocol SQLDatabase: AnyObject {
  /// A name as an identifier: it stays one name, whatever it contains.
  static func quoted(_ name: String) -> String
  /// A text as a literal; nil is NULL.
  static func literal(_ text: String?) -> String
  /// The type of a column that stores such values unchanged.
  static func declaredType(_ type: ColumnType) -> String

  /// The form of a table of rejects.
  var rejectForm: RejectTableForm { get }
  /// The database, for messages: a path, or an address without anything secret.
  var place: String { get }

  /// Runs a statement. Returns how many rows it stored, changed or removed, if the database tells.
  @discardableResult
  func perform(_ statement: SQLStatement) throws(ImportError) -> Int
  /// Runs a statement, and returns its rows as text; nil is NULL.
  func rows(of statement: SQLStatement) throws(ImportError) -> [[String?]]

  /// Inserts rows of texts; nil is NULL.
  func insert(
    _ rows: [[String?]], into table: SQLTableName, _ columns: SQLStatement
  ) throws(ImportError)

  /// The table that a name means, whether it is there or not. Throws for a name that means two.
  func table(named name: String) throws(ImportError) -> SQLTableName
  /// The names of a table's columns; none: it does not exist.
  func columnNames(of table: SQLTableName) throws(ImportError) -> [ByteName]
  /// Makes a table by a statement, unless that is nil: the table is there. Another job may be making it, too.
  func make(
    _ name: String, by creation: (SQLTableName) throws(ImportError) -> SQLStatement?
  ) throws(ImportError) -> SQLTableName

  /// A table that is there, as far as a job with such columns may change it.
  func existing(
    _ table: SQLTableName, for columns: [ImportColumn]
  ) throws(ImportError) -> ExistingTable
  /// What adds a column to a table.
  static var addition: String { get }
  /// The statements that make indexes.
  func creations(
    of indexes: [TableIndex], on table: SQLTableName
  ) throws(ImportError) -> [String]

  /// The name of the table that has an identity, as its progress records it; nil: none has it.
  func name(ofTable identity: String) throws(ImportError) -> String?
  /// The same for a table that may have the identity of another one, of which it is a copy.
  func name(ofTable identity: String, besides table: SQLTableName) throws(ImportError) -> String?
  /// Whether some table has an identity, also one that this database does not name.
  func isThere(tableWith identity: String) throws(ImportError) -> Bool

  /// The name of a table, as its progress records it, and its identity; nil: it has none, or is not there.
  func identity(of table: String) throws(ImportError) -> (name: String, identity: String?)
  /// Whether a table that is there has no rows, as far as that can be told.
  func isEmpty(_ table: SQLTableName) throws(ImportError) -> Bool
  /// What earlier runs have committed to a table.
  func knownSources(
    of table: String, _ choices: TableChoices
  ) throws(ImportError) -> [KnownSource]

  /// Begins to read the columns of a table of rejects in their order: returns what returns some of the next rows, and none
  /// at the end. Columns of its own may follow in the rows.
  func reader(
    of columns: SQLStatement, from table: SQLTableName
  ) throws(ImportError) -> () throws(ImportError) -> [[String?]]
}

extension SQLDatabase {
  /// A delimited identifier of ISO/IEC 9075-2.
  static func quoted(_ name: String) -> String { SQLText.quoted(name) }

  static func quoted(_ name: ByteName) -> String { quoted(name.text) }

  /// The most bytes of rows that one statement inserts, as texts, unless one row has more.
  private static var mostInserted: Int { 1 << 19 }

  /// A statement with its values as literals.
  func text(of statement: SQLStatement) -> String {
    statement.text(Self.quoted, value: Self.literal)
  }

  func make(
    _ name: String, by creation: (SQLTableName) throws(ImportError) -> SQLStatement?
  ) throws(ImportError) -> SQLTableName {
    let table = try table(named: name)
    if let creation = try creation(table) { try perform(creation) }
    return table
  }

  func name(ofTable identity: String, besides table: SQLTableName) throws(ImportError) -> String? {
    try name(ofTable: identity)
  }

  func isEmpty(_ table: SQLTableName) throws(ImportError) -> Bool {
    try rows(of: "SELECT 1 FROM \(table) LIMIT 1").isEmpty
  }

  func isThere(tableWith identity: String) throws(ImportError) -> Bool {
    try name(ofTable: identity) != nil
  }

  /// By the column that numbers the rejects, 200 at a time.
  func reader(
    of columns: SQLStatement, from table: SQLTableName
  ) throws(ImportError) -> () throws(ImportError) -> [[String?]] {
    let number = rejectForm.number
    var last: Int64 = -1
    return { () throws(ImportError) in
      let found = try self.rows(
        of:
          "SELECT \(columns), \(sql: number) FROM \(table) WHERE \(sql: number) > \(last) ORDER BY \(sql: number) LIMIT 200"
      )
      last = (found.last?.last ?? nil).flatMap { Int64($0) } ?? last
      return found
    }
  }

  /// As many with a statement as it may have. Their texts are joined as they are: to interpolate each value would take most
  /// of the time.
  func insert(
    _ rows: [[String?]], into table: SQLTableName, _ columns: SQLStatement
  ) throws(ImportError) {
    let head = text(of: "INSERT INTO \(table) (\(columns)) VALUES ")
    var values = ""
    for row in rows {
      let next = "(" + row.map(Self.literal).joined(separator: ", ") + ")"
      if !values.isEmpty, values.utf8.count + next.utf8.count > Self.mostInserted {
        try perform("\(sql: head + values)")
        values = ""
      }
      values += values.isEmpty ? next : ", " + next
    }
    if !values.isEmpty { try perform("\(sql: head + values)") }
  }
}

/// The words of standard SQL.
enum SQLText {
  static func quoted(_ name: String) -> String {
    "\"" + name.replacingBytes(of: "\"", with: "\"\"") + "\""
  }

  static func literal(_ text: String?) -> String {
    // A statement ends at a zero.
    text.map {
      "'" + $0.replacingBytes(of: "'", with: "''").replacingBytes(of: "\0", with: "\\0") + "'"
    } ?? "NULL"
  }
}
