import Sluice

/// Opens records one by one, at the front of the buffer.
extension RecordFramer {
  /// Delivers the first bytes of the buffer as a record, or rejects them. No adjacent byte may belong to it.
  func readUnit(length: Int, _ body: Body, _ rejected: Rejected) throws -> ReadingStep {
    let before = front
    let text = unsafe buffer.first(length)
    let next = unsafe buffer.rest.dropFirst(length).first
    let fault = try unsafe fault(inUnit: text, before: next)
    unsafe noteUnit(text)
    defer { consumeValues(length, from: before) }
    values.place = .separator
    try delivery.deliver(fault, body, rejected)
    return .progress
  }

  /// Makes these bytes at the front of the buffer the current record.
  func noteUnit(_ text: UnsafeBufferPointer<UInt8>) {
    let record = unsafe RecordExtent(
      text, in: state.pointee.record.bytes, at: state.pointee.position.offset)
    if unsafe text.baseAddress != nil { unsafe state.pointee.uncounted = unsafe record.bytes }
    unsafe state.pointee.begin(record)
  }

  /// Opens the text as a record. Returns nil on success. `next`: the byte after the text.
  private func fault(
    inUnit text: UnsafeBufferPointer<UInt8>, before next: UInt8?
  ) throws(JSONError) -> JSONError? {
    if text.count > options.maximumRecordSize { return tooLarge() }
    if values.style == .sequence, values.place == .separator {
      return JSONError(.unexpectedToken, at: 0, expected: .recordSeparator)
    }
    values.lookedAt += Int64(text.count)
    if let fault = try unsafe indexer.openAlone(text) { return fault }
    let index = unsafe indexer.index.pointee
    if unsafe Byte.opens(text[0]) {
      switch unsafe ValueEnds.end(
        ofContainerAt: 0, index.tokens, before: index.end, in: index.bytes)
      {
      case .token(let end) where end == index.end && options.checking != .full: return nil
      default: return indexer.faultInFull()
      }
    }
    if let fault = indexer.faultInFull() { return fault }
    if values.style == .sequence, unsafe text[0] != Byte.quote,
      next.map({ !$0.isJSONSpace }) ?? true
    {
      return JSONError(.incomplete, at: text.count, expected: .spaceBehindScalar)
    }
    return nil
  }
}
