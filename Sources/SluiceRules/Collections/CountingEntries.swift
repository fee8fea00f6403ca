public import Sluice

/// Decides which entries of an object count when keys repeat. Costs nothing where the last counts
/// and all are good.
@usableFromInline
package struct CountingEntries {
  private let object: JSONPosition
  private var counting: CountingFields
  private let isLastCounted: Bool
  /// The values whose keys come again, once that was asked.
  private var superseded: Set<UInt32>?
  /// The number of passes over the object's keys for that.
  package private(set) var passes = 0

  @usableFromInline
  package init(of object: JSONPosition) {
    self.object = object
    counting = CountingFields(of: object)
    isLastCounted = object.index.pointee.mappedDuplicateKeys == .lastWins
  }

  /// Throws `duplicate-key` where the reader refuses it.
  @usableFromInline
  mutating func count(_ value: JSONPosition) throws(JSONError) -> Bool {
    if isLastCounted { return true }
    let key = value.at(value.token &- 2)
    guard let name = RawString(key).string else { throw JSONError(.invalidEscape, at: key.offset) }
    return try counting.count(name, at: value.token)
  }

  /// Whether the value's key comes again, and that value counts. The first call costs a pass over the
  /// object's keys, those after it a look-up.
  package mutating func isSuperseded(_ value: JSONPosition) throws(JSONError) -> Bool {
    guard isLastCounted else { return false }
    if let superseded { return superseded.contains(value.token) }
    let found = try object.supersededFields(.lastWins)
    superseded = found
    passes += 1
    return found.contains(value.token)
  }
}
