import Sluice

/// Stores texts and bytes, with their ends or as views.
///
/// Sound because each function writes into room that it made, and into a row that its caller made room for.
extension ColumnStore {
  /// Room for a value of at most `count` bytes, and for as many after it as kernels may write.
  @inline(__always)
  private mutating func room(_ count: Int, at start: Int) -> UnsafeMutablePointer<UInt8> {
    if dataCapacity &- start < count &+ PaddedBytes.padding { grow(by: count, at: start) }
    return unsafe data + start
  }

  @inline(never)
  private mutating func grow(by count: Int, at start: Int) {
    let capacity = max(dataCapacity * 2, start + count + PaddedBytes.padding, 4096)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe larger.update(from: data, count: start)
    unsafe data.deallocate()
    unsafe data = unsafe larger
    dataCapacity = capacity
  }

  /// Stores a string without its escapes. False: an escape is invalid, or the string is too long.
  ///
  /// Short strings are copied 32 bytes at a time, because their length is not predictable: text has
  /// padding after it, and so has the room.
  @inline(__always)
  mutating func setBytes(_ text: RawString, _ row: Int) -> Bool {
    guard text.count <= ColumnStore.longestValue else { return false }
    let start = start(of: row)
    let target = unsafe room(text.count, at: start)
    if text.hasEscapes {
      guard let count = unsafe text.unescape(into: target) else { return false }
      setEnd(start &+ count, row)
      return true
    }
    unsafe ColumnStore.copy(text, to: target)
    setEnd(start &+ text.count, row)
    return true
  }

  /// Copies a text into room for it.
  @inline(__always)
  private static func copy(_ text: RawString, to target: UnsafeMutablePointer<UInt8>) {
    guard text.count <= 64 else {
      return unsafe target.update(from: text.base, count: text.count)
    }
    let words = unsafe UnsafeRawPointer(text.base)
    let out = UnsafeMutableRawPointer(target)
    unsafe out.storeBytes(of: words.loadUnaligned(as: SIMD32<UInt8>.self), as: SIMD32<UInt8>.self)
    if text.count > 32 {
      unsafe (out + 32).storeBytes(
        of: (words + 32).loadUnaligned(as: SIMD32<UInt8>.self), as: SIMD32<UInt8>.self)
    }
  }

  /// Stores a string without its escapes, in the column's layout. False: as `setBytes`.
  @inline(__always)
  mutating func set(_ text: RawString, _ row: Int) -> Bool {
    layout == .views ? setView(text, row) : setBytes(text, row)
  }

  /// Stores bytes. False: there are too many.
  mutating func set(_ bytes: UnsafeBufferPointer<UInt8>, _ row: Int) -> Bool {
    guard bytes.count <= ColumnStore.longestValue else { return false }
    let start = layout == .views ? dataCount : start(of: row)
    let target = unsafe room(bytes.count, at: start)
    if let source = bytes.baseAddress { unsafe target.update(from: source, count: bytes.count) }
    if layout == .views { setOwn(bytes.count, row) } else { setEnd(start + bytes.count, row) }
    return true
  }

  /// Stores a view of a string without its escapes. False: an escape is invalid, or the string is too long.
  @inline(__always)
  mutating func setView(_ text: RawString, _ row: Int) -> Bool {
    guard text.count <= ColumnStore.longestValue else { return false }
    if text.hasEscapes { return setUnescaped(text, row) }
    if text.count <= TextView.most {
      unsafe set(TextView(short: text.base, count: text.count), row)
    } else if isWindowKept {
      viewedBytes &+= text.count
      unsafe set(TextView(long: text.base, count: text.count), row)
    } else {
      let target = unsafe room(text.count, at: dataCount)
      unsafe ColumnStore.copy(text, to: target)
      unsafe set(TextView(long: text.base, count: text.count, at: dataCount), row)
      dataCount &+= text.count
      copiedBytes &+= text.count
    }
    return true
  }

  @inline(never)
  private mutating func setUnescaped(_ text: RawString, _ row: Int) -> Bool {
    let target = unsafe room(text.count, at: dataCount)
    guard let count = unsafe text.unescape(into: target) else { return false }
    setOwn(count, row)
    return true
  }

  /// Stores a view of the `count` bytes that were written after the column's own.
  private mutating func setOwn(_ count: Int, _ row: Int) {
    let start = unsafe data + dataCount
    guard count > TextView.most else {
      return unsafe set(TextView(short: start, count: count), row)
    }
    unsafe set(TextView(long: start, count: count, at: dataCount), row)
    dataCount &+= count
  }
}
