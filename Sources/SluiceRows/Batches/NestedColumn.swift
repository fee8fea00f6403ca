import Sluice

/// Reads values of a nested type into the stores of its column.
///
/// Recursive, no deeper than types are. Allocates nothing but room in the stores. A value that does not fit
/// leaves the row unfinished: the caller overwrites it.
///
/// Sound because the nodes mirror the stores' tree, both are made from the same type, and `ColumnPart`, which
/// owns the stores, owns this.
@safe
final class NestedColumn {
  private let root: UnsafeMutablePointer<NestedNode>
  private let store: UnsafeMutablePointer<ColumnStore>
  private let scratch = RowScratch()

  init(_ type: ColumnType, _ store: UnsafeMutablePointer<ColumnStore>) {
    unsafe self.store = unsafe store
    unsafe root = .allocate(capacity: 1)
    unsafe root.initialize(to: NestedNode(type))
  }

  deinit {
    unsafe root.deinitialize(count: 1)
    unsafe root.deallocate()
  }

  func setNull(_ row: Int) { unsafe store.pointee.setNull(row) }

  /// Reads a value that is not null. Throws the first error in the document's order, and `invalidValue` for a
  /// value of more than 2 GiB, whose elements 32 bits might not count.
  func read(_ value: JSONPosition, _ row: Int) throws(JSONError) {
    if unsafe value.index.pointee.length > ColumnStore.longestValue {
      let count = try unsafe value.rawBytes().count
      guard count <= ColumnStore.longestValue else {
        throw JSONError(
          .invalidValue, at: value.offset, name: "at most \(ColumnStore.longestValue) bytes",
          reason: "\(count) bytes")
      }
    }
    try unsafe readContainer(value, root, store, row)
  }

  /// Reads a value or a null into a row of a child.
  @inline(__always)
  private func fill(
    _ value: JSONPosition, _ node: UnsafeMutablePointer<NestedNode>,
    _ store: UnsafeMutablePointer<ColumnStore>, _ row: Int
  ) throws(JSONError) {
    unsafe store.pointee.begin(row)
    if value.isNull { return unsafe store.pointee.setNull(row) }
    switch unsafe node.pointee.decoding {
    case .int: unsafe store.pointee.set(try value.integer(.int64) as Int64, row)
    case .real: unsafe store.pointee.set(try value.double(), row)
    case .bool: unsafe store.pointee.set(UInt8(try value.bool() ? 1 : 0), row)
    case .text:
      guard value.byte == UInt8(ascii: "\"") else { throw value.mismatch(.string) }
      guard unsafe store.pointee.set(RawString(value), row) else {
        throw JSONError(.invalidEscape, at: value.offset)
      }
    case .nested: unsafe try readContainer(value, node, store, row)
    case .json, .parsed, .transformed, .lenient, .quotedInt, .quotedReal, .quotedBool,
      .scalarText, .place:
      unsafe try fillOther(value, node, store, row)
    }
  }

  @inline(never)
  private func fillOther(
    _ value: JSONPosition, _ node: UnsafeMutablePointer<NestedNode>,
    _ store: UnsafeMutablePointer<ColumnStore>, _ row: Int
  ) throws(JSONError) {
    if unsafe node.pointee.decoding == .json {
      _ = unsafe store.pointee.set(try value.checkedRawBytes(), row)
      return
    }
    // Texts that are unescaped there are copied at once.
    scratch.removeAll()
    guard unsafe store.pointee.set(try scratch.parsed(value, node.pointee.type), row) else {
      throw JSONError(
        .invalidValue, at: value.offset, name: unsafe store.pointee.decimalExpectation)
    }
  }

  private func readContainer(
    _ value: JSONPosition, _ node: UnsafeMutablePointer<NestedNode>,
    _ store: UnsafeMutablePointer<ColumnStore>, _ row: Int
  ) throws(JSONError) {
    switch unsafe store.pointee.layout {
    case .list: unsafe try readList(value, node, store, row)
    case .map: unsafe try readMap(value, node, store, row)
    default: unsafe try readFields(value, node, store, row)
    }
  }

  private func readList(
    _ array: JSONPosition, _ node: UnsafeMutablePointer<NestedNode>,
    _ store: UnsafeMutablePointer<ColumnStore>, _ row: Int
  ) throws(JSONError) {
    guard array.byte == UInt8(ascii: "[") else { throw array.mismatch(.array) }
    let (element, elements) = unsafe (node.pointee.children, store.pointee.children)
    var next = unsafe store.pointee.start(of: row)
    var last = array.token
    while let value = try array.nextElement(after: last) {
      last = value
      unsafe try fill(array.at(value), element, elements, next)
      next &+= 1
    }
    unsafe store.pointee.setEnd(next, row)
    array.leaveHint(behindLast: last)
  }

  private func readMap(
    _ object: JSONPosition, _ node: UnsafeMutablePointer<NestedNode>,
    _ store: UnsafeMutablePointer<ColumnStore>, _ row: Int
  ) throws(JSONError) {
    guard object.byte == UInt8(ascii: "{") else { throw object.mismatch(.object) }
    let superseded = try unsafe object.supersededFields(object.context.pointee.duplicateKeys)
    let (keys, entries) = unsafe (node.pointee.children, store.pointee.children)
    var next = unsafe store.pointee.start(of: row)
    var last = object.token
    while let value = try object.nextField(after: last) {
      last = value
      if !superseded.isEmpty, superseded.contains(value) { continue }
      unsafe try fill(object.at(value &- 2), keys, entries, next)
      unsafe try fill(object.at(value), keys + 1, entries + 1, next)
      next &+= 1
    }
    unsafe store.pointee.setEnd(next, row)
    object.leaveHint(behindLast: last)
  }

  /// Reads the fields of a struct; those that are missing are null.
  private func readFields(
    _ object: JSONPosition, _ node: UnsafeMutablePointer<NestedNode>,
    _ store: UnsafeMutablePointer<ColumnStore>, _ row: Int
  ) throws(JSONError) {
    guard object.byte == UInt8(ascii: "{") else { throw object.mismatch(.object) }
    let count = unsafe store.pointee.childCount
    // Location 0 is the struct's, and the fields' are those after it, in the order of the children.
    let wanted: Range<Int32> = 1..<Int32(count) + 1
    let isFirstCounted = unsafe object.context.pointee.duplicateKeys == .firstWins
    unsafe node.pointee.marks.begin()
    if !isFirstCounted {
      var failed: Int32 = 0
      unsafe try node.pointee.marks.locate(wanted, of: object, failed: &failed)
    }
    var guess = wanted.lowerBound
    var last = object.token
    while let value = try object.nextField(after: last) {
      last = value
      guard let location = unsafe node.pointee.marks.match(value &- 2, of: object, wanted, guess)
      else { continue }
      let isCounted =
        unsafe isFirstCounted
        ? node.pointee.marks.meet(location) : node.pointee.marks.counts(value, location)
      guard isCounted else { continue }
      guess = location &+ 1
      let child = Int(location) - 1
      let position = object.at(value)
      if unsafe position.isNull && (node.pointee.children + child).pointee.isRequired {
        throw unsafe (node.pointee.children + child).pointee.missing(in: object)
      }
      unsafe try fill(position, node.pointee.children + child, store.pointee.children + child, row)
    }
    object.leaveHint(behindLast: last)
    for child in 0..<count where unsafe !node.pointee.marks.isMet(Int32(child) + 1) {
      guard unsafe !(node.pointee.children + child).pointee.isRequired else {
        throw unsafe (node.pointee.children + child).pointee.missing(in: object)
      }
      let missing = unsafe store.pointee.children + child
      unsafe missing.pointee.begin(row)
      unsafe missing.pointee.setNull(row)
    }
  }
}

/// A type in the tree of a nested one.
///
/// Sound because it owns its children, as many as its type has.
@safe
private struct NestedNode: ~Copyable {
  let type: ColumnType
  let decoding: ColumnDecoding
  /// The field's name, where it is one.
  let name: ByteName
  let isRequired: Bool
  /// The fields of a struct; otherwise none.
  let marks: FieldMarks
  let children: UnsafeMutablePointer<NestedNode>
  private let childCount: Int

  init(_ type: ColumnType, name: ByteName = "", isRequired: Bool = false) {
    self.type = type
    self.name = name
    self.isRequired = isRequired
    decoding = ColumnDecoding(type)
    let inner = type.inner
    childCount = inner.count
    unsafe children = .allocate(capacity: max(inner.count, 1))
    for (number, field) in inner.enumerated() {
      unsafe (children + number).initialize(
        to: NestedNode(field.type, name: field.name, isRequired: field.isRequired))
    }
    if case .structure(let fields) = type {
      marks = NestedNode.marks(fields)
    } else {
      marks = NestedNode.marks([])
    }
  }

  deinit {
    unsafe children.deinitialize(count: childCount)
    unsafe children.deallocate()
  }

  private static func marks(_ fields: [ColumnType.Field]) -> FieldMarks {
    var locations: [Int] = []
    let table = FieldTable(fields.map { FieldPath([.key($0.name.text)]) }, locations: &locations)
    // Siblings are adjacent, and keep their order: no name is an index as well, nor occurs twice.
    precondition(locations == Array(1..<fields.count + 1), "a location for each field")
    return FieldMarks(table)
  }

  func missing(in object: JSONPosition) -> JSONError {
    JSONError(.missingField, at: object.offset, name: name.text)
  }
}
