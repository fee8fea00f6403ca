import Sluice

/// Finds values at paths in records, each on request, by a search from the record's start.
///
/// A search skips a field that it does not want in a quarter of the time that a ``ColumnPlan`` takes, which
/// reads all its columns in one walk. A filter or a tally has few paths and asks most records for one of
/// them, so searching costs less. Nothing is allocated for a record.
///
/// Sound because names and steps are allocated once, and last as long as this does. Not a class, because
/// its uses would be counted for each record.
struct PathFinder: ~Copyable {
  private struct CompiledStep: BitwiseCopyable {
    let name: UnsafePointer<UInt8>
    let count: Int
    /// The index that the name means on an array; -1: not an index.
    let element: Int
  }

  private let names: UnsafeMutableBufferPointer<UInt8>
  private let steps: UnsafeMutableBufferPointer<CompiledStep>
  /// Where each path's steps start, followed by the total number of steps.
  private let starts: UnsafeMutableBufferPointer<Int>

  init(_ paths: [ColumnPath]) {
    let all = paths.flatMap(\.steps)
    let bytes = all.flatMap { Array($0.key.utf8) }
    names = .allocate(capacity: max(bytes.count, 1))
    _ = names.initialize(from: bytes)
    steps = .allocate(capacity: max(all.count, 1))
    var name = UnsafePointer(names.baseAddress!)
    for (i, step) in all.enumerated() {
      let count = step.key.utf8.count
      (steps.baseAddress! + i).initialize(
        to: CompiledStep(name: name, count: count, element: step.index ?? -1))
      name += count
    }
    starts = .allocate(capacity: paths.count + 1)
    _ = starts.initialize(from: paths.reduce(into: [0]) { $0.append($0.last! + $1.steps.count) })
  }

  deinit {
    names.deallocate()
    steps.deallocate()
    starts.deallocate()
  }

  /// Returns the value at a path, by its number; nil when there is no value. The first of several
  /// duplicate keys counts, unless the feed's options say otherwise. Throws what is wrong with the
  /// record's JSON, as far as it is examined.
  @inline(__always)
  func find(_ path: Int, in record: JSONPosition) throws(JSONError) -> JSONPosition? {
    var value = record
    var next = starts[path]
    let end = starts[path + 1]
    while next < end {
      let step = steps[next]
      next &+= 1
      let byte = value.byte
      if byte == UInt8(ascii: "{") {
        guard let token = try value.field(step.name, count: step.count) else { return nil }
        value = value.at(token)
      } else {
        guard byte == UInt8(ascii: "["), step.element >= 0,
          let token = try element(step.element, of: value)
        else { return nil }
        value = value.at(token)
      }
    }
    return value
  }

  @inline(never)
  private func element(_ number: Int, of array: JSONPosition) throws(JSONError) -> UInt32? {
    var left = number
    var last = array.token
    while let token = try array.nextElement(after: last) {
      if left == 0 { return token }
      left -= 1
      last = token
    }
    return nil
  }
}
