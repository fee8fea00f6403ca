import CSimdJSON

/// A walk over a record, which notes where what is wanted stands.
///
/// It stops at each container that is wanted as a whole: whoever reads that one then and there
/// leaves word of where it ends, and none of its tokens is gone over twice.
///
/// Sound because `notes` has room for the table's `noteCount`, and whoever walks holds the table.
@usableFromInline
package struct FieldWalk {
  private let record: JSONPosition
  private let levels: UnsafeMutablePointer<FieldTable.Level>
  private let notes: UnsafeMutablePointer<UInt32>
  private var walk: csj_walk
  private var state: State

  private enum State { case start, atWanted, done }

  /// Notes the tokens of the wanted values of the object or array at `record`: `notes` is cleared,
  /// and holds 0 for what is not there. Of fields of one name the last counts, unless the reader
  /// refuses duplicates.
  init(_ table: FieldTable, of record: JSONPosition, notes: UnsafeMutablePointer<UInt32>) {
    notes.update(repeating: 0, count: table.noteCount)
    self.record = record
    self.notes = notes
    levels = table.levels.baseAddress!
    walk = csj_walk(
      key: record.token &+ 1, guess: csj_expected(&levels.pointee.fields.expected),
      last: UInt16.max, has_duplicates: false)
    state = .start
  }

  /// Whether a wanted field came a second time: what was read of the first does not count.
  @usableFromInline var hasDuplicates: Bool { walk.has_duplicates }

  @usableFromInline var isDone: Bool { state == .done }

  /// The record's closing bracket, when the walk is done.
  var close: UInt32 { walk.key }

  /// Goes on to behind the next container that is wanted as a whole, or to the end: false.
  ///
  /// Cost: each field of the record is gone over once; what is not wanted is told by its first two
  /// bytes or its length and stepped over. Allocates nothing. Throws what the walk meets:
  /// `unexpected-token`, `incomplete`; and `duplicate-key` of a wanted field.
  @usableFromInline
  mutating func next() throws(JSONError) -> Bool {
    switch state {
    case .done: return false
    case .start:
      guard record.byte == Byte.openBrace else {
        walk.key = try walkArray(record, levels)
        state = .done
        return false
      }
      if walk.key < record.end, record.byte(at: walk.key) == Byte.closeBrace {
        state = .done
        return false
      }
    case .atWanted:
      guard try step(record, behind: record.after(walk.key &+ 2), &walk) else {
        state = .done
        return false
      }
    }
    let isAtWanted = try walkObject(record, levels, &walk, stopsAtWanted: true)
    state = isAtWanted ? .atWanted : .done
    return isAtWanted
  }

  /// Goes over an object from the key at hand. True: to a container that is wanted.
  @inline(__always)
  private func walkObject(
    _ object: JSONPosition, _ level: UnsafeMutablePointer<FieldTable.Level>,
    _ walk: inout csj_walk, stopsAtWanted: Bool
  ) throws(JSONError) -> Bool {
    let index = object.index
    let end = object.end
    let (bytes, tokens) = (index.pointee.bytes, index.pointee.tokens)
    let isPlain =
      level.pointee.fields.count > 0 && index.pointee.duplicateKeys != .reject
    while true {
      let behind: UInt32
      let walked =
        isPlain
        ? csj_walk_fields(bytes, tokens, end, &level.pointee.fields, notes, &walk)
        : CSJ_WALKED_CAREFUL
      switch walked {
      case CSJ_WALKED_END:
        return false
      case CSJ_WALKED_WANTED where stopsAtWanted:
        return true
      case CSJ_WALKED_CONTAINER, CSJ_WALKED_WANTED:
        behind = min(object.skip(walk.key &+ 2), end)
      case CSJ_WALKED_BELOW:
        let name = level.pointee.fields.names![Int(walk.last)]
        behind = try take(object.at(walk.key &+ 2), name.note, name.below, &walk)
      default:
        behind = try stepCarefully(object, level, &walk)
      }
      guard try step(object, behind: behind, &walk) else { return false }
    }
  }

  /// On to the key behind a value: false at the closing brace, which is then the key at hand.
  @inline(__always)
  private func step(
    _ object: JSONPosition, behind separator: UInt32, _ walk: inout csj_walk
  ) throws(JSONError) -> Bool {
    guard separator < object.end else { throw object.unclosed(.commaOrBrace) }
    let byte = object.byte(at: separator)
    walk.key = separator
    if byte == Byte.closeBrace { return false }
    guard byte == Byte.comma else { throw object.unexpected(separator, .commaOrBrace) }
    walk.key = separator &+ 1
    return true
  }

  /// Notes a value, and what is wanted below it. Answers the token behind it.
  private func take(
    _ value: JSONPosition, _ note: UInt32, _ below: Int32, _ walk: inout csj_walk
  ) throws(JSONError) -> UInt32 {
    let isSecond = notes[Int(note)] != 0
    notes[Int(note)] = value.token
    if isSecond { walk.has_duplicates = true }
    guard below >= 0 else { return value.after(value.token) }
    let level = levels + Int(below)
    // Of duplicate keys the last counts: what was noted below the one before does not.
    if isSecond { for note in level.pointee.notes { notes[Int(note)] = 0 } }
    switch value.byte {
    case Byte.openBrace:
      var inner = csj_walk(
        key: value.token &+ 1, guess: csj_expected(&level.pointee.fields.expected),
        last: UInt16.max, has_duplicates: false)
      if inner.key < value.end, value.byte(at: inner.key) == Byte.closeBrace {
        return inner.key &+ 1
      }
      _ = try walkInside(value, level, &inner)
      if inner.has_duplicates { walk.has_duplicates = true }
      return inner.key &+ 1
    case Byte.openBracket where !level.pointee.elements.isEmpty:
      return try walkArray(value, level) &+ 1
    default: return value.after(value.token)
    }
  }

  /// The same for an object inside the record, which is gone over without a stop.
  @inline(never)
  private func walkInside(
    _ object: JSONPosition, _ level: UnsafeMutablePointer<FieldTable.Level>,
    _ walk: inout csj_walk
  ) throws(JSONError) -> Bool {
    try walkObject(object, level, &walk, stopsAtWanted: false)
  }

  /// The field at hand by the exact comparison: any white space before the colon, any escapes.
  /// Answers the token behind its value.
  @inline(never)
  private func stepCarefully(
    _ object: JSONPosition, _ level: UnsafeMutablePointer<FieldTable.Level>, _ walk: inout csj_walk
  ) throws(JSONError) -> UInt32 {
    let key = walk.key
    let value = key &+ 2
    guard value < object.end else { throw object.incompleteField(key) }
    guard object.byte(at: key) == Byte.quote else { throw object.unexpected(key, .key) }
    guard object.byte(at: key &+ 1) == Byte.colon else {
      throw object.unexpected(key &+ 1, .colon)
    }
    let raw = RawString(object.at(key))
    for (number, name) in level.pointee.names.enumerated() where raw.equals(name) {
      let found = level.pointee.fields.names![number]
      if notes[Int(found.note)] != 0, object.index.pointee.duplicateKeys == .reject {
        throw JSONError(.duplicateKey, at: object.offset(of: key), name: name)
      }
      return try take(object.at(value), found.note, found.below, &walk)
    }
    return object.after(value)
  }

  /// Answers the closing bracket.
  private func walkArray(
    _ array: JSONPosition, _ level: UnsafeMutablePointer<FieldTable.Level>
  ) throws(JSONError) -> UInt32 {
    var unused = csj_walk()
    var value = array.token &+ 1
    guard value < array.end else { throw array.unclosed(.value) }
    if array.byte(at: value) == Byte.closeBracket { return value }
    var elements = level.pointee.elements[...]
    var index = 0
    while true {
      let behind: UInt32
      if let element = elements.first, element.index == index {
        elements = elements.dropFirst()
        behind = try take(array.at(value), element.note, element.below, &unused)
      } else {
        behind = array.after(value)
      }
      guard behind < array.end else { throw array.unclosed(.commaOrBracket) }
      let separator = array.byte(at: behind)
      if separator == Byte.closeBracket { return behind }
      guard separator == Byte.comma else { throw array.unexpected(behind, .commaOrBracket) }
      guard behind &+ 1 < array.end else { throw array.unclosed(.value) }
      index &+= 1
      value = behind &+ 1
    }
  }
}
