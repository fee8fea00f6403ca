import Sluice

/// Finds keys of records that nothing asks for. One thread uses it at a time.
///
/// A separate walk after the one that reads the values, so that a job without it pays nothing. A record of the shape of
/// one without unknown keys takes none (`ShapeMemory`: their keys are the same). Allocates nothing for a key that was
/// met before.
///
/// Sound because `shapes` has room for the locations of `record`, which are written by their numbers.
@safe
package final class UnknownKeyDetector {
  /// Everything that is asked of a record, as a tree of names.
  private let record: KnownKeys
  /// The same for an element of the exploded array.
  private let element: KnownKeys?
  private let stops: Bool
  /// The first unknown key of the current record, when it is to stop the job.
  private var found: String?
  private var known = MetKeys()
  /// The shapes of records without unknown keys; the locations are those of inner objects that were looked into.
  private let shapes: ShapeMemory
  private var hasUnknown = false

  init(_ specification: RowSpecification) {
    stops = specification.unknownKeys == .stop
    let others = specification.unread.record + (specification.filter?.paths ?? [])
    guard let exploded = specification.exploded else {
      record = KnownKeys(specification.columns.flatMap(\.paths) + others, below: [])
      element = nil
      shapes = ShapeMemory(
        locationCount: record.isWhole.count, levels: record.levels, remembersShapes: true,
        ofRecords: true)
      return
    }
    // Which elements an array has differs from record to record.
    shapes = ShapeMemory(locationCount: 1, levels: 1, remembersShapes: false, ofRecords: true)
    record = KnownKeys(
      exploded.recordPaths.compactMap { $0 } + others + [exploded.path], below: [])
    element = KnownKeys(
      exploded.elementPaths.compactMap { $0 } + specification.unread.element,
      below: exploded.path.steps.map { .field(ByteName(String($0.key))) } + [.element])
  }

  package var counts: UnknownKeyCounts {
    var counts = UnknownKeyCounts()
    for key in known.keys { counts.add(ByteName(key.path), key.count) }
    counts.addOthers(known.others)
    return counts
  }

  /// Restarts the counts.
  func forget() { known = MetKeys() }

  /// Examines a record, and the elements of its array. Returns the path of an unknown key when the job is
  /// to stop there.
  func inspect(at root: JSONPosition, array: JSONPosition? = nil) throws(JSONError) -> String? {
    found = nil
    let isObject = root.byte == UInt8(ascii: "{")
    if isObject, shapes.recall(root) { return nil }
    hasUnknown = false
    record.marks.begin()
    if element == nil {
      unsafe shapes.locations.update(repeating: .max, count: record.isWhole.count)
    }
    try inspect(at: root, record, 0)
    guard let element, let array, found == nil else {
      if element == nil, isObject, !hasUnknown {
        shapes.learn(root, tokens: root.end &- root.token)
      }
      return found
    }
    var token = array.token
    while found == nil, let next = try array.nextElement(after: token) {
      element.marks.begin()
      try inspect(at: array.at(next), element, 0)
      token = next
    }
    return found
  }

  /// Recursive, but no deeper than the longest path.
  private func inspect(
    at value: JSONPosition, _ tree: KnownKeys, _ number: Int32
  ) throws(JSONError) {
    let step = unsafe tree.marks.steps[Int(number)]
    // A value that is asked for as a whole has no unknown keys.
    guard !tree.isWhole[Int(number)], !step.children.isEmpty else { return }
    if element == nil { unsafe shapes.locations[Int(number)] = value.token }
    if value.byte == UInt8(ascii: "{") {
      try inspectObject(value, tree, number)
    } else if value.byte == UInt8(ascii: "["), !step.elements.isEmpty {
      try inspectArray(value, tree, step.elements)
    }
  }

  private func inspectObject(
    _ object: JSONPosition, _ tree: KnownKeys, _ number: Int32
  ) throws(JSONError) {
    let end = object.end
    var key = object.token &+ 1
    if key < end, object.byte(at: key) == UInt8(ascii: "}") { return }
    let wanted = unsafe tree.marks.steps[Int(number)].children
    let isFirstCounted = unsafe object.context.pointee.duplicateKeys == .firstWins
    var unused = number
    if !isFirstCounted { try tree.marks.locate(wanted, of: object, failed: &unused) }
    var guess = wanted.lowerBound
    while found == nil {
      let value = key &+ 2
      guard value < end else { throw object.unclosed(.key) }
      guard object.byte(at: key) == UInt8(ascii: "\"") else { throw object.unexpected(key, .key) }
      guard object.byte(at: key &+ 1) == UInt8(ascii: ":") else {
        throw object.unexpected(key &+ 1, .colon)
      }
      if let child = tree.marks.match(key, of: object, wanted, guess) {
        guess = child &+ 1
        // Nothing asks for a field that does not count, nor for what is in it.
        let isCounted =
          isFirstCounted ? tree.marks.meet(child) : tree.marks.counts(value, child)
        if isCounted { try inspect(at: object.at(value), tree, child) }
      } else {
        try note(RawString(object.at(key)), at: object.offset(of: key), tree, number)
      }
      let behind = object.after(value)
      guard behind < end else { throw object.unclosed(.commaOrBrace) }
      let separator = object.byte(at: behind)
      if separator == UInt8(ascii: "}") { return }
      guard separator == UInt8(ascii: ",") else { throw object.unexpected(behind, .commaOrBrace) }
      key = behind &+ 1
    }
  }

  private func inspectArray(
    _ array: JSONPosition, _ tree: KnownKeys, _ wanted: Range<Int32>
  ) throws(JSONError) {
    var wanted = wanted
    var (index, token) = (0, array.token)
    while !wanted.isEmpty, found == nil, let next = try array.nextElement(after: token) {
      if unsafe tree.marks.steps[Int(wanted.lowerBound)].element == index {
        try inspect(at: array.at(next), tree, wanted.lowerBound)
        wanted = wanted.dropFirst()
      }
      (index, token) = (index + 1, next)
    }
  }

  private func note(
    _ key: RawString, at offset: Int, _ tree: KnownKeys, _ node: Int32
  ) throws(JSONError) {
    hasUnknown = true
    let path: String?? = unsafe key.withUTF8 { (name) -> String? in
      if stops { return unsafe tree.path(of: name, in: node) }
      unsafe known.count(name, node, isElement: tree === element) {
        unsafe tree.path(of: name, in: node)
      }
      return nil
    }
    guard let path else { throw JSONError(.invalidEscape, at: offset) }
    if let path { found = path }
  }
}

/// The names that are asked for.
private final class KnownKeys {
  let marks: FieldMarks
  /// By location: whether the value is asked for as a whole.
  let isWhole: [Bool]
  /// The number of steps of the longest path.
  let levels: Int
  /// The path to each location.
  private var ways: [[InferredPath.Element]]

  init(_ paths: [ColumnPath], below way: [InferredPath.Element]) {
    var locations: [Int] = []
    let table = FieldTable(paths.map(\.fieldPath), locations: &locations)
    marks = FieldMarks(table)
    let asked = Set(locations)
    isWhole = unsafe table.nodes.indices.map { asked.contains($0) }
    ways = Array(repeating: way, count: table.locationCount)
    var steps = Array(repeating: 0, count: table.locationCount)
    // Children come after their parents.
    for location in unsafe table.nodes.indices {
      let step = unsafe table.nodes[location]
      for child in [step.children, step.elements].joined() {
        steps[Int(child)] = steps[location] + 1
      }
      for child in step.children {
        guard let name = unsafe table.nodes[Int(child)].text else { continue }
        ways[Int(child)] =
          unsafe ways[location] + [
            .field(ByteName(String(decoding: name, as: UTF8.self)))
          ]
      }
    }
    levels = steps.max() ?? 0
  }

  /// The path in a column's spelling.
  func path(of key: UnsafeBufferPointer<UInt8>, in node: Int32) -> String {
    let name = unsafe ByteName(String(decoding: key, as: UTF8.self))
    let path = InferredPath(ways[Int(node)] + [.field(name)])
    return path.columnText ?? path.description
  }
}

/// The unknown keys that were met, by a hash of their names and their nodes; their number is limited.
private struct MetKeys {
  struct Key {
    let name: [UInt8]
    let node: Int32
    let isElement: Bool
    let path: String
    var count: Int64
  }

  private(set) var keys: [Key] = []
  private(set) var others: Int64 = 0
  private var places: [UInt64: Int] = [:]

  mutating func count(
    _ name: UnsafeBufferPointer<UInt8>, _ node: Int32, isElement: Bool, path: () -> String
  ) {
    // FNV-1a. Names with the same hash take the next free number.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(UInt32(bitPattern: node)) << 1
    if isElement { hash ^= 1 }
    for place in name.indices {
      let byte = unsafe name[place]
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    while let place = places[hash] {
      if keys[place].node == node, keys[place].isElement == isElement,
        unsafe keys[place].name.elementsEqual(name)
      {
        keys[place].count += 1
        return
      }
      hash &+= 1
    }
    guard keys.count < UnknownKeyCounts.most else {
      others += 1
      return
    }
    places[hash] = keys.count
    unsafe keys.append(
      Key(name: Array(name), node: node, isElement: isElement, path: path(), count: 1))
  }
}
