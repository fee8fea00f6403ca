import CSimdJSON
import Sluice

/// Lines of an indexed window that are read many at once, instead of one after another.
extension RecordFramer {
  /// The lines of a window as a run; nil if they are read one by one: no one asks for more, the kernel's stage
  /// 1 provides too little, or keys that occur twice must be found in each record.
  func run(
    _ lines: borrowing WindowLines, at windowOffset: Int64, end: Int64
  ) -> LineRun? {
    let checksInFull = options.checking == .full
    guard runs != nil, former == nil, !(checksInFull && indexer.refusesRepeatedKeys),
      let kinds = unsafe indexer.index.pointee.kinds,
      let escapes = unsafe indexer.index.pointee.escapes, let ends = unsafe lines.tokenEnds,
      let first = ends.baseAddress
    else { return nil }
    return unsafe LineRun(
      csj_lines(
        bytes: indexer.index.pointee.bytes, tokens: lines.tokens, kinds: kinds, escapes: escapes,
        token_ends: first, count: UInt32(truncatingIfNeeded: ends.count), next: 0, first: 0,
        start: 0, longest: UInt32(clamping: options.maximumRecordSize),
        checks_in_full: checksInFull, duplicates: indexer.duplicates,
        depth_limit: indexer.depthLimit,
        proven: checksInFull ? indexer.provenOrders : nil),
      windowOffset: windowOffset, end: end)
  }

  /// Has the next lines of a run read at once, from a line that begins at a byte and a token, and moves past
  /// them.
  @inline(__always)
  func read(
    _ run: inout LineRun?, _ lines: inout WindowLines, _ lineStart: inout Int,
    _ first: inout UInt32
  ) {
    if run?.isWorthTrying() == true { readNext(&run, &lines, &lineStart, &first) }
  }

  @inline(never)
  private func readNext(
    _ run: inout LineRun?, _ lines: inout WindowLines, _ lineStart: inout Int,
    _ first: inout UInt32
  ) {
    guard let runs, var next = run, next.move(to: lines.next, start: lineStart, first: first)
    else { return }
    let count = runs.read(&next)
    next.noteRead(count)
    run = next
    guard count > 0 else { return }
    lines.skip(count)
    unsafe (lineStart, first) = (Int(next.lines.start), next.lines.first)
    let state = unsafe delivery.state
    unsafe state.pointee.position.line &+= Int64(count)
    unsafe state.pointee.position.recordNumber &+= Int64(count)
    unsafe state.pointee.position.offset = next.offset
  }
}
