import CSimdJSON

extension JSONPosition {
  /// The values of this object's fields that do not count, because another field of that name does. Usually empty,
  /// which comparing hashes shows; otherwise O(members). Throws `duplicate-key` where none counts, and the faults that
  /// the walk over the fields finds.
  package func supersededFields(_ policy: DuplicateKeys) throws(JSONError) -> Set<UInt32> {
    guard byte == Byte.openBrace else { return [] }
    var record = unsafe loopRecord
    return unsafe csj_may_repeat_names(&record, token) ? try findSuperseded(policy) : []
  }

  /// The same without comparing hashes first.
  @inline(never)
  package func findSuperseded(_ policy: DuplicateKeys) throws(JSONError) -> Set<UInt32> {
    var counting: [ByteName: UInt32] = [:]
    var superseded: Set<UInt32> = []
    var value = token
    while let next = try nextField(after: value) {
      value = next
      let key = at(next &- 2)
      guard let name = RawString(key).string else {
        throw JSONError(.invalidEscape, at: key.offset)
      }
      guard let known = counting[ByteName(name)] else {
        counting[ByteName(name)] = next
        continue
      }
      switch policy {
      case .firstWins: superseded.insert(next)
      case .lastWins:
        superseded.insert(known)
        counting[ByteName(name)] = next
      case .reject: throw at(next).duplicateKey()
      }
    }
    return superseded
  }
}
