public import Sluice

/// Decides which entries of an object count when keys repeat. Costs nothing when the last one
/// counts and all are good.
@usableFromInline
package struct CountingEntries {
  private let object: JSONPosition
  private var counting: CountingFields
  private let isLastCounted: Bool
  /// The values whose keys come again, computed on the first request.
  private var superseded: Set<UInt32>?
  /// The number of passes over the object's keys that this took.
  package private(set) var passes = 0

  @usableFromInline
  package init(of object: JSONPosition) {
    self.object = object
    counting = CountingFields(of: object)
    isLastCounted = unsafe object.context.pointee.mappedDuplicateKeys == .lastWins
  }

  /// Throws `duplicate-key` if the reader rejects duplicates.
  @usableFromInline
  mutating func count(_ value: JSONPosition) throws(JSONError) -> Bool {
    if isLastCounted { return true }
    let key = value.at(value.token &- 2)
    guard let name = RawString(key).string else { throw JSONError(.invalidEscape, at: key.offset) }
    return try counting.count(name, at: value.token)
  }

  /// Returns whether the value's key comes again with a value that counts. The first call costs a
  /// pass over the object's keys, each later one a lookup.
  package mutating func isSuperseded(_ value: JSONPosition) throws(JSONError) -> Bool {
    guard isLastCounted else { return false }
    if let superseded { return superseded.contains(value.token) }
    let found = try object.supersededFields(.lastWins)
    superseded = found
    passes += 1
    return found.contains(value.token)
  }
}
