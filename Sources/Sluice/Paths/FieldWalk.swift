import CSimdJSON

/// Walks over a record and records where the wanted values are.
///
/// Stops at each container that is wanted as a whole. Reading it then and there records where it ends, so that none of
/// its tokens is walked over twice.
///
/// Sound because `locations` has room for the table's `locationCount`, and the walk's owner holds the table.
@usableFromInline
@safe
package struct FieldWalk {
  private let record: JSONPosition
  private let fields: UnsafeMutablePointer<csj_fields>
  private let nodes: UnsafePointer<FieldNode>
  private let locations: UnsafeMutablePointer<UInt32>
  private var walk: csj_walk
  private var state: Progress
  private let duplicateKeys: DuplicateKeys

  private enum Progress { case start, atWanted, done }

  /// Records the tokens of the wanted values of the object or array at `record`. Clears `locations`, which holds 0 for
  /// missing values. A null is located as `UInt32.max`, unless nulls are wanted too. A field that does not count is not
  /// located, nor is anything in it. If `stopsAtWanted` is false, walks to the end at once.
  init(
    _ start: FieldTable.Start, of record: JSONPosition, locations: UnsafeMutablePointer<UInt32>,
    _ duplicateKeys: DuplicateKeys, stopsAtWanted: Bool = true
  ) {
    unsafe locations.update(repeating: 0, count: start.locationCount)
    self.record = record
    unsafe self.locations = unsafe locations
    unsafe fields = unsafe start.fields
    unsafe nodes = unsafe start.nodes
    walk = csj_walk()
    walk.stops_at_wanted = stopsAtWanted
    self.duplicateKeys = duplicateKeys
    walk.duplicates = duplicateKeys.codeByte
    unsafe csj_walk_begin(&walk, fields, 0, record.token)
    state = .start
  }

  /// Whether a wanted field occurred a second time and counts: values read from the first one don't.
  @usableFromInline var hasDuplicates: Bool { walk.has_duplicates }

  @usableFromInline var isDone: Bool { state == .done }

  /// The record's closing bracket, once the walk is done.
  @usableFromInline var close: UInt32 { walk.key }

  /// Continues to the token after the next container that is wanted as a whole. Returns false at the end.
  ///
  /// Cost: walks over each field of the record once. Unwanted fields are recognised by the first two bytes or the
  /// length of their keys, and skipped. Allocates nothing. Throws the faults that the walk finds: `unexpected-token`,
  /// `incomplete`; and `duplicate-key` for a wanted field.
  @usableFromInline
  mutating func next() throws(JSONError) -> Bool {
    switch state {
    case .done: return false
    case .start:
      guard record.byte == Byte.openBrace else {
        walk.key = try unsafe walkArray(record, nodes[0].elements)
        state = .done
        return false
      }
      if walk.key < record.end, record.byte(at: walk.key) == Byte.closeBrace {
        state = .done
        return false
      }
    case .atWanted:
      guard try step(behind: record.after(walk.key &+ 2), &walk) else {
        state = .done
        return false
      }
    }
    let isAtWanted = try walkObject(&walk)
    state = isAtWanted ? .atWanted : .done
    return isAtWanted
  }

  /// Walks over an object from the current key. Returns true at a container that is wanted.
  private func walkObject(_ walk: inout csj_walk) throws(JSONError) -> Bool {
    let end = record.end
    while true {
      var view = unsafe record.loopRecord
      let walked =
        unsafe (fields + Int(walk.level)).pointee.count > 0
        ? csj_walk_fields(&view, fields, locations, &walk) : CSJ_WALKED_SLOW_PATH
      let behind: UInt32
      switch walked {
      case CSJ_WALKED_END: return false
      case CSJ_WALKED_WANTED: return true
      case CSJ_WALKED_NO_SEPARATOR: behind = walk.key
      case CSJ_WALKED_CONTAINER: behind = min(record.skip(walk.key &+ 2), end)
      case CSJ_WALKED_BELOW:
        let location = location(ofName: Int(walk.last), level: walk.level)
        behind = try locate(record.at(walk.key &+ 2), location, &walk)
      default: behind = try stepSlowly(&walk)
      }
      guard try step(behind: behind, &walk) else { return false }
    }
  }

  /// Continues to the key after a value, leaving all objects that end there. Returns false at the end of the outermost
  /// object, whose closing brace is then the current key.
  private func step(
    behind value: UInt32, _ walk: inout csj_walk
  ) throws(JSONError) -> Bool {
    var separator = value
    while true {
      guard separator < record.end else { throw record.unclosed(.commaOrBrace) }
      let byte = record.byte(at: separator)
      if byte == Byte.comma {
        walk.key = separator &+ 1
        return true
      }
      guard byte == Byte.closeBrace else { throw record.unexpected(separator, .commaOrBrace) }
      if walk.depth == 0 {
        walk.key = separator
        return false
      }
      unsafe csj_walk_leave(&walk, fields)
      separator &+= 1
    }
  }

  /// The location of a name. Reads nothing else of the name: another thread may be updating its `expected`.
  private func location(ofName number: Int, level: UInt16) -> Int {
    unsafe Int(((fields + Int(level)).pointee.names! + number).pointee.location)
  }

  /// Locates a value, and the wanted values in it. Returns the token after it.
  private func locate(
    _ value: JSONPosition, _ location: Int, _ walk: inout csj_walk
  ) throws(JSONError) -> UInt32 {
    let node = unsafe nodes + location
    let isSecond = unsafe locations[location] != 0
    if isSecond {
      switch duplicateKeys {
      case .firstWins: return value.after(value.token)
      case .lastWins: walk.has_duplicates = true
      case .reject: throw value.duplicateKey()
      }
    }
    unsafe locations[location] =
      unsafe !node.pointee.takesNull && value.isNull ? UInt32.max : value.token
    guard unsafe node.pointee.level >= 0 else { return value.after(value.token) }
    // The locations inside the earlier value do not count.
    if isSecond { unsafe clear(node.pointee.children) }
    switch value.byte {
    case Byte.openBrace:
      var inner = csj_walk()
      inner.duplicates = walk.duplicates
      unsafe csj_walk_begin(
        &inner, fields, UInt16(truncatingIfNeeded: node.pointee.level), value.token)
      if inner.key < value.end, value.byte(at: inner.key) == Byte.closeBrace {
        return inner.key &+ 1
      }
      _ = try walkObject(&inner)
      if inner.has_duplicates { walk.has_duplicates = true }
      return inner.key &+ 1
    case Byte.openBracket where unsafe !node.pointee.elements.isEmpty:
      return try unsafe walkArray(value, node.pointee.elements) &+ 1
    default: return value.after(value.token)
    }
  }

  /// Clears the locations of steps and of everything below them. Recursive, but no deeper than the longest path.
  private func clear(_ steps: Range<Int32>) {
    for step in steps {
      unsafe locations[Int(step)] = 0
      unsafe clear(nodes[Int(step)].children)
    }
  }

  /// Handles the current field by the exact comparison: any white space before the colon, any escapes. Returns the
  /// token after its value.
  @inline(never)
  private func stepSlowly(_ walk: inout csj_walk) throws(JSONError) -> UInt32 {
    let key = walk.key
    let value = key &+ 2
    guard value < record.end else { throw record.incompleteField(key) }
    guard record.byte(at: key) == Byte.quote else { throw record.unexpected(key, .key) }
    guard record.byte(at: key &+ 1) == Byte.colon else {
      throw record.unexpected(key &+ 1, .colon)
    }
    let raw = RawString(record.at(key))
    for number in unsafe 0..<Int((fields + Int(walk.level)).pointee.count) {
      let location = location(ofName: number, level: walk.level)
      if unsafe nodes[location].isNamed(raw) {
        return try locate(record.at(value), location, &walk)
      }
    }
    return record.after(value)
  }

  /// Returns the closing bracket.
  private func walkArray(
    _ array: JSONPosition, _ wanted: Range<Int32>
  ) throws(JSONError) -> UInt32 {
    var unused = csj_walk()
    unused.duplicates = self.walk.duplicates
    var value = array.token &+ 1
    guard value < array.end else { throw array.unclosed(.value) }
    if array.byte(at: value) == Byte.closeBracket { return value }
    var wanted = wanted
    var index = 0
    while true {
      let behind: UInt32
      if let location = wanted.first, unsafe nodes[Int(location)].element == index {
        wanted = wanted.dropFirst()
        behind = try locate(array.at(value), Int(location), &unused)
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

extension DuplicateKeys {
  /// The policy as the loops in C name it.
  var code: csj_duplicates {
    switch self {
    case .firstWins: CSJ_FIRST_COUNTS
    case .lastWins: CSJ_LAST_COUNTS
    case .reject: CSJ_NONE_ALLOWED
    }
  }

  /// The same as a byte, for their structs.
  package var codeByte: UInt8 { UInt8(truncatingIfNeeded: code.rawValue) }
}

extension JSONPosition {
  /// The value at a step from this one, or nil. Of fields with the same name, the one that counts for mappings.
  package func mappedValue(at step: FieldPath.Step) throws(JSONError) -> JSONPosition? {
    var token: UInt32?
    if byte == Byte.openBrace, let key = step.key { token = try mappedField(named: key) }
    if byte == Byte.openBracket, let index = step.index { token = try element(at: index) }
    return token.map(at)
  }
}
