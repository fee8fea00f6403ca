import Sluice

/// The texts of successive messages, each on a line of its own, which are indexed at once:
///
/// ```
/// {"kafka":{"topic":"events",…},"id":7}
/// {"kafka":{"topic":"events",…},"id":8}
/// ```
///
/// Records that are not asked for the field `kafka` are the messages' values as they are.
///
/// Sound because it owns its memory, of which `append` writes no more than there is, and because the text that it lends
/// is read before it is changed.
@safe
struct MessageWindow: ~Copyable {
  private let memory: UnsafeMutablePointer<UInt8>
  private var used = 0
  /// The offsets in the window of the lines' first bytes.
  private var starts: [Int] = []
  /// How many bytes of each line take the place of the value's first byte.
  private(set) var headCounts: [Int] = []

  /// A window and its index fit the second-level cache.
  private static let size = 128 << 10

  init() {
    unsafe memory = .allocate(capacity: MessageWindow.size + PaddedBytes.padding)
  }

  deinit { unsafe memory.deallocate() }

  /// How many lines there are.
  var count: Int { starts.count }
  var isEmpty: Bool { starts.isEmpty }

  mutating func removeAll() {
    used = 0
    starts.removeAll(keepingCapacity: true)
    headCounts.removeAll(keepingCapacity: true)
  }

  /// The text of some lines. The padding after it is readable.
  func text(of range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    let start = starts[range.lowerBound]
    let end = range.upperBound < count ? starts[range.upperBound] : used
    if end == used {
      unsafe (memory + end).update(repeating: 0x20, count: PaddedBytes.padding)
    }
    return unsafe UnsafeBufferPointer(start: memory + start, count: end - start)
  }

  /// Appends a message. Returns false if it has to be read alone, because it is large, or not an object on one line;
  /// and when the window is full.
  @inline(__always)
  mutating func append(
    _ message: LentMessage, _ head: MessageHead?, longest: Int
  ) -> Bool {
    let count = unsafe message.value.count
    // The last byte is the object's, so that nothing that follows can belong to it.
    guard let value = unsafe message.value.baseAddress, count >= 2, count <= longest,
      count < MessageWindow.size - used, unsafe value[0] == Byte.openBrace,
      unsafe value[count - 1] == Byte.closeBrace,
      unsafe firstNewline(in: UnsafeBufferPointer(start: value, count: count)) == nil
    else { return false }
    var next = unsafe memory + used
    var headCount = 1
    if let head {
      let room = MessageWindow.size - used - count - 2
      guard let written = unsafe head.write(message, to: next + 1, room: room) else { return false }
      headCount = 1 + written
      unsafe next[0] = Byte.openBrace
      // The value's brace makes room for a comma, unless the object has no fields.
      if unsafe !MessageWindow.isEmptyObject(value, count) {
        unsafe next[headCount] = Byte.comma
        headCount += 1
      }
      unsafe (next + headCount).update(from: value + 1, count: count - 1)
    } else {
      unsafe next.update(from: value, count: count)
    }
    unsafe next += headCount + count - 1
    unsafe next[0] = UInt8(ascii: "\n")
    starts.append(used)
    headCounts.append(headCount)
    used += headCount + count
    return true
  }

  private static func isEmptyObject(_ value: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var place = 1
    while unsafe value[place].isJSONSpace { place += 1 }
    return unsafe value[place] == Byte.closeBrace
  }
}
