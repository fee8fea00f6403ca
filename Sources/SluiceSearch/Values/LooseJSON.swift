public import Sluice

/// A value as parsers read it. Getters convert what they can, and return nil for the rest.
///
/// ```swift
/// let id = data["id"]?.int  // 7 and "7"
/// let city = data["address"]["city"]?.string
/// let user = data["user"] ?? data["data"]
/// ```
///
/// | getter | takes |
/// |---|---|
/// | ``int`` | integers (`1.0` is one), text of an integer (`"12"`, `"+7"`), `true` as 1 and `false` as 0 |
/// | ``double``, ``float`` | numbers, text of a number, `true` as 1 and `false` as 0 |
/// | ``bool`` | `true`, `false`, numbers: all but 0 are true; never text |
/// | ``string`` | text, numbers as text, `true` as "1" and `false` as "0" |
/// | ``array``, ``dictionary`` | those, owned |
///
/// Nothing is rounded or truncated: neither 1.5 nor 2⁶⁴ is an `Int`.
///
/// It is an ordinary value: store it, return it, send it to another task, put it into an `Any` or an array.
///
/// Cost: each access reads the document, and nothing is cached. Values that are dropped before the search ends cost no
/// more. If any is still there, the search copies once what it searched, and its part of the index, and the values that
/// are left keep that copy alive. ``view`` is the same place as a value of a document.
///
/// In a ``JSONParser`` the name `JSON` means this type; the owned value is `Sluice.JSON` there, and has
/// the same getters as methods such as `asInt()`.
public struct LooseJSON: Sendable {
  let document: LooseDocument
  /// Its token, counted from the searched value's.
  let token: UInt32

  init(_ document: LooseDocument, _ token: UInt32) {
    self.document = document
    self.token = token
  }

  /// The value of the member `key`, or of the last one with that name. Nil when there is no such
  /// member or the value is not an object. A null member exists: its getters are nil.
  ///
  /// O(members).
  public subscript(key: String) -> LooseJSON? {
    find { (position) throws(JSONError) in try position.member(named: key) }
  }

  /// The element at `index`; nil when there is no such element or the value is not an array.
  /// O(index).
  public subscript(index: Int) -> LooseJSON? {
    find { (position) throws(JSONError) in
      position.byte == Byte.openBracket ? try position.element(at: index) : nil
    }
  }

  /// The value of the first member in the document; nil unless the value is an object with members.
  public var firstMember: LooseJSON? {
    find { (position) throws(JSONError) in
      position.byte == Byte.openBrace ? try position.firstMember() : nil
    }
  }

  /// The same place as a view, whose accessors are exact and throw descriptive errors. While the search runs, the first
  /// use copies what is searched. Throws `out-of-memory`.
  public var view: JSONView {
    get throws(JSONError) {
      let searched = try document.kept()
      return JSONView(searched.storage, searched.token &+ token)
    }
  }

  /// Calls `body` with a cursor at this value, whose accessors are exact and throw descriptive errors. Copies nothing
  /// while the search runs.
  public func withCursor<R>(_ body: (JSONCursor) throws -> R) throws -> R {
    if let root = document.openRoot {
      return try body(JSONCursor(unchecked: root.at(root.token &+ token)))
    }
    return try view.withCursor(body)
  }

  /// Whether the value is `null`.
  public var isNull: Bool {
    read { (position) throws(JSONError) in position.isNull } ?? false
  }

  /// Reads the value; returns nil for one of another kind.
  func read<R>(_ body: (JSONPosition) throws(JSONError) -> R?) -> R? { document.read(token, body) }

  /// The value at the token that `body` returns.
  private func find(_ body: (JSONPosition) throws(JSONError) -> UInt32?) -> LooseJSON? {
    let distance = read { (position) throws(JSONError) -> UInt32? in
      try body(position).map { $0 &- position.token }
    }
    return distance.map { LooseJSON(document, token &+ $0) }
  }
}

extension LooseJSON: CustomStringConvertible {
  /// The value as compact JSON; `null` for text that is not JSON, which ends the search.
  public var description: String {
    read { (position) throws(JSONError) in
      var writer = JSONWriter()
      try writer.value(JSONCursor(unchecked: position))
      return try writer.takeString()
    } ?? "null"
  }
}

extension LooseJSON? {
  /// The member `key` of the value, if both exist: `data["address"]["city"]?.string`.
  public subscript(key: String) -> LooseJSON? { self?[key] }
}

extension JSONPosition {
  /// Returns the member of that name that counts; nil for a value that is not an object.
  fileprivate func member(named name: String) throws(JSONError) -> UInt32? {
    byte == Byte.openBrace ? try mappedField(named: name) : nil
  }

  fileprivate func firstMember() throws(JSONError) -> UInt32? {
    guard let first = try nextField(after: token) else { return nil }
    let key = at(first &- 2)
    guard let name = RawString(key).string else {
      throw JSONError(.invalidEscape, at: key.offset)
    }
    return try member(named: name)
  }
}
