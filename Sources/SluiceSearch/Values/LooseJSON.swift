public import Sluice

/// A value of an open document as parsers read it. Getters convert what they can, and return nil
/// for the rest.
///
/// ```swift
/// let id = data["id"]?.int  // 7 and "7"
/// let city = data["address"]["city"]?.string
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
/// Cost: each access reads the document, and nothing is cached. In a ``JSONParser`` the name `JSON`
/// means this type; the owned value is `Sluice.JSON` there, and has the same getters as methods
/// such as `asInt()`.
///
/// Sound because the compiler keeps it from outliving the call of the search that lends it.
@safe
public struct LooseJSON: ~Escapable {
  let position: JSONPosition
  /// The search that lends it.
  let search: UnsafeMutablePointer<LooseSearch>

  /// Sound because only searches make one, and lend it for one call, in which the document stays open
  /// and `search` where it is; the compiler keeps it from outliving the call.
  @_lifetime(immortal)
  init(unchecked position: JSONPosition, _ search: UnsafeMutablePointer<LooseSearch>) {
    self.position = position
    unsafe self.search = unsafe search
  }

  /// The value of the member `key`, or of the last one with that name. Nil when there is no such
  /// member or the value is not an object. A null member exists: its getters are nil.
  ///
  /// O(members).
  public subscript(key: String) -> LooseJSON? {
    @_lifetime(copy self)
    get {
      let found = read { () throws(JSONError) in try position.member(named: key) }
      guard let token = found ?? nil else { return nil }
      let value = unsafe LooseJSON(unchecked: position.at(token), search)
      return unsafe _overrideLifetime(value, copying: self)
    }
  }

  /// The element at `index`; nil when there is no such element or the value is not an array.
  /// O(index).
  public subscript(index: Int) -> LooseJSON? {
    @_lifetime(copy self)
    get {
      guard position.byte == Byte.openBracket else { return nil }
      let found = read { () throws(JSONError) in try position.element(at: index) }
      guard let token = found ?? nil else { return nil }
      let value = unsafe LooseJSON(unchecked: position.at(token), search)
      return unsafe _overrideLifetime(value, copying: self)
    }
  }

  /// The value of the first member in the document; nil unless the value is an object with members.
  public var firstMember: LooseJSON? {
    @_lifetime(copy self)
    get throws(Never) {
      guard position.byte == Byte.openBrace else { return nil }
      let found = read { () throws(JSONError) in try position.firstMember() }
      guard let token = found ?? nil else { return nil }
      let value = unsafe LooseJSON(unchecked: position.at(token), search)
      return unsafe _overrideLifetime(value, copying: self)
    }
  }

  /// The same place as a cursor, whose accessors are exact and throw descriptive errors.
  public var cursor: JSONCursor {
    @_lifetime(copy self)
    get throws(Never) {
      let cursor = JSONCursor(unchecked: position)
      return unsafe _overrideLifetime(cursor, copying: self)
    }
  }

  /// Whether the value is `null`.
  public var isNull: Bool { get throws(Never) { position.isNull } }

  /// Reads a value; returns nil for a value of another kind. An error in the text itself ends the
  /// search.
  func read<R>(_ body: () throws(JSONError) -> R) -> R? {
    do throws(JSONError) {
      return try body()
    } catch {
      if !error.isAboutValue, unsafe search.pointee.fault == nil {
        unsafe search.pointee.fault = error
      }
      return nil
    }
  }
}

/// State that a search shares with the values it lends.
struct LooseSearch {
  /// An error in the text that a getter met, and can't throw.
  var fault: (any Error)?
  /// The objects that have been reported.
  let memory: SearchReporter.Memory?
}

extension LooseJSON? {
  /// The member `key` of the value, if both exist: `data["address"]["city"]?.string`.
  public subscript(key: String) -> LooseJSON? {
    @_lifetime(copy self)
    get {
      guard let value = self else { return nil }
      return value[key]
    }
  }
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
