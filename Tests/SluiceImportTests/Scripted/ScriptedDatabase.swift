import Sluice
import SluiceFeed

@testable import SluiceImport

/// A database that runs nothing: it notes the statements, and answers those that a test has an answer to.
final class ScriptedDatabase: TransactionalDatabase {
  typealias Loader = ScriptedLoader
  typealias Replacement = ScriptedReplacement

  /// What was run, in its order.
  private(set) var statements: [String] = []
  /// The rows of a statement, by its beginning. Others have none.
  var answers: [(beginning: String, rows: [[String?]])] = []
  /// The beginnings of statements that find no row to change.
  var changeless: Set<String> = []

  let place = "script"
  var rejectForm = RejectTableForm(
    type: RejectTableForm.types(number: "int", truth: "bit", text: "text"), number: "n")
  var progressForm = ProgressTableForm(
    declarations: "(…)",
    checkpoint: CheckpointForm(
      columns: ["position"], selected: ["position"],
      values: { ["\($0.position.offset)"] },
      checkpoint: { values, _ in
        Checkpoint(offset: values.first.flatMap { $0 }.flatMap { Int64($0) } ?? 0)
      }))

  static func literal(_ text: String?) -> String { SQLText.literal(text) }

  static func declaredType(_ type: ColumnType) -> String { "any" }

  func note(_ statement: String) { statements.append(statement) }

  /// The statements since the last call.
  func taken() -> [String] {
    defer { statements = [] }
    return statements
  }

  func perform(_ statement: SQLStatement) -> Int {
    let text = text(of: statement)
    note(text)
    return changeless.contains { text.hasPrefix($0) } ? 0 : 1
  }

  func rows(of statement: SQLStatement) -> [[String?]] {
    let text = text(of: statement)
    note(text)
    return answers.first { text.hasPrefix($0.beginning) }?.rows ?? []
  }

  func insert(_ statement: SQLStatement) -> Bool { perform("INSERT \(statement)") == 1 }

  func begin() { note("BEGIN") }
  func commit() { note("COMMIT") }
  func rollBack() { note("ROLLBACK") }

  func table(named name: String) -> SQLTableName {
    SQLTableName(text: name, sql: Self.quoted(name), words: "table \(name) in script")
  }

  func columnNames(of table: SQLTableName) -> [ByteName] {
    rows(of: "COLUMNS OF \(table)").compactMap { $0[0].map { ByteName($0) } }
  }

  func existing(_ table: SQLTableName, for columns: [ImportColumn]) -> ExistingTable {
    ExistingTable(columns: columnNames(of: table).map { ($0, true) })
  }

  func name(ofTable identity: String) -> String? { nil }

  func identity(of table: String) -> (name: String, identity: String?) { (table, nil) }

  func knownSources(of table: String, _ choices: TableChoices) -> [KnownSource] { [] }
}

/// Notes rows.
final class ScriptedLoader: RowLoader {
  private let database: ScriptedDatabase
  private var count = 0
  /// What the next `settle` returns.
  var refusals: [LateRefusal] = []
  let skippedRows: Int64 = 0

  init(_ database: ScriptedDatabase) { self.database = database }

  func append(_ row: borrowing ImportRow) -> RowVerdict {
    count += 1
    return .stored
  }

  func settle() -> [LateRefusal] {
    if count > 0 { database.note("STORE \(count)") }
    count = 0
    defer { refusals = [] }
    return refusals
  }

  func abandon() { database.note("ABANDON") }
}

/// Gathers rows in the table `side` for the table `t`.
struct ScriptedReplacement: RowReplacement {
  let database: ScriptedDatabase

  func beginAnew(
    _ target: SQLTarget, _ rejects: SQLRejectTable<ScriptedDatabase>?
  ) throws(ImportError) -> SQLTarget {
    try SQLProgressTable(in: database).forget(target: target.name)
    try rejects?.forget(target: target.name)
    return target
  }

  func publish(
    _ target: SQLTarget, _ gathered: GatheredRows, _ rejects: SQLRejectTable<ScriptedDatabase>?
  ) throws(ImportError) -> Int64 {
    try database.inTransaction { () throws(ImportError) in
      let progress = SQLProgressTable(in: database)
      try progress.publish(from: target.name, to: "t", "7", instead: progress.rows(of: "t", "7"))
      try rejects?.publish(from: target.name, to: RejectTarget(name: "t", tableID: "7"))
    }
    return 0
  }
}

extension Checkpoint {
  init(offset: Int64) {
    self.init(
      position: FeedPosition(offset: offset, line: 0, recordNumber: 0), rows: offset, rejects: 0,
      fingerprint: SourceFingerprint(size: 0, head: "", tail: ""), rejectFile: nil,
      rejectFileLength: 0, isFinished: false)
  }
}
