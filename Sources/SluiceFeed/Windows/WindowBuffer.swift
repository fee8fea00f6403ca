import Sluice

/// The buffer through which a feed is read: successive windows of whole lines, in reused memory.
///
/// ```
/// {"id":1}⏎{"id":2}⏎{"id":3}⏎{"id":4,"na   ·  ·  ·
/// └ consumed        window ┘ └ the cut line: moved to the front before the next read, or before
///                              the bytes of a buffer that the source hands over
/// ```
///
/// Memory: a window, or the longest line up to the limit. Memory taken by a long line is released
/// soon after.
///
/// Sound because every view of the bytes is made by `slice`, which compares its range with what there is, and
/// because the front moves only in `consume`, which does so too. Both compare once for a window or a skipped
/// piece, never for a byte.
struct WindowBuffer: ~Copyable {
  private let size: Int
  private let longestLine: Int
  private var bytes = PaddedBytes()
  /// The number of consumed bytes at the front.
  private var consumed = 0
  /// The end of the window: after a newline.
  private var windowEnd = 0
  /// There is no newline between the window and this place.
  private var searched = 0
  private var sourceEnded = false
  /// Whether the last newline was added here, because the feed ends without one.
  private(set) var endsWithAddedNewline = false
  private var windowsSinceLongLine = 0

  /// Windows of about `size` bytes; lines of up to `longestLine` bytes.
  init(size: Int, longestLine: Int) {
    self.size = size
    self.longestLine = longestLine
  }

  /// Drops the contents, and keeps the memory.
  mutating func reset() {
    bytes.removeAll()
    (consumed, windowEnd, searched, windowsSinceLongLine) = (0, 0, 0, 0)
    (sourceEnded, endsWithAddedNewline, lastReadWasFull) = (false, false, false)
  }

  enum Filled {
    case window
    /// The line at the front is longer than the limit. Its start is in `rest`.
    case longLine
    /// There is no whole line, and more bytes have not come, or reading them would wait.
    case notYet
    /// The source has ended, and the rest may not be a whole line: it is in `rest`.
    case unfinished
    /// The source has ended, and all of it is consumed.
    case end
  }

  var isEmpty: Bool { consumed == bytes.count }
  /// Whether the whole source was read.
  var isAtEnd: Bool { sourceEnded }

  /// The window. Valid until the next change; the padding after it is readable.
  var window: UnsafeBufferPointer<UInt8> { unsafe slice(consumed..<windowEnd) }
  /// Everything that was read and not consumed.
  var rest: UnsafeBufferPointer<UInt8> { unsafe slice(consumed..<bytes.count) }

  /// The first `count` bytes that were not consumed: there are as many.
  func first(_ count: Int) -> UnsafeBufferPointer<UInt8> {
    unsafe slice(consumed..<consumed + count)
  }

  private func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= bytes.count, "these bytes are not in the buffer")
    return unsafe UnsafeBufferPointer(rebasing: bytes.unsafeBytes[range])
  }

  /// Consumes `count` bytes. They stay in place until more are read.
  mutating func consume(_ count: Int) {
    precondition(
      count >= 0 && count <= bytes.count - consumed, "more is consumed than the buffer holds")
    consumed += count
    windowEnd = max(windowEnd, consumed)
  }

  /// Provides a window, reading as much as that takes and no more than is available.
  /// `isLeft` decides whether a last line without a newline is left as it is.
  mutating func fill(
    from source: ByteSource, waits: Bool = true,
    leaving isLeft: (UnsafeBufferPointer<UInt8>) -> Bool = { _ in false }
  ) throws(InputEvent) -> Filled {
    if consumed < windowEnd { return .window }
    if !(try exchange(with: source, waits: waits)) { compact() }
    while true {
      if let newline = unsafe lastNewline(in: slice(searched..<bytes.count)) {
        windowEnd = searched + newline + 1
        searched = bytes.count
        return .window
      }
      searched = bytes.count
      if sourceEnded { break }
      if unsafe rest.count > longestLine { return .longLine }
      guard waits || source.isReady else { return .notYet }
      if consumed > 0 { compact() }
      let room = searched < size ? size - searched : max(size, min(searched, 8 << 20))
      guard try read(room, from: source) else { return .notYet }
    }
    guard unsafe rest.count > 0 else { return .end }
    if unsafe rest.count > longestLine { return .longLine }
    if unsafe isLeft(rest) { return .unfinished }
    try reserve(1)
    bytes.append(contentsOf: CollectionOfOne(UInt8(ascii: "\n")))
    endsWithAddedNewline = true
    windowEnd = bytes.count
    searched = bytes.count
    return .window
  }

  /// Reads more, without searching for lines. False: more bytes have not come. At the source's end it reads
  /// nothing, and `isAtEnd` is true.
  mutating func readMore(from source: ByteSource) throws(InputEvent) -> Bool {
    compact()
    searched = 0
    if sourceEnded { return true }
    return try read(size, from: source)
  }

  /// Whether the last read filled its room: there is more, without waiting.
  private(set) var lastReadWasFull = false

  /// Returns false, and changes nothing, if more bytes have not come.
  private mutating func read(_ room: Int, from source: ByteSource) throws(InputEvent) -> Bool {
    try reserve(room)
    var hasCome = true
    let got = try unsafe bytes.append(upTo: room) { (room) throws(InputEvent) in
      let got = try unsafe source.readAvailable(into: room)
      hasCome = got != nil
      return got ?? 0
    }
    guard hasCome else { return false }
    sourceEnded = got == 0
    lastReadWasFull = got == room
    return true
  }

  /// Makes room for more bytes.
  private mutating func reserve(_ room: Int) throws(InputEvent) {
    do throws(JSONError) {
      try bytes.reserve(bytes.count + room)
    } catch {
      // What can be had holds what is there, and no room for another read.
      throw .failed(error.aboutOneRecord)
    }
  }

  /// Takes a buffer with the next bytes from the source, if it has one, and puts the cut line before
  /// them. Only the cut line is copied then.
  ///
  /// Not done if there may be a whole line, which should not wait. Memory taken by a long line is
  /// not passed to the source, which would keep it.
  private mutating func exchange(
    with source: ByteSource, waits: Bool
  ) throws(InputEvent) -> Bool {
    guard searched == bytes.count, !sourceEnded, bytes.capacity <= mostKept,
      waits || source.isReady,
      let front = try source.exchange(&bytes, from: consumed, usualSize: size)
    else { return false }
    searched = front + max(searched - consumed, 0)
    (consumed, windowEnd) = (front, front)
    windowsSinceLongLine += 1
    return true
  }

  private mutating func compact() {
    bytes.removeFirst(consumed)
    searched = max(searched - consumed, 0)
    consumed = 0
    windowEnd = 0
    windowsSinceLongLine = bytes.count > size ? 0 : windowsSinceLongLine + 1
  }

  /// Takes the window with its memory, and goes on in `spare`, which is empty.
  /// Throws `out-of-memory`; nothing is taken then.
  mutating func takeWindow(
    leaving spare: consuming PaddedBytes
  ) throws(JSONError) -> PaddedBytes {
    let cut = windowEnd
    var next = spare
    try next.reserve(max(size, bytes.count - cut))
    unsafe next.append(UnsafeRawBufferPointer(slice(cut..<bytes.count)))
    swap(&next, &bytes)
    next.removeLast(next.count - cut)
    next.removeFirst(consumed)
    searched -= cut
    consumed = 0
    windowEnd = 0
    return next
  }

  /// Puts bytes that were taken before the others.
  mutating func putBack(_ rest: UnsafeBufferPointer<UInt8>) {
    var all = PaddedBytes()
    unsafe all.append(UnsafeRawBufferPointer(rest))
    unsafe all.append(UnsafeRawBufferPointer(self.rest))
    bytes = all
    (consumed, windowEnd, searched) = (0, 0, 0)
  }

  /// A larger capacity means that the buffer held a long line.
  private var mostKept: Int { 4 * max(size, 4096) }

  /// Releases the memory of long lines after a while without any. Returns true if it did; without memory
  /// for a small buffer the large one stays.
  mutating func shrink() -> Bool {
    guard bytes.capacity > mostKept, windowsSinceLongLine >= 8, unsafe rest.count <= size else {
      return false
    }
    var small = PaddedBytes()
    guard (try? small.reserve(size)) != nil else { return false }
    unsafe small.append(UnsafeRawBufferPointer(rest))
    windowEnd -= consumed
    searched -= consumed
    consumed = 0
    bytes = small
    return true
  }
}
