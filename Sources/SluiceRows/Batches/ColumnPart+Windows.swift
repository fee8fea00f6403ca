import Sluice
import SluiceFeed

/// The windows of a feed that views point into.
extension ColumnPart {
  /// Decides whether the windows of the piece stay, and how the next piece is read.
  func choose(_ views: ViewChoice, _ isViewed: Bool, _ piece: ChunkReading) {
    windows = piece.takeWindows()
    if isViewed {
      let viewed = (0..<width).reduce(0) { unsafe $0 + stores[$1].all(\.viewedBytes) }
      keptWindows = views.keeps(windows, viewed: viewed) ? windows : nil
    } else {
      let copied = (0..<width).reduce(0) { unsafe $0 + stores[$1].all(\.copiedBytes) }
      keptWindows = nil
      views.note(copied: copied, of: piece.byteCount)
    }
  }

  /// Finds out whether the record's bytes are in a window that is kept. Of each window, only the first record
  /// costs more than a comparison.
  ///
  /// Sound because the memory of a kept window is not reused while this has it, and texts in any other memory
  /// are copied.
  @inline(__always)
  func note(windowOf record: borrowing FeedRecord, in piece: ChunkReading) {
    let index = unsafe record.cursor.position.index
    let start = unsafe UInt(bitPattern: index.pointee.bytes)
    if unsafe start != room.pointee.window {
      unsafe noteNew(
        start, of: start + UInt(index.pointee.start)..<start + UInt(index.pointee.length),
        in: piece)
    }
  }

  @inline(never)
  func noteNew(_ window: UInt, of record: Range<UInt>, in piece: ChunkReading) {
    unsafe room.pointee.window = window
    let isKept =
      piece.lastWindow.map {
        // Arrow's offsets have 31 bits.
        unsafe $0.bytes.count <= ColumnStore.longestValue && $0.holds(record)
      } ?? false
    for column in 0..<width {
      unsafe stores[column].isWindowKept = isKept
      unsafe stores[column].setWindowKept(isKept)
    }
  }

  /// Forgets the windows of the current piece, whose memory is then reused.
  package func forgetWindows() { (windows, keptWindows) = ([], nil) }
}
