import CKafka
import Sluice

/// Messages: each is a record, which is indexed alone.
extension RecordFramer {
  /// Reads the messages that have come. Returns false at the end.
  func readMessages(
    of partition: KafkaPartition, by former: LineFormer, _ body: Body, _ rejected: Rejected
  ) throws -> Bool {
    let isThere = try partition.fill()
    former.head?.begin(partition)
    let inFull = options.checking == .full
    while let message = unsafe partition.take() {
      unsafe state.pointee.position.line += 1
      unsafe state.pointee.position.offset = partition.offset
      // Sound because the partition keeps the message until it is filled again. A tombstone has no bytes, but
      // a place.
      let value = unsafe UnsafeBufferPointer(
        start: message.pointee.value ?? indexer.index.pointee.bytes,
        count: message.pointee.value_count)
      let fault =
        unsafe value.count > options.maximumRecordSize
        ? former.refuse(value, tooLarge())
        : try former.open(message, value, with: indexer, inFull: inFull)
      unsafe state.pointee.begin(
        message: RecordExtent(value, in: indexer.index.pointee.bytes, at: message.pointee.offset))
      try delivery.deliver(fault, body, rejected)
    }
    // What comes after the last message, up to the position, has none.
    unsafe state.pointee.position.offset = partition.offset
    if !isThere { partition.end() }
    return isThere
  }
}
