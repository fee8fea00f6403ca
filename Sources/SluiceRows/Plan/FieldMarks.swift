import Sluice

/// Which of the wanted fields a walk has met in the current record, and where: recognises duplicate keys.
///
/// Sound because there is a mark for each location of the table, which this holds. Not a class, because its uses would
/// be counted for each record.
@safe
struct FieldMarks: ~Copyable {
  private struct Mark: BitwiseCopyable {
    /// The record in which the field was last met, counted from 1. At location 0: the current one.
    var record: UInt64 = 0
    /// The value that counts there.
    var token: UInt32 = 0
  }

  let table: FieldTable
  /// The steps of the paths, by location; `table` owns them.
  let steps: UnsafePointer<FieldNode>
  private let marks: UnsafeMutablePointer<Mark>
  private let names: [Int32: [ByteName: Int32]]

  init(_ table: FieldTable) {
    self.table = table
    names = FieldMarks.names(of: table)
    unsafe steps = unsafe UnsafePointer(table.nodes.baseAddress!)
    unsafe marks = .allocate(capacity: table.locationCount)
    unsafe marks.initialize(repeating: Mark(), count: table.locationCount)
  }

  deinit { unsafe marks.deallocate() }

  /// Begins a record, in which nothing has been met.
  func begin() { unsafe marks[0].record &+= 1 }

  /// Marks a field as met. Returns false if it was before.
  @inline(__always)
  func meet(_ location: Int32) -> Bool {
    let mark = unsafe marks + Int(location)
    if unsafe mark.pointee.record == marks.pointee.record { return false }
    unsafe mark.pointee.record = unsafe marks.pointee.record
    return true
  }

  /// Whether a field was met in the current record.
  @inline(__always)
  func isMet(_ location: Int32) -> Bool {
    unsafe marks[Int(location)].record == marks.pointee.record
  }

  /// Whether the value is the one that counts for its field, according to `locate`.
  func counts(_ token: UInt32, _ location: Int32) -> Bool {
    unsafe marks[Int(location)].token == token
  }

  /// Finds the values that count for an object's wanted fields. Throws `duplicate-key` if the reader refuses such keys;
  /// `failed` is then the field's location.
  func locate(
    _ wanted: Range<Int32>, of object: JSONPosition, failed: inout Int32
  ) throws(JSONError) {
    let policy = unsafe object.context.pointee.duplicateKeys
    var guess = wanted.lowerBound
    var last = object.token
    while let value = try object.nextField(after: last) {
      last = value
      guard let found = match(value &- 2, of: object, wanted, guess) else { continue }
      guess = found &+ 1
      if !meet(found) {
        if policy == .reject {
          failed = found
          throw object.at(value).duplicateKey()
        }
        if policy == .firstWins { continue }
      }
      unsafe marks[Int(found)].token = value
    }
    object.leaveHint(behindLast: last)
  }

  /// The wanted field with the key's name: tries the guess first, then all.
  func match(
    _ key: UInt32, of object: JSONPosition, _ wanted: Range<Int32>, _ guess: Int32
  ) -> Int32? {
    if wanted.contains(guess), isNamed(guess, object, key) { return guess }
    if wanted.count > FieldMarks.few {
      let name = RawString(object.at(key)).string.map { ByteName($0) }
      return name.flatMap { names[wanted.lowerBound]?[$0] }
    }
    return wanted.first { $0 != guess && isNamed($0, object, key) }
  }

  /// The names of objects with many wanted fields, by the first of their locations.
  private static func names(of table: FieldTable) -> [Int32: [ByteName: Int32]] {
    var names: [Int32: [ByteName: Int32]] = [:]
    for place in unsafe table.nodes.indices {
      let node = unsafe table.nodes[place]
      guard node.children.count > FieldMarks.few else { continue }
      for location in node.children {
        guard let text = unsafe table.nodes[Int(location)].text else { continue }
        let name = unsafe ByteName(String(decoding: text, as: UTF8.self))
        names[node.children.lowerBound, default: [:]][name] = location
      }
    }
    return names
  }

  /// Fields up to this many are compared one by one.
  private static let few = 16

  @inline(__always)
  private func isNamed(_ location: Int32, _ object: JSONPosition, _ key: UInt32) -> Bool {
    let step = unsafe steps + Int(location)
    return unsafe object.key(key, equals: step.pointee.name, count: step.pointee.nameCount)
  }
}
