import CSimdJSON

extension JSONPosition {
  /// The document as the loops in C read it and count what they skip.
  @inline(__always)
  var loopRecord: csj_record {
    unsafe csj_record(
      bytes: index.pointee.bytes, tokens: index.pointee.tokens, kinds: index.pointee.kinds,
      end: end, first: index.pointee.first, links: UnsafePointer(context.pointee.links),
      budget: context.pointer(to: \.skipBudget)!)
  }
}
