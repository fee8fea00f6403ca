import Sluice
import SluiceQueries

/// Finds values at paths in records, each on request, by a search from the record's start.
///
/// A search skips a field that it does not want in a quarter of the time that a ``ColumnPlan`` takes, which
/// reads all its columns in one walk. A filter or a tally has few paths and asks most records for one of
/// them, so searching costs less. Nothing is allocated for a record.
///
/// A JSONPath is found by its own walk over the record.
///
/// Sound because the steps are allocated once and last as long as this does, which holds the table of their
/// names. Not a class, because its uses would be counted for each record.
@safe
struct PathFinder: ~Copyable {
  private let table: FieldTable
  /// The steps of each path, one path after the other.
  private let steps: UnsafeMutableBufferPointer<FieldNode>
  /// Where each path's steps start, followed by the total number of steps.
  private let starts: UnsafeMutableBufferPointer<Int>
  /// By path, the JSONPaths among them.
  private let queries: [JSONQuery?]

  init(_ paths: [ColumnPath]) {
    // Each step is where a part of the path leads.
    let plain = paths.map { $0.query == nil ? $0.fieldPath.steps : [] }
    let parts = plain.flatMap { steps in
      steps.indices.map { FieldPath(Array(steps[...$0])) }
    }
    var locations: [Int] = []
    let table = FieldTable(parts, locations: &locations)
    self.table = table
    unsafe steps = .allocate(capacity: max(parts.count, 1))
    _ = unsafe steps.initialize(from: locations.map { unsafe table.nodes[$0] })
    unsafe starts = .allocate(capacity: paths.count + 1)
    _ = unsafe starts.initialize(
      from: plain.reduce(into: [0]) { $0.append($0.last! + $1.count) })
    queries = paths.map(\.query)
  }

  deinit {
    unsafe steps.deallocate()
    unsafe starts.deallocate()
  }

  /// Returns the value at a path, by its number; nil when there is no value. The first of several
  /// duplicate keys counts, unless the feed's options say otherwise. Throws what is wrong with the
  /// record's JSON, as far as it is examined, and `invalid-value` where a JSONPath selects several values.
  @inline(__always)
  func find(_ path: Int, in record: JSONPosition) throws(JSONError) -> JSONPosition? {
    var value = record
    var next = unsafe starts[path]
    let end = unsafe starts[path + 1]
    if next == end { return try only(path, in: record) }
    while next < end {
      let step = unsafe steps[next]
      next &+= 1
      let byte = value.byte
      if byte == UInt8(ascii: "{") {
        guard let token = try unsafe value.field(step.name, count: step.nameCount) else {
          return nil
        }
        value = value.at(token)
      } else {
        guard byte == UInt8(ascii: "["), step.element >= 0,
          let token = try value.element(at: step.element)
        else { return try nothing(below: value) }
        value = value.at(token)
      }
    }
    return value
  }

  /// Nothing is below a scalar, but text that is not JSON is no scalar.
  @inline(never)
  private func nothing(below value: JSONPosition) throws(JSONError) -> JSONPosition? {
    if let fault = value.scalarFault { throw fault }
    return nil
  }

  /// What a JSONPath selects, or the record itself.
  @inline(never)
  private func only(_ path: Int, in record: JSONPosition) throws(JSONError) -> JSONPosition? {
    guard let query = queries[path] else { return record }
    return try query.only(in: record)
  }

  /// The query of a path; nil for a plain one.
  func query(_ path: Int) -> JSONQuery? { queries[path] }
}
