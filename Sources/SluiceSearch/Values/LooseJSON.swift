public import Sluice

/// A value of an open document as parsers read it: what can be converted is, and what can't be is nil.
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
/// Nothing is rounded or cut to fit: 1.5 is no `Int`, and neither is 2⁶⁴.
///
/// Cost: looks at the document when it is asked, and keeps nothing. In a ``JSONParser`` this is what
/// `JSON` means; the owned value is `Sluice.JSON` there, and has the same getters as `asInt()` and so
/// on.
public struct LooseJSON: ~Escapable {
  let position: JSONPosition
  /// The search that lends it.
  let search: UnsafeMutablePointer<LooseSearch>

  /// Sound because only searches make one, and lend it for one call, in which the document stays open
  /// and `search` where it is; the compiler keeps it from outliving the call.
  @_lifetime(immortal)
  init(unchecked position: JSONPosition, _ search: UnsafeMutablePointer<LooseSearch>) {
    self.position = position
    self.search = search
  }

  /// The value of the member `key`, of several of that name the last; nil when there is none, or the
  /// value is no object. A member that is null is there: its getters are nil.
  ///
  /// O(members).
  public subscript(key: String) -> LooseJSON? {
    @_lifetime(copy self)
    get {
      let found = read { () throws(JSONError) in try position.member(named: key) }
      guard let token = found ?? nil else { return nil }
      let value = LooseJSON(unchecked: position.at(token), search)
      return unsafe _overrideLifetime(value, copying: self)
    }
  }

  /// The element at `index`; nil when there is none, or the value is no array. O(index).
  public subscript(index: Int) -> LooseJSON? {
    @_lifetime(copy self)
    get {
      let found = read { () throws(JSONError) in try position.element(at: index) }
      guard let token = found ?? nil else { return nil }
      let value = LooseJSON(unchecked: position.at(token), search)
      return unsafe _overrideLifetime(value, copying: self)
    }
  }

  /// The value of the member whose name stands first in the document; nil for all but objects with
  /// members.
  public var firstMember: LooseJSON? {
    @_lifetime(copy self)
    get {
      guard position.byte == Byte.openBrace else { return nil }
      let found = read { () throws(JSONError) in try position.firstMember() }
      guard let token = found ?? nil else { return nil }
      let value = LooseJSON(unchecked: position.at(token), search)
      return unsafe _overrideLifetime(value, copying: self)
    }
  }

  /// The same place as a cursor, whose readers are exact and say what is wrong.
  public var cursor: JSONCursor {
    @_lifetime(copy self)
    get {
      let cursor = JSONCursor(unchecked: position)
      return unsafe _overrideLifetime(cursor, copying: self)
    }
  }

  /// Whether the value is `null`.
  public var isNull: Bool { position.isNull }

  /// Reads; nil: the value is another. What is wrong with the text itself ends the search.
  func read<R>(_ body: () throws(JSONError) -> R) -> R? {
    do throws(JSONError) {
      return try body()
    } catch {
      if !error.isAboutValue, search.pointee.fault == nil { search.pointee.fault = error }
      return nil
    }
  }
}

/// What a search and the values that it lends share.
struct LooseSearch {
  /// What is wrong with the text, met by a getter, which can't throw it.
  var fault: (any Error)?
  /// What is told of already.
  let memory: SearchTeller.Memory?
}

extension LooseJSON? {
  /// The member `key` of the value, if both are there: `data["address"]["city"]?.string`.
  public subscript(key: String) -> LooseJSON? {
    @_lifetime(copy self)
    get {
      guard let value = self else { return nil }
      return value[key]
    }
  }
}

extension JSONPosition {
  /// The member of that name that counts; nil for what is no object.
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

  fileprivate func element(at index: Int) throws(JSONError) -> UInt32? {
    guard byte == Byte.openBracket, index >= 0 else { return nil }
    var left = index
    var element = token
    while let next = try nextElement(after: element) {
      if left == 0 { return next }
      left -= 1
      element = next
    }
    return nil
  }
}
