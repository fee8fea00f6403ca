import Sluice

/// Decides whether a last line without a newline is left for a later feed, because its writer may still continue it.
struct LastLine {
  let rules: FramingRules
  let former: LineFormer?

  /// Whether to leave it. Blank lines are always skipped.
  func isLeft(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe rules.leavesUnfinishedEnd && !isWhole(line) && !line.allSatisfy(\.isJSONSpace)
  }

  /// Whether it is certainly whole: a closed, valid object or array. A number may get more digits, and a word more
  /// letters.
  private func isWhole(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard line.count <= rules.longest else { return false }
    if let former { return unsafe former.isWhole(line, depthLimit: rules.depthLimit) }
    guard let first = unsafe line.first(where: { !$0.isJSONSpace }), Byte.opens(first)
    else { return false }
    return unsafe FaultScan.firstFault(in: line, depthLimit: rules.depthLimit) == nil
  }
}
