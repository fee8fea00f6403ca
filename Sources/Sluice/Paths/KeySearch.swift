import CSimdJSON

/// Visits objects in text order and stops at those that have all keys of a set: the part of a search that reads no
/// values.
///
/// ```
/// {"a": {"id": 1, "x": {"id": 2}}, "b": [{"id": 3}]}
///       ↑ stops: has "id"
///         `passOver`: continues after it   ↑ the next stop
///         `goInside`:     ↑ the next stop
/// ```
///
/// Reads only keys. The last of several members with one name counts unless the reader's options say otherwise; the
/// contents of the others are skipped. There is no recursion. Memory is used only for the links between brackets, when
/// there is much to skip, and for the names of objects with very many members. Throws the faults among an object's own
/// fields, as far as it walked them; does not check commas and brackets of arrays.
///
/// Sound because `root` is a value of an open document, and nothing of the set's memory is used after the last use of
/// `keys`.
package struct KeySearch {
  /// An object at which the search stops.
  package struct Stop {
    package let object: JSONPosition
    /// Whether it has all keys; otherwise it has some.
    package let hasAll: Bool
  }

  private let root: JSONPosition
  private let keys: KeySet
  private var search: csj_search
  /// Whether the search waits at an object that has all keys, until it is told how to continue.
  private var isAtObject = false
  /// The containers hidden by a later member of the same name, the next one last.
  private var hidden: [UInt32] = []

  /// If `reportsSome` is true, also stops at objects with some of the keys.
  package init(_ keys: KeySet, in root: JSONPosition, reportsSome: Bool) {
    self.root = root
    self.keys = keys
    search = csj_search(
      token: root.token, depth: 0, object: .max, wanted: keys.all, found: 0,
      hidden: .max,
      reports_some: reportsSome, wants_links: false, can_link: true, is_done: !Byte.opens(root.byte)
    )
  }

  /// The next object, or nil after the last. Throws the faults that the walk over an object's fields finds:
  /// `unexpected-token`, `incomplete`.
  package mutating func next() throws(JSONError) -> Stop? {
    if isAtObject { try goInside() }
    while true {
      var record = unsafe root.loopRecord
      let found = unsafe csj_search_objects(&record, keys.fields, keys.masks, &search)
      switch found {
      case CSJ_SEARCHED_ALL:
        if !keys.isExact {
          if let stop = try inspectSlowly() { return stop }
          continue
        }
        isAtObject = true
        return Stop(object: root.at(search.object), hasAll: true)
      case CSJ_SEARCHED_SOME:
        return Stop(object: root.at(search.object), hasAll: false)
      case CSJ_SEARCHED_NAMES:
        try hideRepeated(in: root.at(search.object))
        if search.found != 0, search.reports_some {
          return Stop(object: root.at(search.object), hasAll: false)
        }
      case CSJ_SEARCHED_HIDDEN:
        let behind = root.skip(search.token)
        guard behind <= root.end else { throw root.unclosed(.commaOrBrace) }
        search.token = behind
        hidden.removeLast()
        search.hidden = hidden.last ?? .max
      case CSJ_SEARCHED_LINKS:
        search.wants_links = false
        root.makeLinks()
        search.can_link = unsafe root.context.pointee.links != nil
      case CSJ_SEARCHED_SLOW_PATH:
        if let stop = try inspectSlowly() { return stop }
      default:
        guard search.is_done else { throw root.unclosed(.commaOrBracket) }
        return nil
      }
    }
  }

  /// Continues inside the current object. Throws the faults that the walk over its members finds.
  package mutating func goInside() throws(JSONError) {
    isAtObject = false
    var record = unsafe root.loopRecord
    if unsafe csj_may_repeat_names(&record, search.object) {
      try hideRepeated(in: root.at(search.object))
    }
    search.token = search.object &+ 1
    search.depth &+= 1
  }

  /// Continues after the current object, which has all keys according to `next`. Throws `incomplete` if the object does
  /// not end.
  package mutating func passOver() throws(JSONError) {
    isAtObject = false
    let behind = root.skip(search.object)
    guard behind <= root.end else { throw root.unclosed(.commaOrBrace) }
    search.token = behind
    if search.depth == 0 { search.is_done = true }
    search.wants_links = unsafe root.context.pointee.links == nil
  }

  /// Inspects the current object by the exact comparison: any white space before a colon, any escapes. Returns nil if
  /// the search doesn't stop here and continues inside.
  private mutating func inspectSlowly() throws(JSONError) -> Stop? {
    let object = root.at(search.object)
    var missing = Set(keys.keys.indices)
    var value = object.token
    while let next = try object.nextField(after: value) {
      value = next
      // A malformed key is not among them.
      guard let key = RawString(object.at(next &- 2)).string,
        let numbers = keys.numbers[ByteName(key)]
      else { continue }
      missing.subtract(numbers)
    }
    isAtObject = missing.isEmpty
    if missing.isEmpty { return Stop(object: object, hasAll: true) }
    try goInside()
    let hasSome = missing.count < keys.keys.count
    return hasSome && search.reports_some ? Stop(object: object, hasAll: false) : nil
  }

  /// Only one of several members with one name counts: hides the containers in the others. O(members). Throws
  /// `duplicate-key` if the reader refuses them.
  private mutating func hideRepeated(in object: JSONPosition) throws(JSONError) {
    let superseded = try unsafe object.findSuperseded(object.context.pointee.mappedDuplicateKeys)
    let repeated = superseded.filter { Byte.opens(object.byte(at: $0)) }
    // These come before the containers that are already hidden.
    hidden += repeated.sorted(by: >)
    search.hidden = hidden.last ?? .max
  }
}
