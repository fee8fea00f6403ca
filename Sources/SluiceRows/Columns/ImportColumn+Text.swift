import Sluice

/// The text of a column.
extension ImportColumn: CustomStringConvertible {
  /// Parses `NAME:TYPE=PATH`, such as `actor:text=actor.login`, or `NAME:WORD` with one of the words
  /// source, offset, line, record, raw and element (``ColumnOrigin``). The name may hold colons, but no
  /// `=`. After the type may stand what else the column takes, `id:int accepts text=id` (``ColumnLeniency``);
  /// between paths stands `|`, `login:text=user.login|actor.login` (``fallbacks``).
  ///
  /// Throws ``ImportError`` that names the part that is wrong.
  public init(parsing specification: String) throws(ImportError) {
    guard let (head, path) = ImportColumn.halves(of: specification) else {
      try self.init(parsingWord: specification)
      return
    }
    let (own, words) = ImportColumn.parts(of: head)
    let (name, type) = try ImportColumn.head(own, of: specification)
    do throws(ImportError) {
      try self.init(name: ByteName(name), type: type, paths: ColumnPath.several(path))
      if let words { accepts = try ColumnLeniency(parsing: words, for: type) }
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

  /// The parts before and after the first `=`, unless a pattern of times holds it.
  ///
  /// Compares bytes, as below: to a `String`, a sign followed by a combining mark is another character.
  private static func halves(of specification: String) -> (head: String, rest: String)? {
    let bytes = specification.utf8
    guard var equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    if let words = leniency(in: bytes[..<equals]) {
      var isQuoted = false
      let end = bytes[words...].indices.first { place in
        if bytes[place] == UInt8(ascii: "'") { isQuoted.toggle() }
        return bytes[place] == UInt8(ascii: "=") && !isQuoted
      }
      equals = end ?? equals
    }
    return (
      String(decoding: bytes[..<equals], as: UTF8.self),
      String(decoding: bytes[bytes.index(after: equals)...], as: UTF8.self)
    )
  }

  /// Where the words begin that say what a column accepts: after a type, a space, `accepts` and a space.
  private static func leniency(in head: Substring.UTF8View) -> Substring.UTF8View.Index? {
    for place in head.indices where head[place...].starts(with: marker) {
      // A nested type accepts nothing, which its leniency says.
      let isType =
        head[..<place].last == UInt8(ascii: ">")
        || types.contains { word in
          head[..<place].suffix(word.count).elementsEqual(word)
        }
      if isType { return head.index(place, offsetBy: marker.count) }
    }
    return nil
  }

  /// The types after a colon.
  private static let types = ColumnType.scalars.map { Array(":\($0)".utf8) }
  private static let marker = Array(" accepts ".utf8)

  /// The name and the type, and the words after `accepts`.
  private static func parts(of head: String) -> (head: String, words: String?) {
    let bytes = head.utf8[...]
    guard let words = leniency(in: bytes) else { return (head, nil) }
    let end = bytes.index(words, offsetBy: -marker.count)
    return (
      String(decoding: bytes[..<end], as: UTF8.self),
      String(decoding: bytes[words...], as: UTF8.self)
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
    case .path:
      "\(name):\(type)\(accepts.isEmpty ? "" : " accepts \(accepts)")=\(pathText)\(contract.description)"
    case .constant(let value): "\(name):\(type)=\(value.text) constant"
    default: "\(name):\(ColumnOrigin.words.first { $0.origin == origin }?.word ?? "")"
    }
  }

  private static func fault(_ specification: String, _ reason: String) -> ImportError {
    ImportError(
      .badColumn,
      "column '\(specification)': \(reason); expected NAME:TYPE=PATH, such as"
        + " actor:text=actor.login"
    )
  }
}
