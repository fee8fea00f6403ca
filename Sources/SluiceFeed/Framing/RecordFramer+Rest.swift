import Sluice

/// Values of a followed file after which nothing has come for a moment.
///
/// A value alone proves little, and elsewhere the text after it decides. But the next record of a log may come tomorrow: so
/// what would be whole if the file ended here, as a later feed may continue it, is whole.
extension RecordFramer {
  /// Delivers them. Returns whether there are any.
  func readResting(_ body: Body, _ rejected: Rejected) throws -> Bool {
    let end = unsafe front + Int64(buffer.rest.count)
    guard values.restedAt != end, values.damage == nil, values.skip == nil, framing != .document,
      values.enclosingPath.map({ $0.phase == .inside }) ?? true
    else { return false }
    values.restedAt = end
    if values.style == .sequence { return try readRestingText(body, rejected) }
    if values.prover == nil {
      guard !buffer.isEmpty else { return false }
      values.prover = RecordProver(values, options, at: front)
    }
    switch scan() {
    case .needsMore: return values.prover?.rest() ?? false
    case .proven, .damaged, .tooLong, .ended: return true
    }
  }

  /// The text after a separator.
  private func readRestingText(_ body: Body, _ rejected: Rejected) throws -> Bool {
    guard values.place == .value else { return false }
    let rest = unsafe buffer.rest
    var length = rest.count
    while length > 0, unsafe rest[length - 1].isJSONSpace { length -= 1 }
    let text = unsafe buffer.first(length)
    guard length > 0, length <= options.maximumRecordSize else { return false }
    let space = unsafe rest[length...]
    guard unsafe !isUnfinished(text, before: space) else { return false }
    // Until its line has ended, a bad text may get longer.
    guard
      unsafe space.contains(UInt8(ascii: "\n"))
        || FaultScan.firstFault(in: text, depthLimit: options.depthLimit) == nil
    else { return false }
    values.searchedUpTo = 0
    _ = try readUnit(length: length, body, rejected)
    return true
  }
}
