public import Sluice

/// A column of the target: its name, its type, and where its values come from.
///
/// ```swift
/// let columns = [
///   try ImportColumn(parsing: "id:int=id"),
///   try ImportColumn(parsing: "actor:text=actor.login"),
/// ]
/// ```
///
/// Unless its ``contract`` says otherwise, a value that is missing or `null` becomes NULL. A value of
/// another type, or an integer that does not fit `Int64`, makes the record a reject: it never becomes NULL
/// or an approximation.
public struct ImportColumn: Sendable, Hashable, CustomStringConvertible {
  public let name: ByteName
  public let type: ColumnType
  public let origin: ColumnOrigin
  public var contract = ColumnContract()

  /// A column with the value at a path. Throws ``ImportError`` for a name that no table can have.
  public init(
    name: ByteName, type: ColumnType, path: ColumnPath, contract: ColumnContract = ColumnContract()
  ) throws(ImportError) {
    try self.init(name: name, type: type, origin: .path(path))
    self.contract = contract
  }

  /// A column with the same value in every row. Throws ``ImportError`` for a name that no table can have,
  /// and for a value that does not have the type.
  public init(name: ByteName, type: ColumnType, constant: String) throws(ImportError) {
    try self.init(name: name, type: type, origin: .constant(ColumnConstant(constant, as: type)))
  }

  package init(name: ByteName, type: ColumnType, origin: ColumnOrigin) throws(ImportError) {
    guard !name.text.isEmpty else { throw ImportError(.badColumn, "a column needs a name") }
    guard !name.text.utf8.contains(0) else {
      throw ImportError(.badColumn, "column \"\(name)\": a name can't hold U+0000")
    }
    if case .path(let path) = origin, path.query != nil, type.isNested {
      throw ImportError(
        .badColumn,
        "column \"\(name)\": a JSONPath can't fill a \(type); the type json keeps an array of what it"
          + " selects")
    }
    do throws(ImportError) {
      try type.check()
    } catch {
      throw ImportError(.badColumn, "column \"\(name)\": \(error.message)")
    }
    self.name = name
    self.type = type
    self.origin = origin
  }

  /// Parses `NAME:TYPE=PATH`, such as `actor:text=actor.login`, or `NAME:WORD` with one of the words
  /// source, offset, line, record, raw and element (``ColumnOrigin``). The name may hold colons, but no
  /// `=`.
  ///
  /// Throws ``ImportError`` that names the part that is wrong.
  public init(parsing specification: String) throws(ImportError) {
    guard let (head, path) = ImportColumn.halves(of: specification) else {
      try self.init(parsingWord: specification)
      return
    }
    let (name, type) = try ImportColumn.head(head, of: specification)
    do throws(ImportError) {
      try self.init(name: ByteName(name), type: type, path: ColumnPath(parsing: path))
    } catch {
      throw ImportError(.badColumn, "column '\(specification)': \(error.message)")
    }
  }

  /// Parses `NAME:TYPE=VALUE`: the same value in every row.
  public init(parsingConstant specification: String) throws(ImportError) {
    guard let (head, value) = ImportColumn.halves(of: specification) else {
      throw ImportColumn.fault(specification, "there is no '='")
    }
    let (name, type) = try ImportColumn.head(head, of: specification)
    do throws(ImportError) {
      try self.init(name: ByteName(name), type: type, constant: value)
    } catch {
      throw ImportError(.badColumn, "constant '\(specification)': \(error.message)")
    }
  }

  private init(parsingWord specification: String) throws(ImportError) {
    guard let (name, word) = ImportColumn.nameAndWord(specification),
      let known = ColumnOrigin.words.first(where: { $0.word == word })
    else { throw ImportColumn.fault(specification, "there is no '='") }
    try self.init(name: ByteName(name), type: known.type, origin: known.origin)
  }

  /// The parts before and after the first `=`.
  ///
  /// Compares bytes, as below: to a `String`, a sign followed by a combining mark is another character.
  private static func halves(of specification: String) -> (head: String, rest: String)? {
    let bytes = specification.utf8
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return (
      String(decoding: bytes[..<equals], as: UTF8.self),
      String(decoding: bytes[bytes.index(after: equals)...], as: UTF8.self)
    )
  }

  /// The parts before and after the last colon.
  private static func nameAndWord(_ text: String) -> (name: String, word: String)? {
    let bytes = text.utf8
    guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    return (
      String(decoding: bytes[..<colon], as: UTF8.self),
      String(decoding: bytes[bytes.index(after: colon)...], as: UTF8.self)
    )
  }

  private static func head(
    _ left: String, of specification: String
  ) throws(ImportError) -> (String, ColumnType) {
    guard let (name, word) = nameAndWord(left) else {
      throw ImportColumn.fault(specification, "there is no ':' before the '='")
    }
    guard let type = ColumnType(scalar: word) else {
      if let nested = try nested(left, of: specification) { return nested }
      let types = ColumnType.scalars.map(\.description).joined(separator: ", ")
      throw ImportColumn.fault(
        specification, "type \"\(word)\" is not one of \(types), \(ColumnType.nestedForms)")
    }
    guard !name.isEmpty else { throw ImportColumn.fault(specification, "the name is empty") }
    return (name, type)
  }

  /// The name and the nested type after it, which holds colons of its own; nil without one.
  ///
  /// What follows one colon at most is a whole type: no part of a type that begins inside of it is one.
  private static func nested(
    _ left: String, of specification: String
  ) throws(ImportError) -> (String, ColumnType)? {
    let bytes = left.utf8
    for colon in bytes.indices where bytes[colon] == UInt8(ascii: ":") {
      let text = String(decoding: bytes[bytes.index(after: colon)...], as: UTF8.self)
      let begins = ["list", "struct", "map"].contains { word in
        text.utf8.drop { $0 == UInt8(ascii: " ") }.starts(with: "\(word)<".utf8)
      }
      guard begins else { continue }
      let name = String(decoding: bytes[..<colon], as: UTF8.self)
      guard !name.isEmpty else { throw ImportColumn.fault(specification, "the name is empty") }
      do throws(ImportError) {
        return (name, try ColumnType(parsing: text))
      } catch {
        throw ImportColumn.fault(specification, error.message)
      }
    }
    return nil
  }

  /// The column as `init(parsing:)` takes it, followed by its contract.
  public var description: String {
    switch origin {
    case .path(let path): "\(name):\(type)=\(path)\(contract.description)"
    case .constant(let value): "\(name):\(type)=\(value.text) constant"
    default: "\(name):\(ColumnOrigin.words.first { $0.origin == origin }?.word ?? "")"
    }
  }

  /// The path, if the values come from one.
  public var path: ColumnPath? { if case .path(let path) = origin { path } else { nil } }

  private static func fault(_ specification: String, _ reason: String) -> ImportError {
    ImportError(
      .badColumn,
      "column '\(specification)': \(reason); expected NAME:TYPE=PATH, such as"
        + " actor:text=actor.login"
    )
  }
}
