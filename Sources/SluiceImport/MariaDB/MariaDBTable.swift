import Sluice

/// A table of a MariaDB or MySQL database, compared with the columns of a job.
struct MariaDBTable {
  let name: String
  let columns: [ImportColumn]
  /// Their names, for statements.
  let columnList: String
  /// The form of the columns' values, in the order of the job's columns.
  let codecs: [MariaDBCodec]
  /// The types of the columns, as the server writes them.
  let types: [String]
  /// The same with character sets and collations, for a table of rows that are compared with theirs.
  let stagedTypes: [String]
  /// The collations of the columns; nil for one that has none.
  let collations: [String?]
  /// The table's identity, if it has one (``MariaDBTableIdentity``).
  let identity: String?
  /// A trigger may change a row before it is stored.
  let mayChangeRows: Bool
  /// A description of all its columns, to notice that one has changed.
  let structure: String
  /// Its columns' names as the server compares them.
  private let names: MariaDBNames

  var quoted: String { MariaDBConnection.quoted(name) }

  /// The table must exist.
  init(
    _ name: String, columns: [ImportColumn], key: [Int], in connection: MariaDBConnection
  ) throws(ImportError) {
    let place = TablePlace(MariaDBTable.place(name, connection))
    self.name = name
    self.columns = columns
    identity = try MariaDBTable.checkKind(of: name, in: connection)
    let existing = try MariaDBTable.existing(name, in: connection)
    let names = try MariaDBNames(existing.map(\.name) + columns.map(\.name), in: connection)
    self.names = names
    let places = ColumnPlaces(existing.map(\.name), normal: { names[$0] })
    structure = existing.map { "\($0)" }.joined(separator: "\n")
    var codecs: [MariaDBCodec] = []
    var types: [String] = []
    var staged: [String] = []
    var collations: [String?] = []
    for (number, column) in columns.enumerated() {
      guard let found = places[column.name].map({ existing[$0] }) else {
        throw place.lacks(column, among: existing.map(\.name))
      }
      guard !found.isGenerated else { throw place.computes(column) }
      guard var codec = MariaDBCodec(column.type, found) else {
        throw place.differs(
          column, declared: found.type, expected: MariaDBConnection.declaredType(column.type))
      }
      codec.isRequired = !found.isNullable
      codec.isKey = key.contains(number)
      codecs.append(codec)
      types.append(found.type)
      staged.append(found.stagedType)
      collations.append(found.collation)
    }
    let given = ColumnPlaces(columns.map(\.name), normal: { names[$0] })
    for found in existing where found.mustBeGiven && !given.contains(found.name) {
      throw place.needs(found.name)
    }
    self.codecs = codecs
    self.types = types
    stagedTypes = staged
    self.collations = collations
    columnList = columns.map { MariaDBConnection.quoted($0.name) }.joined(separator: ", ")
    mayChangeRows =
      try connection.query(
        """
        SELECT COUNT(*) FROM information_schema.TRIGGERS WHERE EVENT_OBJECT_SCHEMA = DATABASE()
          AND EVENT_OBJECT_TABLE = \(MariaDBConnection.literal(name))
          AND EVENT_MANIPULATION = 'INSERT' AND ACTION_TIMING = 'BEFORE'
        """
      ).integer(0, 0) != 0
  }

  /// Throws when a column of the job has another type than when the job began. Inside the transaction that has written
  /// into the table, whose types can't change until its end. `name`: the table itself, or one that is made like it.
  func checkTypes(of name: String, in connection: MariaDBConnection) throws(ImportError) {
    let existing = try MariaDBTable.existing(name, in: connection)
    try TablePlace("the \(MariaDBTable.place(name, connection))").check(
      columns, stagedTypes, found: existing.map { ($0.name, $0.stagedType) },
      normal: { names[$0] })
  }

  static func place(_ name: String, _ connection: MariaDBConnection) -> String {
    "table \"\(name)\" in \(connection.name)"
  }

  static func isThere(_ name: String, in connection: MariaDBConnection) throws(ImportError) -> Bool
  {
    try connection.query(
      "SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = "
        + MariaDBConnection.literal(name)
    ).rowCount > 0
  }

  /// Throws for anything but a table whose changes can be rolled back. Returns the table's identity.
  private static func checkKind(
    of name: String, in connection: MariaDBConnection
  ) throws(ImportError) -> String? {
    let found = try connection.query(
      """
      SELECT t.TABLE_TYPE, t.ENGINE, e.TRANSACTIONS, t.TABLE_COMMENT FROM information_schema.TABLES t
        LEFT JOIN information_schema.ENGINES e ON e.ENGINE = t.ENGINE
      WHERE t.TABLE_SCHEMA = DATABASE() AND t.TABLE_NAME = \(MariaDBConnection.literal(name))
      """)
    guard found.text(0, 0) == "BASE TABLE" else {
      throw ImportError(
        .conflict,
        "\(place(name, connection)) is a \(found.text(0, 0)?.lowercased() ?? "table that is gone"):"
          + " expected a table")
    }
    guard found.text(0, 2) == "YES" else {
      throw ImportError(
        .conflict,
        "\(place(name, connection)) has the engine \(found.text(0, 1) ?? "?"), which has no transactions:"
          + " rows and position could not become permanent together. ALTER TABLE … ENGINE = InnoDB")
    }
    return MariaDBTableIdentity.identity(in: found.text(0, 3) ?? "")
  }

  /// A column of an existing table.
  struct MariaDBColumn {
    let name: ByteName
    /// Such as `bigint(20) unsigned`.
    let type: String
    /// The first word of it.
    let kind: String
    let isNullable: Bool
    let mustBeGiven: Bool
    let isGenerated: Bool
    let (characters, bytes): (Int, Int)
    let (precision, scale): (Int, Int)
    let characterSet: String?
    let collation: String?

    var stagedType: String {
      guard let characterSet, let collation else { return type }
      return "\(type) CHARACTER SET \(characterSet) COLLATE \(collation)"
    }
    /// A row that says nothing has NULL there.
    var isLeftNull = false
  }

  static func existing(
    _ name: String, in connection: MariaDBConnection
  ) throws(ImportError) -> [MariaDBColumn] {
    let found = try connection.query(
      """
      SELECT COLUMN_NAME, COLUMN_TYPE, LOWER(DATA_TYPE), IS_NULLABLE = 'YES',
        IS_NULLABLE = 'NO' AND COLUMN_DEFAULT IS NULL AND EXTRA NOT LIKE '%auto_increment%'
          AND EXTRA NOT LIKE '%GENERATED%',
        EXTRA LIKE '%GENERATED%' AND EXTRA NOT LIKE '%DEFAULT_GENERATED%',
        CHARACTER_MAXIMUM_LENGTH, CHARACTER_OCTET_LENGTH, NUMERIC_PRECISION,
        COALESCE(NUMERIC_SCALE, DATETIME_PRECISION), CHARACTER_SET_NAME, COLLATION_NAME,
        IS_NULLABLE = 'YES' AND (COLUMN_DEFAULT IS NULL OR COLUMN_DEFAULT = 'NULL')
          AND EXTRA NOT LIKE '%GENERATED%'
      FROM information_schema.COLUMNS
      WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = \(MariaDBConnection.literal(name))
      ORDER BY ORDINAL_POSITION
      """)
    return (0..<found.rowCount).map { row in
      MariaDBColumn(
        name: ByteName(found.text(row, 0) ?? ""), type: found.text(row, 1) ?? "",
        kind: found.text(row, 2) ?? "", isNullable: found.integer(row, 3) == 1,
        mustBeGiven: found.integer(row, 4) == 1, isGenerated: found.integer(row, 5) == 1,
        characters: found.integer(row, 6) ?? 0, bytes: found.integer(row, 7) ?? 0,
        precision: found.integer(row, 8) ?? 0, scale: found.integer(row, 9) ?? 0,
        characterSet: found.text(row, 10), collation: found.text(row, 11),
        isLeftNull: found.integer(row, 12) == 1)
    }
  }

  /// The statement that makes the table. Texts are compared byte by byte, with the spaces at their ends.
  static func creation(
    _ name: String, _ columns: [ImportColumn], _ key: [Int], isMariaDB: Bool
  ) -> String {
    // An index of InnoDB holds 3072 bytes, and a character has up to four.
    let others = key.reduce(0) { $0 + bytes(inIndex: columns[$1].type) }
    let longest =
      (3072 - others) / 4
      / max(key.count { MariaDBConnection.declaredType(columns[$0].type) == "longtext" }, 1)
    var parts = columns.enumerated().map { number, column in
      let type = MariaDBConnection.declaredType(column.type)
      let isLong = key.contains(number) && type == "longtext"
      return "\(MariaDBConnection.quoted(column.name)) \(isLong ? "varchar(\(longest))" : type)"
        + (key.contains(number) ? " NOT NULL" : "")
    }
    if !key.isEmpty {
      let names = key.map { MariaDBConnection.quoted(columns[$0].name) }
      parts.append("PRIMARY KEY (\(names.joined(separator: ", ")))")
    }
    return "CREATE TABLE \(MariaDBConnection.quoted(name)) (\(parts.joined(separator: ", ")))"
      + options(isMariaDB: isMariaDB)
  }

  /// The size of a value in an index, for all types but texts.
  private static func bytes(inIndex type: ColumnType) -> Int {
    switch type.storage {
    case .integer, .real, .timestamp: 8
    case .boolean: 1
    case .date: 3
    case .decimal: 30
    case .uuid: 36 * 4
    case .text, .json, .nested, .blob: 0
    }
  }

  static func options(isMariaDB: Bool) -> String {
    " ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE "
      + (isMariaDB ? "utf8mb4_nopad_bin" : "utf8mb4_0900_bin")
  }

}

extension MariaDBCodec {
  /// Nil when the column does not store such values unchanged.
  init?(_ type: ColumnType, _ found: MariaDBTable.MariaDBColumn) {
    let isUnsigned = found.type.contains("unsigned")
    let bits = ["tinyint": 8, "smallint": 16, "mediumint": 24, "int": 32, "bigint": 64][found.kind]
    let isText = ["varchar", "tinytext", "text", "mediumtext", "longtext", "json"].contains(
      found.kind)
    switch type.storage {
    case .integer:
      guard let bits else { return nil }
      form = .integer
      range = ValueLimits.integers(bits: bits, isSigned: !isUnsigned)
    case .boolean where bits != nil: form = .bool
    // Not `double(10,2)`, which rounds.
    case .real where found.kind == "double" && !found.type.utf8.contains(UInt8(ascii: "(")):
      form = .real
    case .decimal where found.kind == "decimal":
      form = .decimal
      (precision, scale) = (found.precision, found.scale)
    case .date where found.kind == "date": form = .date
    case .timestamp where found.kind == "datetime" || found.kind == "timestamp":
      form = .datetime
      (scale, isShort) = (min(max(found.scale, 0), 6), found.kind == "timestamp")
    case .uuid where found.kind == "uuid" || found.kind == "char" && found.characters == 36:
      form = .text
    case .blob:
      guard ["tinyblob", "blob", "mediumblob", "longblob", "varbinary"].contains(found.kind) else {
        return nil
      }
      form = .blob
      mostBytes = found.bytes
    case .text, .json, .nested, .decimal, .date, .timestamp, .uuid:
      // Not `char`, which loses spaces at the end.
      guard isText else { return nil }
      form = .text
      (mostCharacters, mostBytes) = (found.kind == "varchar" ? found.characters : 0, found.bytes)
    default: return nil
    }
  }
}
